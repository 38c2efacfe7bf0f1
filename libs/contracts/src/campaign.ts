import { type Static, Type } from '@sinclair/typebox';
import { NamedSenders } from './account';
import { Approval, ApprovalActor, ApprovalStart, ApprovalState } from './approval';
import { By } from './audit';
import { Channel, Plan } from './channels';
import { compiledEmails } from './compiled-email';
import { CampaignContent, WrittenContentChanges, SentContent, newTranslations } from './content';
import { command, event, read } from './define';
import { EmailSource, WrittenSource } from './email-source';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp, Variables } from './field-types';
import type { MediaChannel } from './media-rules';
import { EndCounts } from './notification';
import { ExpectedCost } from './price';
import { Audience, FrozenAudience } from './segment';

export const CampaignStatus = Type.Union([
  Type.Literal('DRAFT'),
  Type.Literal('SCHEDULED'),
  Type.Literal('SENDING'),
  Type.Literal('PAUSED'),
  Type.Literal('SENT'),
  Type.Literal('CANCELLED'),
]);
export type CampaignStatus = Static<typeof CampaignStatus>;

/** What the campaign list can be filtered by, besides a period. */
export const campaignFilter = {
  status: Type.Optional(CampaignStatus),
  search: Type.Optional(Type.String()),
  tag: Type.Optional(Type.String()),
  approval: Type.Optional(ApprovalState),
  isArchived: Type.Optional(Type.Boolean()),
};

/** The senders of the campaign. A channel without an entry uses its default sender. */
const senders = { senders: Type.Optional(NamedSenders) };

/** Whom the campaign targets besides its groups, and whom it doesn't reach. Absent: only the groups. */
const audience = { audience: Type.Optional(Audience) };

/** What the HTML of the email is made from. Absent: the HTML was written as it is. */
const emailSource = { emailSource: Type.Optional(EmailSource) };

/** The files of other messages than the email, by ID. Null: none. Absent: no change. */
const MediaIds = Type.Object({
  WHATSAPP: Type.Optional(Nullable(Id)),
  SMS: Type.Optional(Nullable(Id)),
} satisfies Record<MediaChannel, object>);

/** The uploaded files of the messages. `attachments`: those of the email, in order. Absent: no change. */
export const attachedFiles = {
  attachments: Type.Optional(Type.Array(Id)),
  media: Type.Optional(MediaIds),
};

/** The rate that paused a run. */
const ExceededRate = Type.Union([Type.Literal('BOUNCE_RATE'), Type.Literal('COMPLAINT_RATE')]);
type ExceededRate = Static<typeof ExceededRate>;

/** Why a scheduled campaign did not start. */
export type NotStartedReason =
  | 'TOO_LATE'
  | 'ACCOUNT_SUSPENDED'
  | 'GROUPS_MISSING'
  | 'AUDIENCE_MISSING'
  | 'SENDERS_MISSING'
  | 'ATTACHMENTS_MISSING'
  | 'SPENDING_LIMIT';

/** Why Carillon paused or canceled a campaign, or why a running one waits. */
export type StatusReason = ExceededRate | NotStartedReason | 'PAUSED_TOO_LONG' | 'RUNNING_LIMIT';
const StatusReason = Type.Unsafe<StatusReason>(Type.String());

/** An incomplete draft has the name `''`, no groups, or neither a body nor a template. */
export const Campaign = Type.Object({
  id: Id,
  userId: Id,
  name: Type.String(),
  content: CampaignContent,
  ...emailSource,
  ...senders,
  groups: Type.Array(Id),
  ...audience,
  status: CampaignStatus,
  statusReason: Nullable(StatusReason),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** The scheduled start, and the maximum delay in seconds; null: manual. */
  scheduledAt: Nullable(Timestamp),
  maxLateness: Nullable(Type.Integer()),
  publishedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
  /** Absent: none. */
  tags: Type.Optional(Type.Array(Type.String())),
  /** Absent: false. */
  isArchived: Type.Optional(Type.Boolean()),
  /** Absent: nobody has asked for an approval. */
  approval: Type.Optional(Approval),
});
export type Campaign = Static<typeof Campaign>;

