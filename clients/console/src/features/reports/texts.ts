import { useLanguage } from '../../texts';

const en = {
  map: {
    title: 'Clicks by link',
    email: 'The email with the clicks of each link',
    hint: 'The badges show the clicks of each link, and their share of all clicks.',
    noEmail: 'The email can’t be shown.',
    share: 'Share of clicks',
    nobody: 'No clicks',
    show: (url: string) => `Show in the email: ${url}`,
    several: (places: number) =>
      `Used ${places} times in the email. Clicks are counted by address, so each badge shows the sum.`,
    notShown: 'Not in this view of the email, because it depends on the data of the recipient.',
    all: (count: string) => `Show all ${count} links`,
  },
};

const de: typeof en = {
  map: {
    title: 'Klicks pro Link',
    email: 'Die E-Mail mit den Klicks auf jeden Link',
    hint: 'Die Marken zeigen die Klicks auf jeden Link und ihren Anteil an allen Klicks.',
    noEmail: 'Die E-Mail kann nicht angezeigt werden.',
    share: 'Anteil an den Klicks',
    nobody: 'Keine Klicks',
    show: (url) => `In der E-Mail zeigen: ${url}`,
    several: (places) =>
      `Kommt in der E-Mail ${places}-mal vor. Klicks werden pro Adresse gezählt, deshalb zeigt jede Marke die Summe.`,
    notShown:
      'In dieser Ansicht der E-Mail nicht enthalten, weil der Link von den Daten des Empfängers abhängt.',
    all: (count) => `Alle ${count} Links anzeigen`,
  },
};

export function useReportTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
