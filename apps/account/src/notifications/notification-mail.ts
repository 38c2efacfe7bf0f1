import type { Language } from '@carillon/contracts';
import type { NotificationDocument } from './notification-record';

type Facts = Pick<
  NotificationDocument,
  'kind' | 'campaignId' | 'campaignName' | 'reason' | 'counts' | 'rate' | 'actor' | 'quote'
>;

interface Texts {
  subject: (facts: Facts) => string;
  /** Why Carillon paused or canceled a campaign. */
  reasons: Readonly<Record<string, string>>;
  account: (name: string) => string;
  link: string;
  settings: (link: string | null) => string;
}

const numbers = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') };
const shares = {
  en: new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }),
  de: new Intl.NumberFormat('de', { style: 'percent', maximumFractionDigits: 1 }),
};

const en: Texts = {
  subject({ kind, campaignName: name, counts, rate = 0, actor }) {
    const who = actor?.name ?? 'Someone';
    switch (kind) {
      case 'campaign.completed': {
        if (!counts) return `${name} finished`;
        const { delivered, failed } = counts;
        return `${name} finished: ${numbers.en.format(delivered)} delivered, ${numbers.en.format(failed)} failed`;
      }
      case 'campaign.paused':
        return actor ? `${who} paused ${name}` : `${name} was paused`;
      case 'campaign.cancelled':
        return `${name} was canceled`;
      case 'campaign.bounced':
        return `Bounce rate of ${name}: ${shares.en.format(rate)}`;
      case 'campaign.approval_requested':
        return `${who} asks for approval of ${name}`;
      case 'campaign.approved':
        return `${who} approved ${name}`;
      case 'campaign.rejected':
        return `${who} rejected ${name}`;
      case 'campaign.commented':
        return `${who} commented on ${name}`;
    }
  },
  reasons: {
    BOUNCE_RATE: 'Too many messages bounced. Remove invalid addresses before you resume the campaign.',
    COMPLAINT_RATE:
      'Too many recipients reported the campaign as spam. Resume it only if recipients agreed to receive it.',
    PAUSED_TOO_LONG: 'The campaign was paused for too long.',
    TOO_LATE: 'The campaign could not start in time.',
    ACCOUNT_SUSPENDED: 'The account was suspended at the scheduled start.',
    GROUPS_MISSING: "The campaign's groups were deleted before it started.",
    AUDIENCE_MISSING: 'A segment or the topic of the campaign could not be used when it was due to start.',
    SENDERS_MISSING: "The campaign's senders were deleted before it started.",
    ATTACHMENTS_MISSING: 'Files of the messages were deleted before the campaign started.',
    SPENDING_LIMIT: 'The campaign would have exceeded the monthly spending limit of your plan.',
  },
  account: (name) => `Account: ${name}`,
  link: 'Open the campaign:',
  settings: (link) =>
    `You receive this email because you are a member of this account on Carillon. Select your emails in your profile${link === null ? '.' : `: ${link}`}`,
};

const de: Texts = {
  subject({ kind, campaignName: name, counts, rate = 0, actor }) {
    const who = actor?.name ?? 'Jemand';
    switch (kind) {
      case 'campaign.completed': {
        if (!counts) return `${name} ist abgeschlossen`;
        const { delivered, failed } = counts;
        return `${name} ist abgeschlossen: ${numbers.de.format(delivered)} zugestellt, ${numbers.de.format(failed)} fehlgeschlagen`;
      }
      case 'campaign.paused':
        return actor ? `${who} hat ${name} angehalten` : `${name} wurde angehalten`;
      case 'campaign.cancelled':
        return `${name} wurde abgebrochen`;
      case 'campaign.bounced':
        return `Bounce-Rate von ${name}: ${shares.de.format(rate)}`;
      case 'campaign.approval_requested':
        return `${who} bittet um Freigabe von ${name}`;
      case 'campaign.approved':
        return `${who} hat ${name} freigegeben`;
      case 'campaign.rejected':
        return `${who} hat ${name} abgelehnt`;
      case 'campaign.commented':
        return `${who} hat ${name} kommentiert`;
    }
  },
  reasons: {
    BOUNCE_RATE:
      'Zu viele Nachrichten kamen zurück. Entfernen Sie ungültige Adressen, bevor Sie die Kampagne fortsetzen.',
    COMPLAINT_RATE:
      'Zu viele Personen haben die Kampagne als Spam gemeldet. Setzen Sie sie nur fort, wenn die Personen zugestimmt haben.',
    PAUSED_TOO_LONG: 'Die Kampagne war zu lange angehalten.',
    TOO_LATE: 'Die Kampagne konnte nicht rechtzeitig starten.',
    ACCOUNT_SUSPENDED: 'Das Konto war zum geplanten Start gesperrt.',
    GROUPS_MISSING: 'Die Gruppen der Kampagne wurden vor dem Start gelöscht.',
    AUDIENCE_MISSING: 'Ein Segment oder das Thema der Kampagne war zum geplanten Start nicht verwendbar.',
    SENDERS_MISSING: 'Die Absender der Kampagne wurden vor dem Start gelöscht.',
    ATTACHMENTS_MISSING: 'Dateien der Nachrichten wurden vor dem Start gelöscht.',
    SPENDING_LIMIT: 'Die Kampagne hätte das monatliche Ausgabenlimit Ihres Tarifs überschritten.',
  },
  account: (name) => `Konto: ${name}`,
  link: 'Kampagne öffnen:',
  settings: (link) =>
    `Sie erhalten diese E-Mail als Mitglied dieses Kontos bei Carillon. Wählen Sie Ihre E-Mails in Ihrem Profil aus${link === null ? '.' : `: ${link}`}`,
};

const texts: Readonly<Record<Language, Texts>> = { en, de };

/** The part of the campaign that a notification is about. */
const pages: Partial<Record<Facts['kind'], string>> = {
  'campaign.completed': '/report',
  'campaign.bounced': '/report',
  'campaign.commented': '?activity=true',
};

/** The lines of a text as mail programs mark quotations. */
function quoted(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}

/** The email to a member. Without `publicUrl`, it has no links. */
export function notificationMail(
  notification: Facts,
  { language, account, publicUrl }: { language: Language; account: string; publicUrl: string | undefined },
): { subject: string; text: string } {
  const { kind, campaignId, reason = '', quote } = notification;
  const { subject, reasons, ...lines } = texts[language];
  const title = subject(notification);
  const console = publicUrl === undefined ? null : `${publicUrl}/console`;
  const link =
    console && `${lines.link}\n${console}/campaigns/${campaignId.toHexString()}${pages[kind] ?? ''}`;
  const settings = lines.settings(console && `${console}/profile`);
  const paragraphs = [
    `${title}.`,
    quote && quoted(quote),
    reasons[reason],
    link,
    lines.account(account),
    settings,
  ];
  return { subject: title, text: `${paragraphs.filter(Boolean).join('\n\n')}\n` };
}