/** What lists show of a campaign besides its name and status. `channels`: those with a message. */
export const CampaignOutline = Type.Object({
  id: Id,
  channels: Type.Array(Channel),
  groups: Type.Array(Id),
  segments: Type.Array(Id),
  scheduledAt: Nullable(Timestamp),
  publishedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
  /** Absent: none. */
  tags: Type.Optional(Type.Array(Type.String())),
  /** Absent: nobody has asked for an approval. */
  approval: Type.Optional(ApprovalState),
});
export type CampaignOutline = Static<typeof CampaignOutline>;

/** An order to the dispatcher. `rev` orders the events of one campaign. An event older than a known one is ignored. */
export const CampaignPublished = Type.Object({
  campaignId: Id,
  rev: Type.Integer(),
  run: Type.Integer(),
  userId: Id,
  plan: Plan,
  content: SentContent,
  ...senders,
  ...compiledEmails,
  groups: Type.Array(Id),
  audience: Type.Optional(FrozenAudience),
  /** Absent: it wasn't estimated, because the account has no limit. */
  expectedCost: Type.Optional(ExpectedCost),
  publishedAt: Timestamp,
});
export type CampaignPublished = Static<typeof CampaignPublished>;
/** The names of the event of an order. Dispatchers of release 0.3.0 know only the first one. */
export type OrderName =
  | 'campaign.published'
  | 'campaign.published-to-audience'
  | 'campaign.published-in-liquid'
  | 'campaign.published-with-attachments'
  | 'campaign.published-with-translations';

/** The event of an order. A dispatcher that would ignore a part of the order must not know it. */
export function orderName({ content, audience }: Pick<CampaignPublished, 'content' | 'audience'>): OrderName {
  if (content.translations) return 'campaign.published-with-translations';
  if (content.attachments || content.media) return 'campaign.published-with-attachments';
  if (content.liquid) return 'campaign.published-in-liquid';
  return audience ? 'campaign.published-to-audience' : 'campaign.published';
}

/** A decision about a published campaign, identified by the event's name. */
export const CampaignChanged = Type.Object({ campaignId: Id, rev: Type.Integer(), userId: Id });
export type CampaignChanged = Static<typeof CampaignChanged>;

/**
 * The recipients of a retry, by the `states` of their deliveries. `reasons` null: temporary reasons that ran out of
 * attempts (for UNCONFIRMED: all reasons). `channels` null: all.
 */
export const RetrySelection = Type.Object({
  states: Type.Array(Type.Union([Type.Literal('FAILED'), Type.Literal('UNCONFIRMED')]), { minItems: 1 }),
  channels: Nullable(Type.Array(Channel)),
  reasons: Nullable(Type.Array(Type.String())),
});
export type RetrySelection = Static<typeof RetrySelection>;

/** A further run of a campaign that was SENT. `run` counts the runs from 1. */
export const CampaignRetried = Type.Object({
  ...CampaignChanged.properties,
  run: Type.Integer(),
  selection: RetrySelection,
});
export type CampaignRetried = Static<typeof CampaignRetried>;

/**
 * A warning of a preview. `GMAIL_CLIPS`: Gmail shows only the beginning of the large email. `NOT_UNDERSTOOD`: `source`
 * belongs to another template language.
 */
export const PreviewWarning = Type.Object({
  code: Type.Union([Type.Literal('GMAIL_CLIPS'), Type.Literal('NOT_UNDERSTOOD')]),
  source: Nullable(Type.String()),
  detail: Type.String(),
});
export type PreviewWarning = Static<typeof PreviewWarning>;

/**
 * The messages for one person, or null if the channel has no message or only a template, and the keys without a value.
 */
