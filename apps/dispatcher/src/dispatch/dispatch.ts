import {
  type Costs,
  type EndCounts,
  type ExpectedCost,
  type FirstOf,
  type FrozenAudience,
  type NamedSenders,
  type SenderChange,
  type Plan,
  type RetrySelection,
  type SendingProfile,
  type Timeline,
  type WaitingReason,
  type WebhookEventType,
  channels,
} from '@carillon/contracts';
import { type Plain, collection, part } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import {
  type Model,
  Schema as MongooseSchema,
  type QueryFilter,
  Types,
  type UpdateQuery,
  type mongo,
} from 'mongoose';
import type { FinalCounts, PlanCursor } from '../ledger';
import type { Brief } from './content-store';

export type Routes = SendingProfile['routes'];

type DispatchState = 'OPEN' | 'PAUSED' | 'CANCELLED' | 'DONE';

/** Why an open dispatch does not progress. */
export interface Obstacle {
  reason: WaitingReason;
  since: Date;
  /** The time of the next attempt. Null: attempts are continuous. */
  nextTryAt: Date | null;
}

/** An obstacle with a definite next attempt. */
export interface Postponement extends Obstacle {
  nextTryAt: Date;
}

/** The reason why pages can't be planned or batches can't be leased. Null: no reason. */
interface Obstacles {
  planning: Obstacle | null;
  leasing: Obstacle | null;
}

/** A further run whose recipients are being looked up. */
export interface Retry {
  selection: RetrySelection;
  /** Whether the routes of this run are fixed. */
  routed: boolean;
  /** The last batch that was checked. */
  after: string | null;
}

export interface CompletedEvent {
  id: string;
  type: 'campaign.completed';
  run: number;
  finishedAt: Date;
  /** Absent: stored by release 0.3.0. */
  counts?: EndCounts;
}

/** A webhook event of the campaign that is not published yet. */
export interface PendingWebhookEvent {
  id: string;
  type: WebhookEventType;
  at: Date;
  run: number;
}

/** A change of a sender of the dispatch. */
export type NotedChange = SenderChange & { id: string };

/** Costs that can be summed up by the database. */
export interface StoredCosts extends Costs {
  at: Date;
  isEstimated: boolean;
  /** `total` in billionths. */
  sum: mongo.Decimal128;
}

const CursorSchema = new MongooseSchema<PlanCursor>({ group: Number, after: String }, part);
const RetrySchema = new MongooseSchema<Retry>({ selection: Object, routed: Boolean, after: String }, part);
const ObstacleSchema = new MongooseSchema<Obstacle>({ reason: String, since: Date, nextTryAt: Date }, part);
const ObstaclesSchema = new MongooseSchema({ planning: ObstacleSchema, leasing: ObstacleSchema }, part);
const PlannerSchema = new MongooseSchema({ holder: String, until: Date }, part);
const CancellationSchema = new MongooseSchema({ lookAt: Date, again: Boolean }, part);
const CompletedSchema = new MongooseSchema(
  { id: String, type: { type: String }, run: Number, finishedAt: Date, counts: Object },
  part,
);

