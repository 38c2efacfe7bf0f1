import { useLanguage } from '.';

const en = {
  BOUNCE_RATE: 'Too many messages bounced. Remove invalid addresses before you resume the campaign.',
  COMPLAINT_RATE:
    'Too many recipients reported the campaign as spam. Resume it only if recipients agreed to receive it.',
  PAUSED_TOO_LONG: 'The campaign was paused for too long.',
  TOO_LATE: 'The campaign could not start in time.',
  ACCOUNT_SUSPENDED: 'The account was suspended at the scheduled start.',
  GROUPS_MISSING: 'The campaign’s groups were deleted before it started.',
  AUDIENCE_MISSING: 'A segment or the topic of the campaign could not be used when it was due to start.',
  SENDERS_MISSING: 'The campaign’s senders were deleted before it started.',
  ATTACHMENTS_MISSING: 'Files of the messages were deleted before the campaign started.',
  SPENDING_LIMIT: 'The campaign would have exceeded the monthly spending limit of your plan.',
  RUNNING_LIMIT:
    'Waiting to start. Your account has reached the number of running campaigns that your plan allows. This campaign starts when another one ends.',
} as Readonly<Record<string, string>>;

const de: typeof en = {
  BOUNCE_RATE:
    'Zu viele Nachrichten waren unzustellbar. Entfernen Sie ungültige Adressen, bevor Sie die Kampagne fortsetzen.',
  COMPLAINT_RATE:
    'Zu viele Empfänger haben die Kampagne als Spam gemeldet. Setzen Sie sie nur fort, wenn die Empfänger zugestimmt haben.',
  PAUSED_TOO_LONG: 'Die Kampagne war zu lange angehalten.',
  TOO_LATE: 'Die Kampagne konnte nicht rechtzeitig starten.',
  ACCOUNT_SUSPENDED: 'Das Konto war zum geplanten Start gesperrt.',
  GROUPS_MISSING: 'Die Gruppen der Kampagne wurden vor dem Start gelöscht.',
  AUDIENCE_MISSING: 'Ein Segment oder das Thema der Kampagne war beim geplanten Start nicht verwendbar.',
  SENDERS_MISSING: 'Die Absender der Kampagne wurden vor dem Start gelöscht.',
  ATTACHMENTS_MISSING: 'Angehängte Dateien der Kampagne wurden vor dem Start gelöscht.',
  SPENDING_LIMIT: 'Die Kampagne hätte das monatliche Ausgabenlimit Ihres Tarifs überschritten.',
  RUNNING_LIMIT:
    'Wartet auf den Start. Es laufen bereits so viele Kampagnen, wie Ihr Tarif erlaubt. Diese Kampagne startet, sobald eine andere endet.',
};

export const statusReasonTexts = { en, de };

/** The reasons why a campaign has its status. */
export function useStatusReasonTexts(): typeof en {
  return statusReasonTexts[useLanguage().language];
}
