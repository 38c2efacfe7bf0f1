import {
  type ApprovalState,
  MAX_TAG_LENGTH,
  type Audience,
  type CampaignStatus,
  type Channel,
  type NamedSenders,
  type Payload,
  type WrittenDesign,
  approvalStates,
  channels,
} from '@carillon/contracts';
import { isRecord, issue, readTime, within } from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { type User, actorOf, requestedBy } from '../../security/caller';
import { mintId } from '../../http/idempotency/minting';
import { ObjectSchema } from '../../http/input/input-schema';
import { AllowedIf, Holds, IsIntWithin, IsListOf, OptionalNotNull, type Rule } from '../../http/input/rule';
import { IsId, IsText, idRule } from '../../http/input/texts';
import { IsInstant, IsSince, IsUntil } from '../../http/input/time';
import { PageQuery } from '../../http/paging/page-query';
import { statuses } from './campaign.presenter';
import {
  AreAttachments,
  IsEmailDesign,
  IsEmailMjml,
  IsMedia,
  attachedFiles,
  toEmailSource,
} from './email-source.input';
import { CompleteContent, DraftContent, atLeastOneMessage } from './content.input';

interface Schedule {
  readonly scheduledAt?: string | null;
  readonly maxLateness?: number;
}

/** When a campaign starts. */
export const IsScheduledAt = applyDecorators(
  ApiProperty({ description: 'The start time, at most a year in the future; null or absent: now' }),
  IsOptional(),
  IsInstant(),
);

/** How late a scheduled campaign may start: a minute to a week, in seconds. */
const lateness = { min: 60, max: 604_800 };
export const IsMaxLateness = applyDecorators(
  ApiProperty({
    description:
      'The maximum delay of the start (seconds), 3600 by default. After that, the campaign is CANCELLED',
  }),
  OptionalNotNull(),
  AllowedIf(
    ({ scheduledAt = null }: Schedule) => scheduledAt !== null,
    'Only allowed if the campaign has a scheduledAt',
  ),
  IsIntWithin(lateness),
);

/** Only a request that starts a campaign can have a start time. */
export const IsOfStarted = AllowedIf(
  ({ isStarted }: { isStarted?: boolean }) => isStarted === true,
  'Only allowed with isStarted: true',
);

const hasField = (field: string, type: string) => ({
  required: [field],
  properties: { [field]: { type } },
});
const isStarted = { required: ['isStarted'], properties: { isStarted: { const: true } } };
/** The two rules above, as a schema. */
export const latenessOfScheduled = {
  if: hasField('maxLateness', 'integer'),
  then: hasField('scheduledAt', 'string'),
};
export const scheduleOfStarted = { if: hasField('scheduledAt', 'string'), then: isStarted };

/** The options for starting a campaign. The request has an ID that identifies its repeats. */
export function toStart({ scheduledAt, maxLateness }: Schedule): Payload<'campaign.publish'>['start'] {
  return {
    requestId: mintId(),
    scheduledAt: readTime(scheduledAt ?? '') ?? null,
    maxLateness: maxLateness ?? null,
  };
}

/** The new time of a scheduled campaign. */
export function toSchedule({ scheduledAt, maxLateness }: RescheduleCampaign) {
  return { scheduledAt: readTime(scheduledAt) ?? scheduledAt, maxLateness: maxLateness ?? null };
}

const MAX_SEARCH = 100;

/** The filters of the campaign list, which saved filters have, too. */
export const IsStatusFilter = IsIn(statuses);
export const IsSearchFilter = applyDecorators(
  ApiProperty({
    description: 'A part of the name, regardless of letter case and accents',
    examples: ['concert'],
  }),
  IsText({ max: MAX_SEARCH }),
);
export const IsTagFilter = applyDecorators(
  ApiProperty({
    description: 'Only campaigns with this tag, regardless of letter case',
    examples: ['Spring'],
  }),
  IsText({ max: MAX_TAG_LENGTH }),
);
export const IsApprovalFilter = applyDecorators(
  ApiProperty({ description: 'Only campaigns whose latest request for an approval has this state' }),
  IsIn(approvalStates),
);

export class CampaignsQuery extends PageQuery {
  @IsStatusFilter
  @OptionalNotNull()
  readonly status?: CampaignStatus;

  @IsSearchFilter
  @OptionalNotNull()
  readonly search?: string;

