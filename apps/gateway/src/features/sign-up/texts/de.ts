import type { SignUpTexts } from './texts';

export const de: SignUpTexts = {
  email: 'E-Mail-Adresse',
  optional: 'freiwillig',
  button: 'Anmelden',
  again: 'Prüfen Sie Ihre Angaben und klicken Sie dann auf die Schaltfläche.',
  changed:
    'Der Text unten hat sich geändert. Lesen Sie ihn noch einmal und klicken Sie dann auf die Schaltfläche.',
  flaws: {
    email: () => 'Geben Sie eine E-Mail-Adresse ein.',
    required: (label) => `Füllen Sie dieses Feld aus: ${label}`,
    unfit: (label) => `Höchstens 100 Zeichen und keine Links in diesem Feld: ${label}`,
  },
  requested: {
    title: 'Bitte sehen Sie in Ihr Postfach',
    heading: 'Bitte sehen Sie in Ihr Postfach',
    paragraphs: [
      'Wenn diese Adresse noch nicht angemeldet ist, erhält sie eine E-Mail mit einem Link.',
      'Öffnen Sie den Link, um die Anmeldung zu bestätigen. Das kann einige Minuten dauern. Sehen Sie auch im Spam-Ordner nach.',
    ],
  },
  ask: {
    title: 'Anmeldung bestätigen',
    heading: 'Anmeldung bestätigen?',
    about: (title, address) => `${title}, für ${address}`,
    button: 'Bestätigen',
  },
  confirmed: {
    title: 'Sie sind angemeldet',
    heading: 'Sie sind angemeldet',
    paragraphs: ['Vielen Dank. Über den Link in jeder E-Mail können Sie sich jederzeit wieder abmelden.'],
  },
  gone: {
    title: 'Link ungültig',
    heading: 'Dieser Link gilt nicht mehr',
    paragraphs: [
      'Er wurde bereits benutzt oder ist abgelaufen. Wenn Sie schon bestätigt haben, müssen Sie nichts weiter tun.',
      'Andernfalls melden Sie sich bitte noch einmal an.',
    ],
  },
  missing: {
    title: 'Formular nicht gefunden',
    heading: 'Dieses Formular gibt es nicht',
    paragraphs: ['Fragen Sie die Betreiber der Website nach der aktuellen Adresse des Formulars.'],
  },
  failed: {
    title: 'Noch nicht gespeichert',
    heading: 'Etwas ist schiefgegangen',
    paragraphs: [
      'Ihre Anfrage konnte nicht gespeichert werden. Gehen Sie zurück und versuchen Sie es in einer Minute noch einmal.',
    ],
  },
  tooMany: {
    title: 'Bitte später noch einmal',
    heading: 'Zu viele Anmeldungen',
    paragraphs: [
      'Im Moment oder aus Ihrem Netz melden sich zu viele Personen an. Versuchen Sie es in einigen Minuten noch einmal.',
    ],
  },
};
