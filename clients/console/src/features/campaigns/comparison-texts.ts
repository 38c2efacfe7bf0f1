import { useLanguage } from '../../texts';

const en = {
  title: 'Compare campaigns',
  compare: 'Compare',
  limits: 'Select 2 to 5 campaigns to compare them.',
  fewTitle: 'Choose campaigns to compare',
  few: 'Select 2 to 5 campaigns in the list, and then Compare.',
  toList: 'All campaigns',
  deleted: (count: number) =>
    count === 1 ? 'One of these campaigns was deleted.' : `${count} of these campaigns were deleted.`,
  table: 'Comparison of the campaigns',
  rows: {
    audience: 'Audience',
    channels: 'Channels',
    started: 'Started',
    recipients: 'Recipients',
    sent: 'Sent',
    conversions: 'Conversions',
    revenue: 'Revenue',
    delivered: 'Delivered',
    opened: 'Opened',
    clicked: 'Clicked',
    converted: 'Ordered',
    optedOut: 'Opted out',
    bounced: 'Bounced',
    failed: 'Failed',
  },
  best: 'Best',
  average: 'Average',
  averageOf: (campaigns: number) =>
    campaigns === 1 ? 'of the last sent campaign' : `of the last ${campaigns} sent campaigns`,
  points: (difference: string) => `${difference} pp`,
  hint: 'pp: percentage points above or below the average. Opens, clicks, orders, and opt-outs are shares of the delivered emails, failures of the recipients, and bounces of the sent messages.',
};

const de: typeof en = {
  title: 'Kampagnen vergleichen',
  compare: 'Vergleichen',
  limits: 'Wählen Sie 2 bis 5 Kampagnen aus, um sie zu vergleichen.',
  fewTitle: 'Kampagnen zum Vergleichen auswählen',
  few: 'Wählen Sie in der Liste 2 bis 5 Kampagnen aus, und klicken Sie auf „Vergleichen“.',
  toList: 'Alle Kampagnen',
  deleted: (count) =>
    count === 1 ? 'Eine dieser Kampagnen wurde gelöscht.' : `${count} dieser Kampagnen wurden gelöscht.`,
  table: 'Vergleich der Kampagnen',
  rows: {
    audience: 'Empfängerkreis',
    channels: 'Kanäle',
    started: 'Gestartet',
    recipients: 'Empfänger',
    sent: 'Gesendet',
    conversions: 'Conversions',
    revenue: 'Umsatz',
    delivered: 'Zugestellt',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    converted: 'Bestellt',
    optedOut: 'Abgemeldet',
    bounced: 'Unzustellbar',
    failed: 'Fehlgeschlagen',
  },
  best: 'Bester Wert',
  average: 'Durchschnitt',
  averageOf: (campaigns) =>
    campaigns === 1 ? 'der letzten gesendeten Kampagne' : `der letzten ${campaigns} gesendeten Kampagnen`,
  points: (difference) => `${difference} %-Punkte`,
  hint: '%-Punkte: Abstand zum Durchschnitt in Prozentpunkten. Öffnungen, Klicks, Bestellungen und Abmeldungen sind Anteile der zugestellten E-Mails, Fehlschläge der Empfänger und Unzustellbare der gesendeten Nachrichten.',
};

export function useComparisonTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