  @IsSince readonly since?: string;
  @IsUntil readonly until?: string;

  @IsTagFilter
  @OptionalNotNull()
  readonly tag?: string;

  @IsApprovalFilter
  @OptionalNotNull()
  readonly approval?: ApprovalState;

  @ApiProperty({
    description: 'true: only campaigns in the archive; false: only the others. Absent: all campaigns',
  })
  @IsIn(['true', 'false'])
  @OptionalNotNull()
  readonly archived?: 'true' | 'false';

  @ApiProperty({ description: '`summary`: `message` is empty, because emails can be long' })
  @IsIn(['summary'])
  @OptionalNotNull()
  readonly fields?: 'summary';
}

const MAX_GROUPS = 100;
const MAX_DELETED = 1000;

const nameProperty = {
  description: 'The name, which is also the email subject if there is no subject',
  examples: ['Spring concert'],
};
const IsName = applyDecorators(ApiProperty(nameProperty), IsText({ max: 255 }));
const IsNameOfDraft = applyDecorators(
  ApiProperty({ ...nameProperty, description: `${nameProperty.description}. Null removes it` }),
  IsOptional(),
  IsText({ max: 255 }),
);
const IsGroups = applyDecorators(
  ApiProperty({ description: 'IDs of the target groups' }),
  IsListOf(IsId, MAX_GROUPS),
);
/** A draft that targets only segments has no groups. */
const IsGroupsOfDraft = applyDecorators(
  ApiProperty({ description: 'IDs of the target groups' }),
  IsListOf(IsId, MAX_GROUPS, { min: 0 }),
);
/** The lists of IDs in an audience. */
const targetLists = ['segments', 'excludeGroups', 'excludeSegments'] as const;

const strategies = ['EVERY', 'FIRST'] as const;
/** The longest time in which a failure leads to the next channel. Unsent messages expire after this time, too. */
const MAX_FALLBACK_HOURS = 72;

const channelsRule: Rule = {
  schema: {
    $id: 'CampaignChannels',
    type: 'object',
    properties: {
      strategy: { enum: [...strategies] },
      order: { type: 'array', items: { enum: [...channels] }, maxItems: channels.length, uniqueItems: true },
      fallbackHours: {
        anyOf: [{ type: 'integer', minimum: 1, maximum: MAX_FALLBACK_HOURS }, { type: 'null' }],
      },
    },
    required: ['strategy'],
    additionalProperties: false,
    examples: [{ strategy: 'FIRST', order: ['WHATSAPP', 'EMAIL'], fallbackHours: 4 }],
  },
  issues: (value) => {
    if (!isRecord(value)) return issue('wrong_type', 'This must be an object');
    const missing = 'strategy' in value ? [] : issue('required', 'This is required', 'strategy');
    return [...missing, ...Object.entries(value).flatMap(([name, given]) => channelsIssue(name, given))];
  },
};

function channelsIssue(name: string, value: unknown): ReturnType<typeof issue> {
  switch (name) {
    case 'strategy':
      return strategies.some((each) => each === value)
        ? []
        : issue('not_allowed', `Must be one of ${strategies.join(', ')}`, name);
    case 'order': {
      if (!Array.isArray(value)) return issue('wrong_type', 'Must be an array', name);
      const isKnown = value.every((each) => channels.some((channel) => channel === each));
      if (!isKnown) return issue('not_allowed', `Each must be one of ${channels.join(', ')}`, name);
      return new Set(value).size === value.length ? [] : issue('conflict', 'Each must occur once', name);
    }
    case 'fallbackHours': {
      if (value === null) return [];
      if (typeof value !== 'number' || !Number.isInteger(value))
        return issue('wrong_type', 'Must be an integer or null', name);
      if (value < 1) return issue('too_small', 'Must be at least 1', name);
      return value > MAX_FALLBACK_HOURS
        ? issue('too_big', `Must be at most ${MAX_FALLBACK_HOURS}`, name)
        : [];
    }
    default:
      return issue('unknown_field', 'Unknown field', name);
  }
}

interface ChannelsInput {
  strategy: (typeof strategies)[number];
  order?: Channel[];
  fallbackHours?: number | null;
}

