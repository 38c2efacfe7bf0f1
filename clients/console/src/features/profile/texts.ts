import { useLanguage } from '../../texts';

const en = {
  profilePage: {
    leave: 'Leave this account …',
    leaveTitle: (account: string) => `Leave ${account}?`,
    leaveVerb: 'Leave the account',
    leaveText:
      'You are signed out immediately. Your campaigns and audit entries remain. You need an invitation to return.',
    leaveOnly: 'This is your only account here. Your name, address, and password are deleted.',
    leaveOthers: 'Your other accounts remain. Sign in again to use them.',
    left: (account: string) => `You left ${account}.`,
    noPassword:
      'You sign in through a provider and have no password. A password lets you sign in when the provider is unavailable.',
    setPassword: 'Email me a link to set one',
    linkSentText:
      'The link in the email works once, within one hour. After you set the password, sign in again.',
    identities: 'Sign-in providers',
    identitiesHint: 'Providers that you can use instead of your password.',
    onlyWayIn: 'You can sign in only through this provider. To unlink it, set a password first.',
    unlink: 'Unlink',
    unlinkOf: (provider: string) => `Unlink ${provider}`,
    unlinkText:
      'Afterward, you sign in with your password. All your other sessions end. If you sign in through this provider again with your address, it is linked again.',
    unlinked: (provider: string) => `${provider} is unlinked.`,
  },
  identity: {
    name: 'Your name',
    renamed: 'Name changed.',
    signsInAs: 'You sign in as',
    here: 'Current account.',
    changePassword: 'Change password',
    passwordHint: 'Changing the password ends all your other sessions.',
    currentPassword: 'Current password',
    newPassword: 'New password',
    newPasswordHint: 'At least 12 characters. Combine several unrelated words.',
    passwordChanged: 'Password changed. All your other sessions have ended.',
    wrongPassword: 'The password is incorrect.',
    secondFactorHint:
      'A thief who knows your password still needs a code from an app on your phone, such as Aegis, Google Authenticator, or a password manager.',
    isOn: 'On',
    setUp: 'Set up second factor',
    setUpText: 'Have the authenticator app on your phone ready. First, enter your password.',
    goOn: 'Continue',
    secretLost: 'The connection was lost before the key arrived. Select Continue again.',
    scan: 'Scan this code with your authenticator app.',
    qrCode: 'QR code for your authenticator app',
    typeSecret: 'If you can’t scan the code, enter this key in the app:',
    firstCode: 'Code',
    firstCodeHint: 'The six digits that the app shows.',
    wrongCode: 'Incorrect code. Codes change every 30 seconds. Check the clock on your phone.',
    switchOn: 'Turn on',
    switchOff: 'Turn off',
    switchOffText: 'Afterward, you need only your password to sign in.',
    recoveryLeft: (count: string) =>
      `You need a code from your app to sign in. Recovery codes remaining: ${count}. To get new codes, turn off the second factor and set it up again.`,
    recoveryCodes: 'Your recovery codes',
    recoveryOnce:
      'The second factor is on. If you lose your phone, you can sign in once with each of these codes. Store them in a safe place. They are not shown again.',
    recoveryLost:
      'The second factor is on, but the connection was lost before the recovery codes arrived. To get new codes, turn off the second factor and set it up again.',
    download: 'Download',
    kept: 'I stored the codes',
    sessions: 'Active sessions',
    thisSession: 'This session',
    sessionTimes: (begun: string, used: string) => `since ${begun}, last used ${used}`,
    unknownDevice: 'Unknown device',
    end: 'Sign out',
    endOthers: 'Sign out all other sessions',
    endOthersText: 'All sessions except this one end immediately.',
  },
};

