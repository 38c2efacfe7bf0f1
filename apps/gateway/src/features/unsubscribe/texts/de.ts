import type { UnsubscribeTexts } from './texts';

export const de: UnsubscribeTexts = {
  ask: {
    title: 'Abmelden',
    heading: 'Abmelden?',
    paragraphs: [
      'Wählen Sie „Abmelden“, um von diesem Absender keine E-Mails mehr an die Adresse zu erhalten, die diesen Link erhalten hat.',
      'Bis dahin ändert sich nichts.',
    ],
    button: 'Abmelden',
  },
  done: {
    title: 'Abgemeldet',
    heading: 'Sie sind abgemeldet',
    paragraphs: [
      'Sie erhalten von diesem Absender keine E-Mails mehr an die Adresse, die diesen Link erhalten hat, außer solchen, die bereits unterwegs sind.',
    ],
  },
  failed: {
    title: 'Noch nicht abgemeldet',
    heading: 'Etwas ist schiefgelaufen',
    paragraphs: ['Wir konnten Ihre Anfrage nicht speichern. Versuchen Sie es in einer Minute erneut.'],
    button: 'Erneut versuchen',
  },
  requested: {
    title: 'Prüfen Sie Ihr Postfach',
    heading: 'Prüfen Sie Ihr Postfach',
    paragraphs: [
      'Wenn diese Adresse angemeldet ist, haben wir ihr eine E-Mail mit einem funktionierenden Link gesendet.',
      'Sie bleiben angemeldet, bis Sie diesen Link verwenden.',
    ],
  },
  tooMany: {
    title: 'Versuchen Sie es später erneut',
    heading: 'Zu viele Versuche',
    paragraphs: [
      'Aus Ihrem Netz wurden zu viele Adressen eingegeben. Versuchen Sie es in einer Stunde erneut.',
    ],
  },
  preview: {
    title: 'Vorschau des Abmeldelinks',
    heading: 'Dies ist ein Vorschaulink',
    paragraphs: ['In den E-Mails, die Sie senden, können sich Empfänger mit diesem Link abmelden.'],
  },
  incomplete: {
    title: 'Unvollständiger Link',
    heading: 'Dieser Link ist unvollständig',
    again:
      'Es hat sich nichts geändert. Öffnen Sie den Link in der E-Mail erneut oder verwenden Sie den Link in einer neueren E-Mail.',
    answer:
      'Wenn das nicht funktioniert, antworten Sie auf die E-Mail und bitten Sie den Absender, keine weiteren zu senden.',
    type: 'Alternativ geben Sie die Adresse ein, die die E-Mails erhält. Wir senden ihr einen funktionierenden Link.',
    label: 'E-Mail-Adresse',
    button: 'Link senden',
    noAddress: 'Geben Sie eine E-Mail-Adresse ein.',
  },
};
