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
  export: {
    menu: 'Export',
    csv: 'Download report (CSV)',
    print: 'Print or save as PDF',
    done: 'Report downloaded.',
    sections: {
      CAMPAIGN: 'Campaign',
      RESULT: 'Results',
      REASON: 'Reasons',
      TIMELINE: 'Over time',
      LINK: 'Links',
      DOMAIN: 'Domains',
    },
    measures: {
      name: 'Name',
      campaignId: 'ID',
      status: 'Status',
      asOf: 'As of',
      publishedAt: 'Published',
      startedAt: 'Started',
      finishedAt: 'Finished',
      tracking: 'Email tracking',
      addressed: 'Recipients',
      sent: 'Sent in total',
      delivered: 'Delivered in total',
      'opens.unique': 'Opened (people)',
      'opens.total': 'Opens',
      'opens.machine': 'Automated opens',
      'clicks.unique': 'Clicked (people)',
      'clicks.total': 'Clicks',
      'clicks.machine': 'Automated clicks',
      optOuts: 'Opted out',
    },
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
  export: {
    menu: 'Exportieren',
    csv: 'Bericht herunterladen (CSV)',
    print: 'Drucken oder als PDF speichern',
    done: 'Bericht heruntergeladen.',
    sections: {
      CAMPAIGN: 'Kampagne',
      RESULT: 'Ergebnisse',
      REASON: 'Gründe',
      TIMELINE: 'Zeitverlauf',
      LINK: 'Links',
      DOMAIN: 'Domains',
    },
    measures: {
      name: 'Name',
      campaignId: 'ID',
      status: 'Status',
      asOf: 'Stand',
      publishedAt: 'Veröffentlicht',
      startedAt: 'Gestartet',
      finishedAt: 'Beendet',
      tracking: 'E-Mail-Tracking',
      addressed: 'Empfänger',
      sent: 'Gesendet insgesamt',
      delivered: 'Zugestellt insgesamt',
      'opens.unique': 'Geöffnet (Personen)',
      'opens.total': 'Öffnungen',
      'opens.machine': 'Automatische Öffnungen',
      'clicks.unique': 'Geklickt (Personen)',
      'clicks.total': 'Klicks',
      'clicks.machine': 'Automatische Klicks',
      optOuts: 'Abgemeldet',
    },
  },
};

export function useReportTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
