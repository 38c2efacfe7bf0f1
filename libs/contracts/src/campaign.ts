import { type Static, Type } from '@sinclair/typebox';
import { Plan } from './channels';
import { command, event, read } from './define';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';

export const CampaignStatus = Type.Union([
  Type.Literal('DRAFT'),
  Type.Literal('SCHEDULED'),
  Type.Literal('SENDING'),
  Type.Literal('PAUSED'),
  Type.Literal('SENT'),
  Type.Literal('CANCELLED'),
]);
export type CampaignStatus = Static<typeof CampaignStatus>;

/** What is said, per channel; null where the channel has no message. `name` is the subject of the email. */
const content = {
  name: Type.String(),
  emailBody: Nullable(Type.String()),
  whatsappBody: Nullable(Type.String()),
  smsBody: Nullable(Type.String()),
  /** Asked for; whether it takes effect is decided by the plan at publish. */
  removeCredits: Type.Boolean(),
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
export const CampaignStopped = Type.Object({ campaignId: Id, rev: Type.Integer(), userId: Id });
export type CampaignStopped = Static<typeof CampaignStopped>;

const Start = Type.Object({
  /** The one who publishes; repeats of the same request answer as the first did. */
  requestId: Id,
});

export const campaignMessages = {
  /** `start`: publish at once; refused = nothing stored. Groups are unique, in order. */
  'campaign.create': command(
    'campaign',
    Type.Object({ id: Id, userId: Id, ...content, groups: Type.Array(Id), start: Nullable(Start) }),
    Campaign,
  ),
  'campaign.publish': command('campaign', Type.Object({ userId: Id, id: Id, start: Start }), Campaign),
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
  'campaign.deleted': event(['dispatcher.events'], CampaignStopped),
  /** The dispatcher has brought every delivery of this run to its end. */
  'campaign.completed': event(
    ['campaign.events'],
    Type.Object({ campaignId: Id, run: Type.Integer(), finishedAt: Timestamp }),
  ),
};