export const CampaignPreview = Type.Object({
  EMAIL: Nullable(Type.Object({ subject: Type.String(), html: Type.String(), text: Type.String() })),
  WHATSAPP: Nullable(Type.Object({ text: Type.String() })),
  SMS: Nullable(Type.Object({ text: Type.String(), encoding: Type.String(), segments: Type.Integer() })),
  /** The template of WhatsApp with the person's values. Null: none. Absent: the campaign service is of 0.3.0. */
  whatsappTemplate: Type.Optional(
    Nullable(
      Type.Object({ contentSid: Type.String(), variables: Type.Record(Type.String(), Type.String()) }),
    ),
  ),
  missingKeys: Type.Array(Type.String()),
  /** The language of the translation. Null: none fits the person. Absent: the campaign has none. */
  translation: Type.Optional(Nullable(Type.String())),
  /** Keys in tags of the email without quotes around them. */
  unquotedKeys: Type.Array(Type.String()),
  warnings: Type.Array(PreviewWarning),
});
export type CampaignPreview = Static<typeof CampaignPreview>;

const Start = Type.Object({
  /** The ID of the publish request; repeats get the same reply. */
  requestId: Id,
  /** Null: now. */
  scheduledAt: Nullable(Timestamp),
  /** Seconds; null: the default. If it would start later than that after `scheduledAt`, it does not start at all. */
  maxLateness: Nullable(Type.Integer()),
});
/** `by`: the key, for the audit trail. */
const requester = { by: By };
const One = Type.Object({ userId: Id, id: Id });
/** A transition from one status to another. Repeats of the same request have no effect. */
const Step = Type.Object({ ...One.properties, requestId: Id, ...requester });

/** A request for an approval, or a decision about it. Repeats of the same request have no effect. */
const Decision = Type.Object({
  ...One.properties,
  requestId: Id,
  actor: ApprovalActor,
  note: Nullable(Type.String()),
});

/** A large email waits until other large emails are compiled. */
const COMPILE_TIMEOUT_MS = 10_000;

