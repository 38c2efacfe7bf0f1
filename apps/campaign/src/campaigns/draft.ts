import {
  AppError,
  type Audience,
  type Campaign,
  type CampaignContent,
  type FieldError,
  channelRow,
  channels,
  mediaChannels,
  textsIn,
} from '@carillon/contracts';

/** The parts of a campaign that the user writes. */
export type CampaignDraft = Pick<
  Campaign,
  'name' | 'content' | 'emailSource' | 'groups' | 'audience' | 'senders'
>;

/** All IDs in an audience. */
export function targetsOf({ segments, excludeGroups, excludeSegments, topicId }: Audience): string[] {
  return [...segments, ...excludeGroups, ...excludeSegments, ...(topicId === null ? [] : [topicId])];
}

/** Whether the campaign goes elsewhere than to every address in its groups. */
export function isNarrowed(audience: Audience): boolean {
  return targetsOf(audience).length > 0 || audience.first !== undefined;
}

/** Selects the fields that the user writes. */
export function draftOf({
  name,
  content,
  emailSource,
  groups,
  audience,
  senders,
}: CampaignDraft): CampaignDraft {
  return {
    name,
    content,
    ...(emailSource && { emailSource }),
    groups,
    ...(audience && { audience }),
    ...(senders && { senders }),
  };
}

/**
 * At least one message is required. The gateway applies the same check to its input (content.input.ts). @throws
 * AppError validation_failed
 */
export function requireMessage(content: CampaignContent): void {
  if (hasMessage(content)) return;
  const detail = 'At least one message is required, for email, WhatsApp, or SMS';
  throw new AppError('validation_failed', detail, [{ field: '', code: 'required', detail }]);
}

/** Publishing requires a complete draft. Returns the error campaign_incomplete, which names each missing field, or null. */
export function incompleteness(draft: CampaignDraft): AppError | null {
  return refusalOf(missingFrom(draft));
}

/** @throws AppError campaign_incomplete naming each missing field */
export function requireComplete(draft: CampaignDraft): void {
  refuse(missingFrom(draft));
}

/**
 * A test goes to one address, so it doesn't need groups. @throws AppError campaign_incomplete with each missing field
 */
export function requireContent(draft: CampaignDraft): void {
  refuse(missingContent(draft));
}

function refuse(missing: FieldError[]): void {
  const refusal = refusalOf(missing);
  if (refusal) throw refusal;
}

/** @throws AppError campaign_not_draft */
export function requireDraft({ status }: Pick<Campaign, 'status'>): void {
  if (status !== 'DRAFT') throw new AppError('campaign_not_draft');
}

function refusalOf(missing: FieldError[]): AppError | null {
  return missing.length > 0 ? new AppError('campaign_incomplete', undefined, missing) : null;
}

const messageFields = [
  ...channels.map((channel) => `${channelRow(channel).name}Message`),
  'whatsappTemplate',
];

/** The required fields of a new campaign, by their names in the API. */
function missingFrom(draft: CampaignDraft): FieldError[] {
  const hasTarget = draft.groups.length > 0 || (draft.audience?.segments.length ?? 0) > 0;
  const target = hasTarget ? [] : [missing('groups', 'At least one group or segment is required')];
  return [...missingContent(draft), ...target];
}

function missingContent(draft: CampaignDraft): FieldError[] {
  const { media = {} } = draft.content;
  const { bodies } = textsIn(draft.content);
  const alone = mediaChannels.filter((channel) => media[channel] && bodies[channel] === null);
  return [
    ...untranslated(draft.content),
    ...alone.map((channel) => missing(`${channelRow(channel).name}Message`, 'A file needs a text')),
    ...(draft.name === '' ? [missing('name', 'A name is required')] : []),
    ...(hasMessage(draft.content)
      ? []
      : [missing('emailMessage', `At least one of ${messageFields.join(', ')} is required`)]),
  ];
}

/** A translation is for people whose language it is. All others need the text in the language of the campaign. */
function untranslated(content: CampaignContent): FieldError[] {
  const { translations = {} } = content;
  const texts = textsIn(content);
  return Object.entries(translations).flatMap(([tag, { bodies, whatsappTemplate }]) => [
    ...channels
      .filter((channel) => bodies[channel] !== null && texts.bodies[channel] === null)
      .map((channel) => missing(`${channelRow(channel).name}Message`, detailOf(tag))),
    ...(whatsappTemplate && !texts.whatsappTemplate ? [missing('whatsappTemplate', detailOf(tag))] : []),
  ]);
}

const detailOf = (tag: string): string => `The translation ${tag} needs the text for all other recipients`;

const missing = (field: string, detail: string): FieldError => ({ field, code: 'required', detail });

function hasMessage(content: CampaignContent): boolean {
  const { bodies, whatsappTemplate } = textsIn(content);
  return (
    whatsappTemplate !== null || Object.values(bodies).some((body) => body !== null && body.trim() !== '')
  );
}