/** The sending of one campaign, with the same `_id`: its order, its planning progress, and its end. */
@Schema(collection('dispatches'))
export class DispatchRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) user!: ObjectId;
  @Prop({ type: [Types.ObjectId] }) groups!: ObjectId[];
  /** Segments and exclusions. Absent: only the groups. */
  @Prop({ type: Object }) audience?: FrozenAudience;
  @Prop({ type: String }) plan!: Plan;
  /** The highest rev of the campaign received so far. Older events are ignored. */
  @Prop({ type: Number }) rev!: number;
  @Prop({ type: Number }) run!: number;
  @Prop({ type: String }) state!: DispatchState;
  /** The state that the newest event requested, other than an end. A run whose order hasn't arrived starts in it. */
  @Prop({ type: String }) wanted!: 'OPEN' | 'PAUSED';
  @Prop({ type: Date }) publishedAt!: Date;
  @Prop({ type: Date }) startedAt!: Date | null;
  /** When the dispatch was last resumed. Null: never. */
  @Prop({ type: Date }) resumedAt!: Date | null;
  @Prop({ type: Date }) finishedAt!: Date | null;
  /** The senders that the campaign names. Absent: none. */
  @Prop({ type: Object }) senders?: NamedSenders;
  /** The route of each channel, fixed when planning begins. Null: planning has not begun. */
  @Prop({ type: Object }) routes!: Routes | null;
  /**
   * Whether pages are planned without delivery keys, because the audience is a single group, in which no two members
   * share an address on a channel. Set with the routes. Absent: the dispatch has keys.
   */
  @Prop({ type: Boolean }) keyless?: true;
  /** The list of prices, fixed with the routes. Absent: there was none. */
  @Prop({ type: String }) priceListId?: string;
  /** What the campaign was expected to cost when it was published. Absent: it wasn't estimated. */
  @Prop({ type: Object }) expectedCost?: ExpectedCost;
  /** What the campaign costs, as of its end. Absent: it wasn't counted yet. */
  @Prop({ type: Object }) costs?: StoredCosts;
  /** Whether the costs must be counted after the end of the run. Used only for searches. Absent: no. */
  @Prop({ type: Boolean }) costsDue?: true;
  /** Changes to the senders while the dispatch was running. Absent: none. */
  @Prop({ type: [Object], default: undefined }) senderChanges?: NotedChange[];
  /** Where the next page begins. Null: all pages are planned. */
  @Prop({ type: CursorSchema }) cursor!: PlanCursor | null;
  /** The number of planned pages. */
  @Prop({ type: Number }) step!: number;
  @Prop({ type: Boolean }) planned!: boolean;
  /** The time of the last erasure (database time). Pages that were read earlier are no longer stored. Absent: none. */
  @Prop({ type: Date }) pagesReadFrom?: Date;
  /**
   * No planner may claim the dispatch before this time (database time), because `holder` plans it or, if `holder` is
   * null, it is postponed.
   */
  @Prop({ type: PlannerSchema }) planner!: { holder: string | null; until: Date } | null;
  /** When the last page was planned. */
  @Prop({ type: Date }) lastStepAt!: Date;
  /** Consecutive attempts that planned no page. */
  @Prop({ type: Number }) planFailures!: number;
  @Prop({ type: RetrySchema }) retry!: Retry | null;
  /** The trace context of the order that started the run. Absent if the trace is not sampled. */
  @Prop({ type: String }) traceparent?: string;
  @Prop({ type: ObstaclesSchema }) obstacles!: Obstacles;
  @Prop({ type: Object }) final!: FinalCounts | null;
  /** Set while `final` is out of date: identifies the last change of the ledger after the end. */
  @Prop({ type: String }) countAgain?: string;
  /** Stored when the ledger is deleted. Absent: the ledger still has the times. */
  @Prop({ type: Object }) timeline?: Timeline;
  @Prop({ type: [CompletedSchema] }) pending!: CompletedEvent[];
  /** Webhook events that are not published yet. Absent: none. */
  @Prop({ type: [Object], default: undefined }) pendingWebhookEvents?: PendingWebhookEvent[];
  /**
   * Set while the remaining batches of a canceled dispatch are being canceled: the time of the next check, and
   * whether the check is a repeat.
   */
  @Prop({ type: CancellationSchema }) cancellation!: { lookAt: Date; again: boolean } | null;
  /** Whether the ledger of its recipients exists, is being deleted, or is deleted. */
  @Prop({ type: String }) ledger!: 'KEPT' | 'DELETING' | 'DELETED';
  /** When the ledger will be deleted. Set while the state is DELETING. */
  @Prop({ type: Date }) deleteAt!: Date | null;
  @Prop({ type: Boolean }) removedOnce!: boolean;
  /** The user has deleted the campaign. Absent: no, or a process of release 0.3.0 received the deletion. */
  @Prop({ type: Boolean }) deleted?: true;
}

export type DispatchDocument = Plain<DispatchRecord>;

/** The states in which a dispatch may still send. */
export const underWay: DispatchState[] = ['OPEN', 'PAUSED'];

/**
 * Whether a page can still be stored, for more recipients or for further channels. A dispatch that is canceled during planning stays unchanged, and is never marked
 * as planned.
 */
export function mayGetPages({
  state,
  planned,
  audience,
}: Pick<DispatchDocument, 'state' | 'planned' | 'audience'>): boolean {
  return (!planned || fallsBack({ audience })) && underWay.includes(state);
}

/** Whether failed deliveries of a dispatch lead to deliveries on other channels. */
export function fallsBack({ audience }: { audience?: FrozenAudience | undefined }): boolean {
  return audience?.first?.fallbackHours != null;
}

/** Matches such dispatches. */
export const mayFallBack = { 'audience.first.fallbackHours': { $gt: 0 } } as const;

/** Matches dispatches that can be planned, and those whose order hasn't arrived. */
export const mayBePlanned = { state: 'OPEN', planned: false } as const;

/** The index of a user's running dispatches. */
export const UNDER_WAY_OF = { user: 1, state: 1 } as const;

/** Matches a further run that has not checked all batches yet. */
export const isRetried = { 'retry.routed': { $exists: true } };

/** Matches dispatches with pending webhook events. */
export const hasPendingWebhookEvents = { 'pendingWebhookEvents.id': { $exists: true } };

/** The index that finds the dispatches of a user, oldest first. */
export const OF_USER = { user: 1, _id: 1 } as const;

/** Finds the campaigns of a user by the time of their publishing. */
export const BY_PUBLISHING = 'byPublishing';

