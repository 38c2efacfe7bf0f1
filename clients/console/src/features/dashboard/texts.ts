import { useLanguage } from '../../texts';

const en = {
  title: 'Dashboard',
  today: 'Today',
  nothingToday: 'No campaign is being sent or scheduled for today.',
  startsAt: (clock: string) => `starts at ${clock}`,
  waiting: 'waiting to start',
  progress: (share: string, recipients: string) => `${share} of ${recipients} sent`,
  attention: 'Needs attention',
  nothingToDo: 'Nothing needs your attention.',
  pausedBy: 'Paused by a member.',
  notStarted: 'This campaign did not start.',
  failingSender: 'The provider rejected this sender. Check its settings.',
  rates: {
    BOUNCES: (count: string, share: string) =>
      `${count} messages (${share}) bounced. Remove old addresses before the next campaign.`,
    COMPLAINTS: (count: string, share: string) =>
      `${count} recipients (${share}) reported this campaign as spam. Send only to people who agreed to it.`,
  },
  trend: 'The last 90 days',
  metric: 'Show',
  metrics: {
    sent: 'Sent',
    opens: 'Opens',
    clicks: 'Clicks',
    conversions: 'Conversions',
    bounced: 'Bounces',
    optOuts: 'Opt-outs',
  },
  notes: {
    sent: (campaigns: number) => (campaigns === 1 ? '1 campaign' : `${campaigns} campaigns`),
    ofEmails: (share: string) => `${share} of emails`,
    ofSent: (share: string) => `${share} of sent`,
  },
  trendHint: 'By the day on which the campaign started. Opt-outs are shown on the day of the opt-out.',
  chart: (metric: string, total: string, highest: string, day: string) =>
    `${metric} in the last 90 days: ${total}. The most on one day: ${highest} on ${day}.`,
  noNumbers: 'None in the last 90 days.',
  table: 'Show as table',
  day: 'Day',
  total: 'Total',
  revenue: 'Revenue',
  recent: 'Recently sent',
  allCampaigns: 'All campaigns',
  activity: 'Recent activity',
  allActivity: 'Audit trail',
  opened: (share: string) => `${share} opened`,
  clicked: (share: string) => `${share} clicked`,
  sentTo: (count: string) => `${count} sent`,
  first: {
    title: 'Send your first campaign',
    intro: 'These steps show what your account has so far. You can take them in any order.',
    done: 'Done',
    open: 'To do',
    sender: 'Connect a sender',
    senderText:
      'Carillon sends email through the shared server. Connect your own server for email, or Twilio for SMS and WhatsApp.',
    senderLink: 'Set up senders',
    people: 'Add people',
    peopleText: 'Import a file with names and addresses into a group, or publish a sign-up form.',
    peopleLink: 'Add people',
    draft: 'Write a message',
    draftText: 'Begin with a design from the gallery. Send yourself a test before you publish.',
    draftLink: 'New campaign',
    continueDraft: 'Continue the draft',
    publish: 'Publish the campaign',
    publishText: 'Carillon checks the campaign and shows how many people it reaches before you send it.',
  },
};

const de: typeof en = {
  title: 'Übersicht',
  today: 'Heute',
  nothingToday: 'Heute wird keine Kampagne versendet, und für heute ist keine geplant.',
  startsAt: (clock) => `startet um ${clock}`,
  waiting: 'wartet auf den Start',
  progress: (share, recipients) => `${share} von ${recipients} gesendet`,
  attention: 'Bitte ansehen',
  nothingToDo: 'Hier ist nichts zu tun.',
  pausedBy: 'Von einem Mitglied angehalten.',
  notStarted: 'Diese Kampagne ist nicht gestartet.',
  failingSender: 'Der Anbieter hat diesen Absender abgelehnt. Prüfen Sie die Einstellungen.',
  rates: {
    BOUNCES: (count, share) =>
      `${count} Nachrichten (${share}) waren unzustellbar. Entfernen Sie alte Adressen vor der nächsten Kampagne.`,
    COMPLAINTS: (count, share) =>
      `${count} Empfänger (${share}) haben diese Kampagne als Spam gemeldet. Schreiben Sie nur Personen, die zugestimmt haben.`,
  },
  trend: 'Die letzten 90 Tage',
  metric: 'Anzeigen',
  metrics: {
    sent: 'Gesendet',
    opens: 'Öffnungen',
    clicks: 'Klicks',
    conversions: 'Conversions',
    bounced: 'Unzustellbar',
    optOuts: 'Abmeldungen',
  },
  notes: {
    sent: (campaigns) => (campaigns === 1 ? '1 Kampagne' : `${campaigns} Kampagnen`),
    ofEmails: (share) => `${share} der E-Mails`,
    ofSent: (share) => `${share} der gesendeten`,
  },
  trendHint: 'Gezählt am Tag, an dem die Kampagne gestartet ist. Abmeldungen zählen am Tag der Abmeldung.',
  chart: (metric, total, highest, day) =>
    `${metric} in den letzten 90 Tagen: ${total}. Höchster Tageswert: ${highest} am ${day}.`,
  noNumbers: 'Keine in den letzten 90 Tagen.',
  table: 'Als Tabelle anzeigen',
  day: 'Tag',
  total: 'Gesamt',
  revenue: 'Umsatz',
  recent: 'Zuletzt gesendet',
  allCampaigns: 'Alle Kampagnen',
  activity: 'Letzte Aktivität',
  allActivity: 'Zum Protokoll',
  opened: (share) => `${share} geöffnet`,
  clicked: (share) => `${share} geklickt`,
  sentTo: (count) => `${count} gesendet`,
  first: {
    title: 'Ihre erste Kampagne',
    intro: 'Diese Schritte zeigen, was in Ihrem Konto schon vorhanden ist. Die Reihenfolge ist frei.',
    done: 'Erledigt',
    open: 'Offen',
    sender: 'Absender verbinden',
    senderText:
      'E-Mails gehen ohne weitere Einrichtung über den gemeinsamen Server. Verbinden Sie einen eigenen Server für E-Mails oder Twilio für SMS und WhatsApp.',
    senderLink: 'Absender einrichten',
    people: 'Personen hinzufügen',
    peopleText:
      'Importieren Sie eine Datei mit Namen und Adressen in eine Gruppe, oder veröffentlichen Sie ein Anmeldeformular.',
    peopleLink: 'Personen hinzufügen',
    draft: 'Nachricht schreiben',
    draftText: 'Beginnen Sie mit einem Entwurf aus der Galerie, und schicken Sie sich vorab einen Test.',
    draftLink: 'Neue Kampagne',
    continueDraft: 'Am Entwurf weiterarbeiten',
    publish: 'Kampagne versenden',
    publishText: 'Vor dem Versand prüft Carillon die Kampagne und zeigt, wie viele Personen sie erreicht.',
  },
};

export function useDashboardTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
