import type { UnsubscribeTexts } from './texts';

export const de: UnsubscribeTexts = {
  ask: {
    title: 'Abmelden',
    heading: 'Abmelden?',
    paragraphs: [
      'Mit „Abmelden“ bekommen Sie von diesem Absender keine E-Mails mehr an die Adresse, an die dieser Link ging.',
      'Vorher ändert sich nichts.',
    ],
    button: 'Abmelden',
  },
  done: {
    title: 'Abgemeldet',
    heading: 'Sie sind abgemeldet',
    paragraphs: [
      'Sie bekommen von diesem Absender keine E-Mails mehr an die Adresse, an die dieser Link ging, außer solchen, die schon unterwegs sind.',
    ],
  },
  failed: {
    title: 'Noch nicht abgemeldet',
    heading: 'Das hat nicht geklappt',
    paragraphs: [
      'Wir konnten Ihren Wunsch gerade nicht speichern. Bitte versuchen Sie es in einer Minute noch einmal.',
    ],
    button: 'Noch einmal versuchen',
  },
  asked: {
    title: 'Sehen Sie in Ihr Postfach',
    heading: 'Sehen Sie in Ihr Postfach',
    paragraphs: [
      'Wenn diese Adresse E-Mails von diesem Absender bekommt, ist eine Nachricht mit einem funktionierenden Link dorthin unterwegs.',
      'Abgemeldet sind Sie erst, wenn Sie diesen Link verwenden.',
    ],
  },
  tooMany: {
    title: 'Später noch einmal',
    heading: 'Zu viele Versuche',
    paragraphs: [
      'Aus Ihrem Netz wurden zu viele Adressen eingegeben. Versuchen Sie es in einer Stunde noch einmal.',
    ],
  },
  preview: {
    title: 'Vorschau des Abmeldelinks',
    heading: 'Dieser Link gehört zu einer Vorschau',
    paragraphs: ['In den E-Mails, die Sie versenden, kann sich der Empfänger mit diesem Link abmelden.'],
  },
  incomplete: {
    title: 'Unvollständiger Link',
    heading: 'Dieser Link ist unvollständig',
    again:
      'Noch hat sich nichts geändert. Öffnen Sie den Link in der E-Mail noch einmal, oder den einer neueren E-Mail.',
    answer: 'Wenn auch das nicht hilft, antworten Sie auf die E-Mail und bitten Sie, keine mehr zu senden.',
    type: 'Oder geben Sie die Adresse ein, an die die E-Mails gehen. Dorthin senden wir einen funktionierenden Link.',
    label: 'E-Mail-Adresse',
    button: 'Link zusenden',
    noAddress: 'Geben Sie eine E-Mail-Adresse ein.',
  },
};
