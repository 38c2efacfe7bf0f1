import { AppError, type Campaign, type FieldError, channelRow, channels } from '@carillon/contracts';

/** The content, the groups, and the senders of a campaign. */
export type CampaignDraft = Pick<
  Campaign,
  'name' | 'bodies' | 'whatsappTemplate' | 'shouldRemoveWatermark' | 'groups' | 'senders'
>;

/** Picks the content, the groups, and the senders. */
export function draftOf(source: CampaignDraft): CampaignDraft {
  const { name, bodies, whatsappTemplate, shouldRemoveWatermark, groups, senders } = source;
  return { name, bodies, whatsappTemplate, shouldRemoveWatermark, groups, ...(senders && { senders }) };
}

/** At least one message is needed. The gateway checks the same of its input (messages.input.ts). @throws AppError validation_failed */
export function requireMessage(draft: Pick<CampaignDraft, 'bodies' | 'whatsappTemplate'>): void {
  if (hasMessage(draft)) return;
  const detail = 'At least one message is needed, for email, WhatsApp or SMS';
  throw new AppError('validation_failed', detail, [{ field: '', code: 'required', detail }]);
}

/** Whether a draft has all that a campaign is created with: a name, a message, and a group. */
export const isComplete = (draft: CampaignDraft): boolean => missingFrom(draft).length === 0;

/** Publishing needs a complete draft. @throws AppError campaign_incomplete naming each missing field */
export function requireComplete(draft: CampaignDraft): void {
  refuse(missingFrom(draft));
}

/** A test goes to one address, so it needs no groups. @throws AppError campaign_incomplete naming each missing field */
export function requireContent(draft: CampaignDraft): void {
  refuse(missingContent(draft));
}

function refuse(missing: FieldError[]): void {
  if (missing.length > 0) throw new AppError('campaign_incomplete', undefined, missing);
}

const messageFields = [
  ...channels.map((channel) => `${channelRow(channel).word}Message`),
  'whatsappTemplate',
];

/** The fields that creating a campaign requires, by the names that the API has for them. */
function missingFrom(draft: CampaignDraft): FieldError[] {
  const groups = draft.groups.length === 0 ? [missing('groups', 'At least one group is needed')] : [];
  return [...missingContent(draft), ...groups];
}

function missingContent(draft: CampaignDraft): FieldError[] {
  return [
    ...(draft.name === '' ? [missing('name', 'A name is needed')] : []),
    ...(hasMessage(draft)
      ? []
      : [missing('emailMessage', `At least one of ${messageFields.join(', ')} is needed`)]),
  ];
}

const missing = (field: string, detail: string): FieldError => ({ field, code: 'required', detail });

function hasMessage({ bodies, whatsappTemplate }: Pick<CampaignDraft, 'bodies' | 'whatsappTemplate'>) {
  return (
    whatsappTemplate !== null || Object.values(bodies).some((body) => body !== null && body.trim() !== '')
  );
}