const audienceRule: Rule = {
  schema: {
    $id: 'CampaignAudience',
    type: 'object',
    properties: {
      ...Object.fromEntries(
        targetLists.map((name) => [name, { type: 'array', items: idRule.schema, maxItems: MAX_GROUPS }]),
      ),
      topic: { anyOf: [idRule.schema, { type: 'null' }] },
      channels: channelsRule.schema,
    },
    additionalProperties: false,
    examples: [{ segments: ['6560f0a1b2c3d4e5f6a7b8d0'], excludeGroups: ['6560f0a1b2c3d4e5f6a7b8c7'] }],
  },
  issues: (value, input) => {
    if (!isRecord(value)) return issue('wrong_type', 'This must be an object');
    return Object.entries(value).flatMap(([name, ids]) => {
      if (name === 'topic') return ids === null ? [] : within(name, idRule.issues(ids, input));
      if (name === 'channels') return within(name, channelsRule.issues(ids, input));
      if (!targetLists.some((list) => list === name)) return issue('unknown_field', 'Unknown field', name);
      if (!Array.isArray(ids)) return issue('wrong_type', 'Must be an array', name);
      if (ids.length > MAX_GROUPS) return issue('too_many', `Must have at most ${MAX_GROUPS} items`, name);
      return ids.flatMap((id, index) => within(`${name}.${index}`, idRule.issues(id, input)));
    });
  },
};
type AudienceInput = Partial<Record<(typeof targetLists)[number], string[]>> & {
  topic?: string | null;
  channels?: ChannelsInput;
};
const IsAudience = applyDecorators(
  ApiProperty({
    description:
      'IDs of segments whose people also get the campaign, of groups and segments whose people never get it, and of ' +
      'the topic that recipients can leave. Segments are evaluated when the campaign starts. `channels`: whether each ' +
      'person gets the message on every channel, or on the first one of `order` that reaches them, and on the next one ' +
      'if that fails permanently within `fallbackHours`. Replaces the whole audience',
  }),
  Holds('isAudience', audienceRule),
  OptionalNotNull(),
);

const sendersRule: Rule = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(channels.map((channel) => [channel, idRule.schema])),
    additionalProperties: false,
  },
  issues: (value, input) => {
    if (!isRecord(value)) return issue('wrong_type', 'This must be an object');
    return Object.entries(value).flatMap(([name, id]) =>
      channels.some((channel) => channel === name)
        ? within(name, idRule.issues(id, input))
        : issue('unknown_field', 'Unknown channel', name),
    );
  },
};
const IsSenders = applyDecorators(
  ApiProperty({
    description: 'IDs of the senders to use, by channel. The other channels use their default senders',
    examples: [{ EMAIL: '6560f0a1b2c3d4e5f6a7b8c6' }],
  }),
  Holds('isSenders', sendersRule),
  OptionalNotNull(),
);

const example = {
  name: 'Spring concert',
  emailMessage: '<p>Hello {{name|friend}}!</p>',
  smsMessage: 'Hello {{name|friend}}!',
  groups: ['6560f0a1b2c3d4e5f6a7b8c7'],
};

@ObjectSchema({
  allOf: [{ anyOf: atLeastOneMessage }, scheduleOfStarted, latenessOfScheduled],
  examples: [example],
})
export class CreateCampaign extends CompleteContent {
  @IsName readonly name!: string;
  @IsGroups readonly groups!: string[];
  @IsAudience readonly audience?: AudienceInput;
  @IsSenders readonly senders?: NamedSenders;

  @ApiProperty({ description: 'Whether to publish the campaign immediately' })
  @IsBoolean()
  @OptionalNotNull()
  readonly isStarted?: boolean;

  @IsScheduledAt
  @IsOfStarted
  readonly scheduledAt?: string | null;

  @IsMaxLateness
  @IsOfStarted
  readonly maxLateness?: number;
}

/** The content and the groups of a draft. All of them are optional. */
abstract class DraftFields extends DraftContent {
  @IsEmailDesign readonly emailDesign?: WrittenDesign | null;
  @IsEmailMjml readonly emailMjml?: string | null;
  @AreAttachments readonly attachments?: string[];
  @IsMedia('WHATSAPP') readonly whatsappMedia?: string | null;
  @IsMedia('SMS') readonly smsMedia?: string | null;

  @IsNameOfDraft readonly name?: string | null;

  @IsGroupsOfDraft
  @OptionalNotNull()
  readonly groups?: string[];

  @IsAudience readonly audience?: AudienceInput;
  @IsSenders readonly senders?: NamedSenders;
}

