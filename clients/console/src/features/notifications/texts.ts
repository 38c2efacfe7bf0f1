import { useLanguage } from '../../texts';

const en = {
  title: 'Notifications',
  button: (unread: string | null) => (unread === null ? 'Notifications' : `Notifications, ${unread} unread`),
  arrived: (unread: string) => (unread === '1' ? '1 unread notification' : `${unread} unread notifications`),
  unread: 'Unread',
  markAll: 'Mark all as read',
  none: 'No notifications in the last 90 days.',
  settings: 'Email settings',
  someone: 'Someone',
  /** What happened, with the name of a campaign. */
  events: {
    finished: (name: string) => `${name} finished.`,
    finishedWith: (name: string, delivered: string, failed: string) =>
      `${name} finished: ${delivered} delivered, ${failed} failed.`,
    pausedBy: (name: string, who: string) => `${who} paused ${name}.`,
    paused: (name: string) => `${name} was paused.`,
    cancelled: (name: string) => `${name} was canceled.`,
    bounced: (name: string, rate: string) =>
      `Bounce rate of ${name}: ${rate}. Remove old addresses before the next campaign.`,
    asked: (name: string, who: string) => `${who} asks for approval of ${name}.`,
    approved: (name: string, who: string) => `${who} approved ${name}.`,
    rejected: (name: string, who: string) => `${who} rejected ${name}.`,
    commented: (name: string, who: string) => `${who} commented on ${name}.`,
  },
  byEmail: {
    title: 'Notifications by email',
    hint: (email: string) =>
      `Carillon sends these notifications of this account to ${email}. All notifications are also in the console.`,
    paused: 'Paused and canceled campaigns',
    finished: 'Finished campaigns',
    bounces: 'High bounce rates',
    approvals: 'Requests for approval, and decisions about your requests',
    comments: 'Comments on campaigns in which you take part',
    language: 'Language of the emails',
    saved: 'Saved.',
  },
};

const de: typeof en = {
  title: 'Benachrichtigungen',
  button: (unread) => (unread === null ? 'Benachrichtigungen' : `Benachrichtigungen, ${unread} ungelesen`),
  arrived: (unread) =>
    unread === '1' ? '1 ungelesene Benachrichtigung' : `${unread} ungelesene Benachrichtigungen`,
  unread: 'Ungelesen',
  markAll: 'Alle als gelesen markieren',
  none: 'Keine Benachrichtigungen in den letzten 90 Tagen.',
  settings: 'E-Mail-Einstellungen',
  someone: 'Jemand',
  events: {
    finished: (name) => `${name} ist abgeschlossen.`,
    finishedWith: (name, delivered, failed) =>
      `${name} ist abgeschlossen: ${delivered} zugestellt, ${failed} fehlgeschlagen.`,
    pausedBy: (name, who) => `${who} hat ${name} angehalten.`,
    paused: (name) => `${name} wurde angehalten.`,
    cancelled: (name) => `${name} wurde abgebrochen.`,
    bounced: (name, rate) =>
      `Bounce-Rate von ${name}: ${rate}. Entfernen Sie alte Adressen vor der nächsten Kampagne.`,
    asked: (name, who) => `${who} bittet um Freigabe von ${name}.`,
    approved: (name, who) => `${who} hat ${name} freigegeben.`,
    rejected: (name, who) => `${who} hat ${name} abgelehnt.`,
    commented: (name, who) => `${who} hat ${name} kommentiert.`,
  },
  byEmail: {
    title: 'Benachrichtigungen per E-Mail',
    hint: (email) =>
      `Carillon sendet diese Benachrichtigungen des Kontos an ${email}. Alle Benachrichtigungen stehen auch in der Konsole.`,
    paused: 'Angehaltene und abgebrochene Kampagnen',
    finished: 'Abgeschlossene Kampagnen',
    bounces: 'Hohe Bounce-Raten',
    approvals: 'Bitten um Freigabe und Entscheidungen über Ihre Bitten',
    comments: 'Kommentare zu Kampagnen, an denen Sie beteiligt sind',
    language: 'Sprache der E-Mails',
    saved: 'Gespeichert.',
  },
};

export function useNotificationTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