export const DispatchSchema = SchemaFactory.createForClass(DispatchRecord)
  .index(OF_USER)
  .index({ user: 1, publishedAt: 1 }, { name: BY_PUBLISHING })
  .index({ countAgain: 1 }, { partialFilterExpression: { countAgain: { $exists: true }, ledger: 'KEPT' } })
  .index({ state: 1, planned: 1 }, { partialFilterExpression: { state: { $in: underWay } } })
  .index(
    { state: 1, planned: 1, user: 1, lastStepAt: 1 },
    { name: 'toPlan', partialFilterExpression: mayBePlanned },
  )
  .index(UNDER_WAY_OF, { partialFilterExpression: { state: { $in: underWay } } })
  .index({ 'pending.id': 1 }, { partialFilterExpression: { 'pending.id': { $exists: true } } })
  .index({ deleteAt: 1 }, { partialFilterExpression: { ledger: 'DELETING' } })
  .index(
    { 'cancellation.lookAt': 1 },
    { partialFilterExpression: { 'cancellation.lookAt': { $exists: true } } },
  )
  .index({ costsDue: 1, finishedAt: 1 }, { partialFilterExpression: { costsDue: true } })
  .index({ finishedAt: 1 }, { name: 'ended', partialFilterExpression: { ledger: 'KEPT' } })
  .index({ 'retry.routed': 1 }, { partialFilterExpression: isRetried })
  .index(
    { user: 1, 'pendingWebhookEvents.id': 1 },
    { name: 'webhookEventsOfUser', partialFilterExpression: hasPendingWebhookEvents },
  );

/** A dispatch as used outside the store. */
export interface Dispatch extends Omit<DispatchDocument, '_id' | 'user' | 'groups'> {
  campaign: string;
  user: string;
  groups: string[];
}

/** A dispatch with fixed routes. */
export type Plannable = Dispatch & { routes: Routes };

/** A dispatch that may send. */
export type SendingDispatch = Pick<Dispatch, 'campaign' | 'user' | 'routes'>;

/** A dispatch with a further run whose recipients are being looked up. */
export type Retrying = Dispatch & { retry: Retry };

/** The number of sources of a dispatch: its groups, and then its segments. */
export function sourcesOf({ groups, audience }: Pick<Dispatch, 'groups' | 'audience'>): number {
  return groups.length + (audience?.segments.length ?? 0);
}

/**
 * The channels on which a campaign can send to people who get one message each, in its order. Channels that its order
 * doesn't name come last. Undefined: every address of a person is a recipient.
 */
export function firstOf(
  { audience, routes, groups }: Pick<Plannable, 'audience' | 'routes' | 'groups'>,
  brief: Brief,
): FirstOf | undefined {
  if (!audience?.first) return undefined;
  const { order } = audience.first;
  const all = [...order, ...channels.filter((channel) => !order.includes(channel))];
  return {
    order: all.filter((channel) => brief.channels.includes(channel) && routes[channel]),
    groupIds: audience.segments.length > 0 ? null : groups,
  };
}

/** The run of a campaign whose order hasn't arrived. Later events are stored, and no message is sent. */
export const NOT_OPENED = 0;

/** The stored state of a campaign whose order hasn't arrived. */
export function notOpened(campaign: string, user: string): DispatchDocument {
  return {
    _id: new ObjectId(campaign),
    user: new ObjectId(user),
    groups: [],
    plan: 'FREE',
    rev: 0,
    run: NOT_OPENED,
    state: 'OPEN',
    wanted: 'OPEN',
    publishedAt: new Date(0),
    startedAt: null,
    resumedAt: null,
    finishedAt: null,
    routes: null,
    cursor: null,
    step: 0,
    planned: false,
    planner: null,
    lastStepAt: new Date(0),
    planFailures: 0,
    retry: null,
    obstacles: { planning: null, leasing: null },
    final: null,
    pending: [],
    cancellation: null,
    ledger: 'KEPT',
    deleteAt: null,
    removedOnce: false,
  };
}

export function toDispatch({ _id, user, groups, ...rest }: DispatchDocument): Dispatch {
  return { ...whose({ _id, user }), groups: groups.map((group) => group.toHexString()), ...rest };
}

export function whose({ _id, user }: Pick<DispatchDocument, '_id' | 'user'>) {
  return { campaign: _id.toHexString(), user: user.toHexString() };
}

/** Keeps the start time of an obstacle that continues for the same reason. */
export function obstacleSince(before: Obstacle | null, obstacle: Obstacle): Obstacle {
  return before?.reason === obstacle.reason ? { ...obstacle, since: before.since } : obstacle;
}

export type Filter = QueryFilter<DispatchDocument>;

export const key = (campaign: string) => ({ _id: new ObjectId(campaign) });

/** Matches dispatches that no planner has claimed. */
export const unclaimed = (now: Date) => [{ planner: null }, { 'planner.until': { $lt: now } }];

/** Changes the first matching dispatch. Returns false if none matches. */
export async function change(
  dispatches: Model<DispatchDocument>,
  filter: Filter,
  update: UpdateQuery<DispatchDocument>,
): Promise<boolean> {
  return (await dispatches.updateOne(filter, update)).matchedCount === 1;
}