@ObjectSchema({ examples: [{ name: 'Spring concert' }] })
export class CreateDraft extends DraftFields {}

@ObjectSchema({
  minProperties: 1,
  allOf: [{ if: hasField('ifUpdatedAt', 'string'), then: { minProperties: 2 } }],
  examples: [{ subject: 'Summer concert', smsMessage: null }],
})
export class UpdateCampaign extends DraftFields {
  @ApiProperty({
    description:
      'The `updatedAt` of the version that was edited. If the campaign has changed since, the request is rejected',
  })
  @AllowedIf(
    (input: object) => Object.values(input).filter((value) => value !== undefined).length > 1,
    'Only allowed in a request that changes something',
  )
  @IsInstant()
  @OptionalNotNull()
  readonly ifUpdatedAt?: string;
}

@ObjectSchema({ allOf: [latenessOfScheduled], examples: [{ campaignId: '6560f0a1b2c3d4e5f6a7b8c9' }] })
export class PublishCampaign {
  @IsId() readonly campaignId!: string;
  @IsScheduledAt readonly scheduledAt?: string | null;
  @IsMaxLateness readonly maxLateness?: number;
}

@ObjectSchema({ examples: [{ scheduledAt: '2026-12-24T18:00:00+01:00' }] })
export class RescheduleCampaign {
  @ApiProperty({ description: 'The new start time, at most a year in the future' })
  @IsInstant()
  readonly scheduledAt!: string;

  @ApiProperty({ description: 'The maximum delay of the start (seconds). Absent: unchanged' })
  @IsIntWithin(lateness)
  @OptionalNotNull()
  readonly maxLateness?: number;
}

export class DeleteCampaigns {
  @IsListOf(IsId, MAX_DELETED) readonly campaignIds!: string[];
}

/** The audience with all fields, each ID once. */
function toAudience(input: AudienceInput): Audience {
  const [segments = [], excludeGroups = [], excludeSegments = []] = targetLists.map((name) => [
    ...new Set(input[name]),
  ]);
  const { strategy, order = [], fallbackHours = null } = input.channels ?? { strategy: 'EVERY' };
  const others = channels.filter((channel) => !order.includes(channel));
  return {
    segments,
    excludeGroups,
    excludeSegments,
    topicId: input.topic ?? null,
    ...(strategy === 'FIRST' && { first: { order: [...order, ...others], fallbackHours } }),
  };
}

/** The command to create the requested draft, with a new ID. */
export function toCreateDraft(user: User, input: CreateDraft): Payload<'campaign.create-draft'> {
  const emailSource = toEmailSource(input);
  return {
    id: mintId(),
    userId: user.userId,
    name: input.name ?? '',
    content: input.content(),
    ...input.translated(),
    ...(emailSource && { emailSource }),
    ...attachedFiles(input),
    groups: [...new Set(input.groups)],
    ...(input.audience && { audience: toAudience(input.audience) }),
    ...(input.senders && { senders: input.senders }),
    by: requestedBy(user),
  };
}

/** The command to create the requested campaign, with a new ID. */
export function toCreate(user: User, input: CreateCampaign): Payload<'campaign.create'> {
  return {
    id: mintId(),
    userId: user.userId,
    name: input.name,
    content: input.content(),
    groups: [...new Set(input.groups)],
    ...(input.audience && { audience: toAudience(input.audience) }),
    ...(input.senders && { senders: input.senders }),
    start: input.isStarted === true ? toStart(input) : null,
    by: requestedBy(user),
  };
}

/** The command to change the given fields of a draft. */
export function toUpdate(user: User, id: string, input: UpdateCampaign): Payload<'campaign.update'> {
  const { userId } = user;
  const { name, groups, audience, senders } = input;
  const ifUpdatedAt = readTime(input.ifUpdatedAt ?? '');
  const emailSource = toEmailSource(input);
  return {
    userId,
    id,
    content: input.changes(),
    ...(emailSource !== undefined && { emailSource }),
    ...attachedFiles(input),
    ...(name !== undefined && { name: name ?? '' }),
    ...(groups && { groups: [...new Set(groups)] }),
    ...(audience && { audience: toAudience(audience) }),
    ...(senders && { senders }),
    ...(ifUpdatedAt !== undefined && { ifUpdatedAt }),
    actor: actorOf(user),
  };
}
