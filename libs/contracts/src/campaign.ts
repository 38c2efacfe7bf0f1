import { type Static, Type } from '@sinclair/typebox';
import { NamedSenders } from './account';
import { By } from './audit';
import { Bodies, Channel, Plan } from './channels';
import { CompiledEmail } from './compiled-email';
import { command, event, read } from './define';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp, Variables } from './field-types';

export const CampaignStatus = Type.Union([
  Type.Literal('DRAFT'),
  Type.Literal('SCHEDULED'),
  Type.Literal('SENDING'),
  Type.Literal('PAUSED'),
  Type.Literal('SENT'),
  Type.Literal('CANCELLED'),
]);
export type CampaignStatus = Static<typeof CampaignStatus>;

/** A message that WhatsApp has approved, which may begin a conversation. Each variable is a text with placeholders. */
export const WhatsappTemplate = Type.Object({
  contentSid: Type.String(),
  variables: Type.Record(Type.String(), Type.String()),
});
export type WhatsappTemplate = Static<typeof WhatsappTemplate>;

/** The content. `name` is the subject of the email. */
const content = {
  name: Type.String(),
  bodies: Bodies,
  /** Instead of a text on WhatsApp, or where WhatsApp would refuse a text. */
  whatsappTemplate: Nullable(WhatsappTemplate),
  /** Requested; the plan at publish decides whether it takes effect. */
  shouldRemoveWatermark: Type.Boolean(),
};

/** Which senders it goes out by; absent: the default sender of each channel. */
const senders = { senders: Type.Optional(NamedSenders) };

/** An incomplete draft has the name `''`, no groups, or neither a body nor a template. */
export const Campaign = Type.Object({
  id: Id,
  userId: Id,
  ...content,
  ...senders,
  groups: Type.Array(Id),
  status: CampaignStatus,
  statusReason: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** When it is to start by itself, and by how many seconds it may be late; null: manually. */
  scheduledAt: Nullable(Timestamp),
  maxLateness: Nullable(Type.Integer()),
  publishedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
});
export type Campaign = Static<typeof Campaign>;

/** An order to the dispatcher. `rev` orders the events of one campaign; an event older than a known one is ignored. */
export const CampaignPublished = Type.Object({
  campaignId: Id,
  rev: Type.Integer(),
  run: Type.Integer(),
  userId: Id,
  plan: Plan,
  ...content,
  ...senders,
  /** Absent: there is no email, or release 0.3.0 has published it. */
  compiledEmail: Type.Optional(CompiledEmail),
  groups: Type.Array(Id),
  publishedAt: Timestamp,
});
export type CampaignPublished = Static<typeof CampaignPublished>;
/** A decision about a published campaign; the event's name says which. */
export const CampaignChanged = Type.Object({ campaignId: Id, rev: Type.Integer(), userId: Id });
export type CampaignChanged = Static<typeof CampaignChanged>;

/**
 * The recipients of a retry, by the `states` of their deliveries. `reasons` null: temporary ones that ran out of
 * attempts (of UNCONFIRMED: all). `channels` null: all.
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
 * What a preview warns of. `GMAIL_CLIPS`: the email is so large that Gmail shows the beginning of it only. `NOT_UNDERSTOOD`: what
 * stands in `source` belongs to another template language.
 */
export const PreviewWarning = Type.Object({
  code: Type.Union([Type.Literal('GMAIL_CLIPS'), Type.Literal('NOT_UNDERSTOOD')]),
  source: Nullable(Type.String()),
  detail: Type.String(),
});
export type PreviewWarning = Static<typeof PreviewWarning>;

/**
 * The messages for one person, null where there is none or only a template; and the keys for which there is no value.
 */
export const CampaignPreview = Type.Object({
  EMAIL: Nullable(Type.Object({ subject: Type.String(), html: Type.String(), text: Type.String() })),
  WHATSAPP: Nullable(Type.Object({ text: Type.String() })),
  SMS: Nullable(Type.Object({ text: Type.String(), encoding: Type.String(), segments: Type.Integer() })),
  missingKeys: Type.Array(Type.String()),
  /** Keys in tags of the email without quotes around them; release 0.2.0 does not tell. */
  unquotedKeys: Type.Optional(Type.Array(Type.String())),
  /** Releases before 0.4.0 give none. */
  warnings: Type.Optional(Type.Array(PreviewWarning)),
});
export type CampaignPreview = Static<typeof CampaignPreview>;

const Start = Type.Object({
  /** The request that publishes; its repeats get the same reply. */
  requestId: Id,
  /** Null: now. */
  scheduledAt: Nullable(Timestamp),
  /** Seconds; null: the default. If it would start later than that after `scheduledAt`, it does not start at all. */
  maxLateness: Nullable(Type.Integer()),
});
/** `by`: the key, for the audit trail; gateways of 0.2 do not say it. */
const asked = { by: Type.Optional(By) };
const One = Type.Object({ userId: Id, id: Id });
/** A transition from one status to another; repeats of the same request have no effect. */
const Step = Type.Object({ ...One.properties, requestId: Id, ...asked });