const de: typeof en = {
  profilePage: {
    leave: 'Dieses Konto verlassen …',
    leaveTitle: (account: string) => `${account} verlassen?`,
    leaveVerb: 'Konto verlassen',
    leaveText:
      'Sie werden sofort abgemeldet. Ihre Kampagnen und die Einträge im Protokoll bleiben erhalten. Zurückkehren können Sie nur mit einer Einladung.',
    leaveOnly: 'Dies ist Ihr einziges Konto hier. Name, Adresse und Passwort werden gelöscht.',
    leaveOthers: 'Ihre anderen Konten bleiben bestehen. Melden Sie sich erneut an, um sie zu nutzen.',
    left: (account: string) => `Sie haben ${account} verlassen.`,
    noPassword:
      'Sie melden sich über einen Anbieter an und haben kein Passwort. Mit einem Passwort können Sie sich auch anmelden, wenn der Anbieter nicht erreichbar ist.',
    setPassword: 'Link per E-Mail anfordern',
    linkSentText:
      'Der Link in der E-Mail ist eine Stunde lang und nur einmal gültig. Melden Sie sich neu an, sobald Sie das Passwort festgelegt haben.',
    identities: 'Anmeldeanbieter',
    identitiesHint: 'Anbieter, über die Sie sich statt mit Ihrem Passwort anmelden können.',
    onlyWayIn:
      'Sie können sich nur über diesen Anbieter anmelden. Legen Sie ein Passwort fest, bevor Sie die Verknüpfung aufheben.',
    unlink: 'Verknüpfung aufheben',
    unlinkOf: (provider: string) => `Verknüpfung mit ${provider} aufheben`,
    unlinkText:
      'Danach melden Sie sich mit Ihrem Passwort an. Alle Ihre anderen Sitzungen enden. Wenn Sie sich mit Ihrer Adresse erneut über diesen Anbieter anmelden, wird er wieder verknüpft.',
    unlinked: (provider: string) => `Die Verknüpfung mit ${provider} ist aufgehoben.`,
  },
  identity: {
    name: 'Ihr Name',
    renamed: 'Name geändert.',
    signsInAs: 'Sie melden sich an als',
    here: 'Aktuelles Konto.',
    changePassword: 'Passwort ändern',
    passwordHint: 'Eine Änderung beendet alle Ihre anderen Sitzungen.',
    currentPassword: 'Aktuelles Passwort',
    newPassword: 'Neues Passwort',
    newPasswordHint:
      'Mindestens 12 Zeichen. Kombinieren Sie mehrere Wörter, die nichts miteinander zu tun haben.',
    passwordChanged: 'Passwort geändert. Alle Ihre anderen Sitzungen sind beendet.',
    wrongPassword: 'Das Passwort ist falsch.',
    secondFactorHint:
      'Auch wer Ihr Passwort kennt, braucht dann einen Code aus einer App auf Ihrem Telefon, zum Beispiel Aegis, Google Authenticator oder einem Passwortmanager.',
    isOn: 'Eingeschaltet',
    setUp: 'Zweiten Faktor einrichten',
    setUpText:
      'Halten Sie die Authenticator-App auf Ihrem Telefon bereit. Geben Sie zuerst Ihr Passwort ein.',
    goOn: 'Weiter',
    secretLost: 'Die Verbindung brach ab, bevor der Schlüssel ankam. Wählen Sie noch einmal „Weiter“.',
    scan: 'Scannen Sie diesen Code mit Ihrer Authenticator-App.',
    qrCode: 'QR-Code für Ihre Authenticator-App',
    typeSecret: 'Wenn Sie den Code nicht scannen können, geben Sie diesen Schlüssel in der App ein:',
    firstCode: 'Code',
    firstCodeHint: 'Die sechs Ziffern, die die App anzeigt.',
    wrongCode: 'Falscher Code. Codes ändern sich alle 30 Sekunden. Prüfen Sie die Uhrzeit Ihres Telefons.',
    switchOn: 'Einschalten',
    switchOff: 'Ausschalten',
    switchOffText: 'Danach genügt zum Anmelden Ihr Passwort.',
    recoveryLeft: (count) =>
      `Zum Anmelden brauchen Sie einen Code aus Ihrer App. Verbleibende Wiederherstellungscodes: ${count}. Um neue zu erhalten, schalten Sie den zweiten Faktor aus und richten ihn neu ein.`,
    recoveryCodes: 'Ihre Wiederherstellungscodes',
    recoveryOnce:
      'Der zweite Faktor ist eingeschaltet. Wenn Sie Ihr Telefon verlieren, können Sie sich mit jedem dieser Codes einmal anmelden. Bewahren Sie sie sicher auf. Sie werden nicht noch einmal angezeigt.',
    recoveryLost:
      'Der zweite Faktor ist eingeschaltet, aber die Verbindung brach ab, bevor die Wiederherstellungscodes ankamen. Schalten Sie ihn aus und richten Sie ihn neu ein, um neue Codes zu erhalten.',
    download: 'Herunterladen',
    kept: 'Ich habe die Codes gespeichert',
    sessions: 'Aktive Sitzungen',
    thisSession: 'Diese Sitzung',
    sessionTimes: (begun, used) => `seit ${begun}, zuletzt verwendet ${used}`,
    unknownDevice: 'Unbekanntes Gerät',
    end: 'Abmelden',
    endOthers: 'Alle anderen Sitzungen abmelden',
    endOthersText: 'Alle Sitzungen außer dieser enden sofort.',
  },
};

/** The texts of the profile. */
export function useProfileTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
