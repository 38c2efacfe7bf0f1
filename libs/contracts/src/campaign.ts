import { type Static, Type } from '@sinclair/typebox';
import { Bodies, Channel, Plan } from './channels';
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

/** What is said. `name` is the subject of the email. */
const content = {
  name: Type.String(),
  bodies: Bodies,
  /** Instead of a text on WhatsApp, or where a text would not be let through. */
  whatsappTemplate: Nullable(WhatsappTemplate),
  /** Asked for; whether it takes effect is decided by the plan at publish. */
  shouldRemoveWatermark: Type.Boolean(),
};

export const Campaign = Type.Object({
  id: Id,
  userId: Id,
  ...content,
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

/** An order to the dispatcher. `rev` orders the events of one campaign; an older one than known is ignored. */
export const CampaignPublished = Type.Object({
  campaignId: Id,
  rev: Type.Integer(),
  run: Type.Integer(),
  userId: Id,
  plan: Plan,
  ...content,
  groups: Type.Array(Id),
  publishedAt: Timestamp,
});
export type CampaignPublished = Static<typeof CampaignPublished>;
/** What was decided about a campaign after it was published; the name of the event says what. */
export const CampaignChanged = Type.Object({ campaignId: Id, rev: Type.Integer(), userId: Id });
export type CampaignChanged = Static<typeof CampaignChanged>;

/**
 * Whom a retry sends to, of the deliveries in one of these `states`. `reasons` null: temporary ones that ran out of attempts
 * (of UNCONFIRMED: all). `channels` null: all.
 */
export const RetrySelection = Type.Object({
  states: Type.Array(Type.Union([Type.Literal('FAILED'), Type.Literal('UNCONFIRMED')]), { minItems: 1 }),
  channels: Nullable(Type.Array(Channel)),
  reasons: Nullable(Type.Array(Type.String())),
});
export type RetrySelection = Static<typeof RetrySelection>;

/** A further run of a campaign that was SENT. `run` counts them from 1. */
export const CampaignRetried = Type.Object({
  ...CampaignChanged.properties,
  run: Type.Integer(),
  selection: RetrySelection,
});
export type CampaignRetried = Static<typeof CampaignRetried>;

/** What one person would be sent, null where nothing is said or only a template is; and the keys that they have nothing for. */
export const CampaignPreview = Type.Object({
  EMAIL: Nullable(Type.Object({ subject: Type.String(), html: Type.String(), text: Type.String() })),
  WHATSAPP: Nullable(Type.Object({ text: Type.String() })),
  SMS: Nullable(Type.Object({ text: Type.String(), encoding: Type.String(), segments: Type.Integer() })),
  missingKeys: Type.Array(Type.String()),
});
export type CampaignPreview = Static<typeof CampaignPreview>;

const Start = Type.Object({
  /** The one who publishes; repeats of the same request answer as the first did. */
  requestId: Id,
  /** Null: now. */
  scheduledAt: Nullable(Timestamp),
  /** Seconds; null: the usual. Started later than that after `scheduledAt`, it is not started at all. */
  maxLateness: Nullable(Type.Integer()),
});
const One = Type.Object({ userId: Id, id: Id });
/** A step from one status to another; repeats of the same request take none. */
const Step = Type.Object({ ...One.properties, requestId: Id });

export const campaignMessages = {
  /** `start`: publish at once; refused = nothing stored. Groups are unique, in order. */
  'campaign.create': command(
    'campaign',
    Type.Object({ id: Id, userId: Id, ...content, groups: Type.Array(Id), start: Nullable(Start) }),
    Campaign,
  ),
  /** Of a draft only what is given; a message or template that is null is taken away. */
  'campaign.update': command(
    'campaign',
    Type.Object({
      ...One.properties,
      ...Type.Partial(Type.Object({ ...content, groups: Type.Array(Id) })).properties,
      bodies: Type.Optional(Type.Partial(Bodies)),
    }),
    Campaign,
  ),
  /** A draft of the same content under an id of its own. */
  'campaign.duplicate': command('campaign', Type.Object({ ...One.properties, copyId: Id }), Campaign),
  /** For a subscriber, or for `extraData`. `unsubscribeUrl` stands in for the way that each recipient has. */
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
  'campaign.publish': command('campaign', Type.Object({ userId: Id, id: Id, start: Start }), Campaign),
  /** Done already: answers the campaign as it is. Not from this status: campaign_wrong_status. */
  'campaign.pause': command('campaign', Step, Campaign),
  'campaign.resume': command('campaign', Step, Campaign),
  'campaign.cancel': command('campaign', Step, Campaign),
  'campaign.unschedule': command('campaign', Step, Campaign),
  'campaign.retry': command(
    'campaign',
    Type.Object({ ...One.properties, requestId: Id, selection: RetrySelection }),
    Campaign,
    { timeoutMs: 10_000 },
  ),
  'campaign.get': command('campaign', Type.Object({ userId: Id, id: Id }), Campaign),
  /** Newest first; a page never exceeds about 1 MiB (one campaign may be larger). */
  'campaign.list': read('campaign', Type.Object({ userId: Id, ...PageRequest }), Page(Campaign)),
  'campaign.delete': command(
    'campaign',
    Type.Object({ userId: Id, ids: Type.Array(Type.String()) }),
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
  /** The dispatcher has brought every delivery of this run to its end. */
  'campaign.completed': event(
    ['campaign.events'],
    Type.Object({ campaignId: Id, run: Type.Integer(), finishedAt: Timestamp }),
  ),
};