export const campaignMessages = {
  /** `start`: publish immediately. If that is rejected, nothing is stored. Groups are unique, in order. */
  'campaign.create': command(
    'campaign',
    Type.Object({
      id: Id,
      userId: Id,
      name: Type.String(),
      content: CampaignContent,
      ...senders,
      groups: Type.Array(Id),
      ...audience,
      start: Nullable(Start),
      ...requester,
    }),
    Campaign,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /**
   * Stores a draft that may be incomplete. Groups are unique, in order. With `emailSource`, the content has no email:
   * the service makes it. layout_not_found for an unknown layout of a design.
   */
  'campaign.create-draft': command(
    'campaign',
    Type.Object({
      id: Id,
      userId: Id,
      name: Type.String(),
      content: CampaignContent,
      ...newTranslations,
      emailSource: Type.Optional(WrittenSource),
      ...attachedFiles,
      ...senders,
      groups: Type.Array(Id),
      ...audience,
      /** Absent: unknown. */
      by: Type.Optional(By),
    }),
    Campaign,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /**
   * Changes only the given fields of a draft; `senders` replaces all. If it was edited or published since
   * `ifUpdatedAt`: campaign_changed.
   */
  'campaign.update': command(
    'campaign',
    Type.Object({
      ...One.properties,
      name: Type.Optional(Type.String()),
      content: WrittenContentChanges,
      /** Replaces the HTML of the email. Null: keeps the HTML, which is edited by itself from now on. */
      emailSource: Type.Optional(Nullable(WrittenSource)),
      /** Replaces all files. */
      ...attachedFiles,
      ...senders,
      groups: Type.Optional(Type.Array(Id)),
      /** Replaces the whole audience. */
      ...audience,
      ifUpdatedAt: Type.Optional(Timestamp),
      /** Who edits: recorded if the edit withdraws an approval. */
      actor: Type.Optional(ApprovalActor),
    }),
    Campaign,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /** A draft with the same content and a new ID. */
  'campaign.duplicate': command(
    'campaign',
    Type.Object({ ...One.properties, copyId: Id, by: Type.Optional(By) }),
    Campaign,
  ),
  /**
   * For a subscriber, or for `extraData`. `translation`: the language of the texts; null: the texts for everyone; absent:
   * those for the person. `unsubscribeUrl` replaces each recipient's own link. Errors: validation_failed for a language
   * without a translation.
   */
  'campaign.preview': command(
    'campaign',
    Type.Object({
      ...One.properties,
      subscriberId: Nullable(Id),
      extraData: Variables,
      translation: Type.Optional(Nullable(Type.String())),
      unsubscribeUrl: Type.String(),
    }),
    CampaignPreview,
    { timeoutMs: 10_000 },
  ),
  'campaign.publish': command(
    'campaign',
    Type.Object({ ...One.properties, start: Start, ...requester }),
    Campaign,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /**
   * Asks for an approval of a complete draft, as it is now. It replaces an earlier request. Errors: those of
   * campaign.publish.
   */
  'campaign.request-approval': command(
    'campaign',
    Type.Object({ ...Decision.properties, start: Nullable(ApprovalStart) }),
    Campaign,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /** Takes a request or an approval back. Errors: approval_not_pending if there is none. */
  'campaign.withdraw-approval': command('campaign', Decision, Campaign),
  /**
   * Approves what was requested, and starts or schedules the campaign if the request says so, in one write. Errors:
   * approval_not_pending; campaign_changed if it is another request; own_approval_request; insufficient_scope unless the
   * role of the member allows it now; those of campaign.publish.
   */
  'campaign.approve': command('campaign', Type.Object({ ...Decision.properties, approvalId: Id }), Campaign, {
    timeoutMs: COMPILE_TIMEOUT_MS,
  }),
  /** Errors: as for campaign.approve, without those of campaign.publish. */
  'campaign.reject': command('campaign', Type.Object({ ...Decision.properties, approvalId: Id }), Campaign),
  /** If it is paused already, returns the campaign. From any other wrong status: campaign_wrong_status. */
  'campaign.pause': command('campaign', Step, Campaign),
  'campaign.resume': command('campaign', Step, Campaign),
  'campaign.cancel': command('campaign', Step, Campaign),
  'campaign.unschedule': command('campaign', Step, Campaign),
  /** Changes the time of a SCHEDULED campaign. `maxLateness` null: stays. From another status: campaign_wrong_status. */
  'campaign.reschedule': command(
    'campaign',
    Type.Object({ ...Step.properties, scheduledAt: Timestamp, maxLateness: Nullable(Type.Integer()) }),
    Campaign,
  ),
  'campaign.retry': command(
    'campaign',
    Type.Object({ ...Step.properties, selection: RetrySelection }),
    Campaign,
    { timeoutMs: 10_000 },
  ),
  'campaign.get': command('campaign', Type.Object({ userId: Id, id: Id }), Campaign),
  /**
   * Newest first; a page never exceeds about 1 MiB (one campaign may be larger). `search`: a part of the name, in any
   * case. `tag`: campaigns with this tag. `approval`: campaigns whose request for approval has this state. `isArchived`: only campaigns in the archive, or only the others. `since` and
   * `until`: the period of the start, or of the scheduled time of a campaign that hasn't started. A filtered page may have
   * few or no items even if more follow. `isSummary`: without bodies and templates, as if the campaigns had none.
   */
  'campaign.list': read(
    'campaign',
    Type.Object({
      userId: Id,
      ...PageRequest,
      ...campaignFilter,
      since: Type.Optional(Timestamp),
      until: Type.Optional(Timestamp),
      isSummary: Type.Optional(Type.Boolean()),
    }),
    Page(Campaign),
  ),
  /** Those among these campaigns that exist, in any order. */
  'campaign.outlines': read(
    'campaign',
    Type.Object({ userId: Id, ids: Type.Array(Id) }),
    Type.Object({ items: Type.Array(CampaignOutline) }),
  ),
  /**
   * Adds and removes tags, and moves campaigns to the archive or back. Returns the campaigns that exist. Errors:
   * campaign_wrong_status for a campaign that is scheduled or running; validation_failed for too many tags. In both cases,
   * no campaign changes.
   */
  'campaign.organize': command(
    'campaign',
    Type.Object({
      userId: Id,
      ids: Type.Array(Type.String()),
      addTags: Type.Array(Type.String()),
      removeTags: Type.Array(Type.String()),
      isArchived: Type.Optional(Type.Boolean()),
      ...requester,
    }),
    Type.Object({ ids: Type.Array(Id) }),
  ),
  /** The tags of the user's campaigns, the most frequent first. */
  'campaign.tags': read(
    'campaign',
    Type.Object({ userId: Id, limit: Type.Integer({ minimum: 1 }) }),
    Type.Object({ items: Type.Array(Type.Object({ name: Type.String(), campaigns: Type.Integer() })) }),
  ),
  'campaign.delete': command(
    'campaign',
    // draftsOnly: the caller can't delete published campaigns. Errors: insufficient_scope, and nothing is deleted.
    Type.Object({
      userId: Id,
      ids: Type.Array(Type.String()),
      draftsOnly: Type.Optional(Type.Boolean()),
      ...requester,
    }),
    Deleted,
  ),
  /** Whether a scheduled, sending, or paused campaign targets the group. */
  'campaign.targets-group': command(
    'campaign',
    Type.Object({ userId: Id, groupId: Id }),
    Type.Object({ inUse: Type.Boolean() }),
  ),

  /** Whether a scheduled, sending, or paused campaign uses the segment. */
  'campaign.targets-segment': command(
    'campaign',
    Type.Object({ userId: Id, segmentId: Id }),
    Type.Object({ inUse: Type.Boolean() }),
  ),

  'campaign.published': event(['dispatcher.events'], CampaignPublished),
  /**
   * The same for an order with an `audience`. A dispatcher of release 0.3.0 would ignore the audience, so it must not know
   * the event: the order waits for a dispatcher of this release.
   */
  'campaign.published-to-audience': event(['dispatcher.events'], CampaignPublished),
  /** The same for a content in Liquid, to any audience. */
  'campaign.published-in-liquid': event(['dispatcher.events'], CampaignPublished),
  /** The same for a content with files, in any language and to any audience. */
  'campaign.published-with-attachments': event(['dispatcher.events'], CampaignPublished),
  /** The same for a content in several languages, with or without files. */
  'campaign.published-with-translations': event(['dispatcher.events'], CampaignPublished),
  'campaign.deleted': event(['dispatcher.events'], CampaignChanged),
  'campaign.paused': event(['dispatcher.events'], CampaignChanged),
  'campaign.resumed': event(['dispatcher.events'], CampaignChanged),
  'campaign.cancelled': event(['dispatcher.events'], CampaignChanged),
  'campaign.retried': event(['dispatcher.events'], CampaignRetried),
  /** The bounce or complaint rate of this run exceeds its limit, so the run must be paused. */
  'campaign.returned-too-often': event(
    ['campaign.events'],
    Type.Object({
      campaignId: Id,
      run: Type.Integer(),
      reason: ExceededRate,
    }),
  ),
  /** More emails of this run bounced than members want to be notified about. May be repeated. */
  'campaign.bounced-often': event(
    ['campaign.events'],
    Type.Object({ campaignId: Id, run: Type.Integer(), rate: Type.Number() }),
  ),
  /** Every delivery of this run has a final state. `counts`: absent from a dispatcher of release 0.3.0. */
  'campaign.completed': event(
    ['campaign.events'],
    Type.Object({
      campaignId: Id,
      run: Type.Integer(),
      finishedAt: Timestamp,
      counts: Type.Optional(EndCounts),
    }),
  ),
};
