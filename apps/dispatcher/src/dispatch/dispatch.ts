import type { Plan, RetrySelection, SendingProfile } from '@carillon/contracts';
import { type Plain, collection, part } from '@carillon/platform';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { FinalCounts, PlanCursor } from '../ledger';

export type Routes = SendingProfile['routes'];

type DispatchState = 'OPEN' | 'PAUSED' | 'CANCELLED' | 'DONE';

/** Why a dispatch that could go on does not. */
export interface Obstacle {
  reason: string;
  since: Date;
  /** When it is tried again; null: it is being tried all the time. */
  nextTryAt: Date | null;
}

/** It is looked at again, and not before. */
export interface Postponement extends Obstacle {
  nextTryAt: Date;
}

/** Pages cannot be planned, or batches not be given out; null: they can. */
interface Obstacles {
  planning: Obstacle | null;
  leasing: Obstacle | null;
}

/** A further run, while it is looked up who is sent to. */
export interface Retry {
  selection: RetrySelection;
  /** The routes of this run are fixed. */
  routed: boolean;
  /** The last batch that was looked at. */
  after: string | null;
}

export interface CompletedEvent {
  id: string;
  type: 'campaign.completed';
  run: number;
  finishedAt: Date;
}

const CursorSchema = new MongooseSchema<PlanCursor>({ group: Number, after: String }, part);
const RetrySchema = new MongooseSchema<Retry>({ selection: Object, routed: Boolean, after: String }, part);
const ObstacleSchema = new MongooseSchema<Obstacle>({ reason: String, since: Date, nextTryAt: Date }, part);
const ObstaclesSchema = new MongooseSchema({ planning: ObstacleSchema, leasing: ObstacleSchema }, part);
const PlannerSchema = new MongooseSchema({ holder: String, until: Date }, part);
const CancellationSchema = new MongooseSchema({ lookAt: Date, again: Boolean }, part);
const CompletedSchema = new MongooseSchema(
  { id: String, type: { type: String }, run: Number, finishedAt: Date },
  part,
);

/** The sending of one campaign, whose `_id` it has: what was ordered, how far planning has come, and how it ended. */
@Schema(collection('dispatches'))
export class DispatchRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) user!: ObjectId;
  @Prop({ type: [Types.ObjectId] }) groups!: ObjectId[];
  @Prop({ type: String }) plan!: Plan;
  /** The highest rev of the campaign that was heard of; older events say nothing new. */
  @Prop({ type: Number }) rev!: number;
  @Prop({ type: Number }) run!: number;
  @Prop({ type: String }) state!: DispatchState;
  /** What the newest event about it said that is not its end: what a run that is not heard of yet begins as. */
  @Prop({ type: String }) wanted!: 'OPEN' | 'PAUSED';
  @Prop({ type: Date }) publishedAt!: Date;
  @Prop({ type: Date }) startedAt!: Date | null;
  /** When it was last resumed after a pause; null: never. */
  @Prop({ type: Date }) resumedAt!: Date | null;
  @Prop({ type: Date }) finishedAt!: Date | null;
  /** How each channel goes out, fixed when planning begins. Null: not begun. */
  @Prop({ type: Object }) routes!: Routes | null;
  /** Where the next page begins; null when all is planned. */
  @Prop({ type: CursorSchema }) cursor!: PlanCursor | null;
  /** Counts the pages. */
  @Prop({ type: Number }) step!: number;
  @Prop({ type: Boolean }) planned!: boolean;
  /** Nobody else plans it until then (database time): `holder` is at it, or it is put off and nobody is. */
  @Prop({ type: PlannerSchema }) planner!: { holder: string | null; until: Date } | null;
  /** When its last page was planned. */
  @Prop({ type: Date }) lastStepAt!: Date;
  /** Tries in a row that planned no page. */
  @Prop({ type: Number }) planFailures!: number;
  @Prop({ type: RetrySchema }) retry!: Retry | null;
  @Prop({ type: ObstaclesSchema }) obstacles!: Obstacles;
  @Prop({ type: Object }) final!: FinalCounts | null;
  @Prop({ type: [CompletedSchema] }) pending!: CompletedEvent[];
  /** While the rest of a cancelled one is being cancelled: when it is looked for, and whether that was done before. */
  @Prop({ type: CancellationSchema }) cancellation!: { lookAt: Date; again: boolean } | null;
  /** What was written for its recipients: is it there, being removed, or gone? */
  @Prop({ type: String }) ledger!: 'KEPT' | 'DELETING' | 'DELETED';
  /** When it is removed, while DELETING. */
  @Prop({ type: Date }) deleteAt!: Date | null;
  @Prop({ type: Boolean }) removedOnce!: boolean;
}

export type DispatchDocument = Plain<DispatchRecord>;

/** The states of what may still send. */
export const underWay: DispatchState[] = ['OPEN', 'PAUSED'];

/** What a further run has that has not been through all batches yet. */
export const isRetried = { 'retry.routed': { $exists: true } };

export const DispatchSchema = SchemaFactory.createForClass(DispatchRecord)
  .index({ state: 1, planned: 1 }, { partialFilterExpression: { state: { $in: underWay } } })
  .index({ 'pending.id': 1 }, { partialFilterExpression: { 'pending.id': { $exists: true } } })
  .index({ deleteAt: 1 }, { partialFilterExpression: { ledger: 'DELETING' } })
  .index(
    { 'cancellation.lookAt': 1 },
    { partialFilterExpression: { 'cancellation.lookAt': { $exists: true } } },
  )
  .index({ finishedAt: 1 }, { name: 'ended', partialFilterExpression: { ledger: 'KEPT' } })
  .index({ 'retry.routed': 1 }, { partialFilterExpression: isRetried });

/** The same for all who do not store it. */
export interface Dispatch extends Omit<DispatchDocument, '_id' | 'user' | 'groups'> {
  campaign: string;
  user: string;
  groups: string[];
}

/** A dispatch that may send. */
export type SendingDispatch = Pick<Dispatch, 'campaign' | 'user' | 'routes'>;

/** A dispatch that is not planned to its end. */
export interface Waiting extends Pick<Dispatch, 'campaign' | 'user' | 'lastStepAt'> {
  /** Somebody plans it at this moment. */
  busy: boolean;
}

/** A dispatch in which it is being looked up whom its run is for. */
export type Retrying = Dispatch & { retry: Retry };

/** The run of a campaign whose order was not heard yet: it is known what became of it, and nothing happens. */
export const NOT_OPENED = 0;

/** What is known of a campaign whose order was never seen. */
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

/** What stood in the way before for the same reason has done so since then. */
export function obstacleSince(before: Obstacle | null, obstacle: Obstacle): Obstacle {
  return before?.reason === obstacle.reason ? { ...obstacle, since: before.since } : obstacle;
}