/** A large email waits for others of its size to be compiled. */
const COMPILE_TIMEOUT_MS = 10_000;

export const campaignMessages = {
  /** `start`: publish at once; if that is refused, nothing is stored. Groups are unique, in order. */
  'campaign.create': command(
    'campaign',
    Type.Object({
      id: Id,
      userId: Id,
      ...content,
      ...senders,
      groups: Type.Array(Id),
      start: Nullable(Start),
      ...asked,
    }),
    Campaign,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /** Stores a draft that may be incomplete. Groups are unique, in order. */
  'campaign.create-draft': command(
    'campaign',
    Type.Object({ id: Id, userId: Id, ...content, ...senders, groups: Type.Array(Id) }),
    Campaign,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /**
   * Changes only the given fields of a draft; a message or template that is null is removed, and `senders` replaces all. If it was edited or published
   * since `ifUpdatedAt`: campaign_changed. Release 0.3.0 does not look at that.
   */
  'campaign.update': command(
    'campaign',
    Type.Object({
      ...One.properties,
      ...Type.Partial(Type.Object({ ...content, groups: Type.Array(Id) })).properties,
      ...senders,
      bodies: Type.Optional(Type.Partial(Bodies)),
      ifUpdatedAt: Type.Optional(Timestamp),
    }),
    Campaign,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /** A draft of the same content under an id of its own. */
  'campaign.duplicate': command('campaign', Type.Object({ ...One.properties, copyId: Id }), Campaign),
  /** For a subscriber, or for `extraData`. `unsubscribeUrl` stands in for each recipient's own link. */
  'campaign.preview': command(
    'campaign',
    Type.Object({
      ...One.properties,
      subscriberId: Nullable(Id),
      extraData: Variables,
      unsubscribeUrl: Type.String(),
    }),
    CampaignPreview,
    { timeoutMs: 10_000 },
  ),
  'campaign.publish': command(
    'campaign',
    Type.Object({ ...One.properties, start: Start, ...asked }),
    Campaign,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /** If it is paused already, returns the campaign. From any other wrong status: campaign_wrong_status. */
  'campaign.pause': command('campaign', Step, Campaign),
  'campaign.resume': command('campaign', Step, Campaign),
  'campaign.cancel': command('campaign', Step, Campaign),
  'campaign.unschedule': command('campaign', Step, Campaign),
  'campaign.retry': command(
    'campaign',
    Type.Object({ ...Step.properties, selection: RetrySelection }),
    Campaign,
    { timeoutMs: 10_000 },
  ),
  'campaign.get': command('campaign', Type.Object({ userId: Id, id: Id }), Campaign),
  /**
   * Newest first; a page never exceeds about 1 MiB (one campaign may be larger). `search`: a part of the name, in any case.
   * Filtered, a page may have few items or none where more follow. `isSummary`: without bodies and templates, as if there were none.
   * Release 0.3.0 does neither.
   */
  'campaign.list': read(
    'campaign',
    Type.Object({
      userId: Id,
      ...PageRequest,
      status: Type.Optional(CampaignStatus),
      search: Type.Optional(Type.String()),
      isSummary: Type.Optional(Type.Boolean()),
    }),
    Page(Campaign),
  ),
  'campaign.delete': command(
    'campaign',
    // draftsOnly: who asks may not delete what was published. Errors: insufficient_scope, and nothing is deleted.
    Type.Object({
      userId: Id,
      ids: Type.Array(Type.String()),
      draftsOnly: Type.Optional(Type.Boolean()),
      ...asked,
    }),
    Deleted,
  ),
  /** Whether a scheduled, sending or paused campaign targets the group. */
  'campaign.targets-group': command(
    'campaign',
    Type.Object({ userId: Id, groupId: Id }),
    Type.Object({ inUse: Type.Boolean() }),
  ),

  'campaign.published': event(['dispatcher.events'], CampaignPublished),
  'campaign.deleted': event(['dispatcher.events'], CampaignChanged),
  'campaign.paused': event(['dispatcher.events'], CampaignChanged),
  'campaign.resumed': event(['dispatcher.events'], CampaignChanged),
  'campaign.cancelled': event(['dispatcher.events'], CampaignChanged),
  'campaign.retried': event(['dispatcher.events'], CampaignRetried),
  /** More mails of this run bounce, or are complained of, than should: it is to be paused. Release 0.3.0 does not know it. */
  'campaign.returned-too-often': event(
    ['campaign.events'],
    Type.Object({
      campaignId: Id,
      run: Type.Integer(),
      reason: Type.Union([Type.Literal('BOUNCE_RATE'), Type.Literal('COMPLAINT_RATE')]),
    }),
  ),
  /** Every delivery of this run has a final state. */
  'campaign.completed': event(
    ['campaign.events'],
    Type.Object({ campaignId: Id, run: Type.Integer(), finishedAt: Timestamp }),
  ),
};
