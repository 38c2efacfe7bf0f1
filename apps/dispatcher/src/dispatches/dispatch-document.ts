import { ObjectId } from 'mongodb';
import type { Dispatch, FinalCounts } from './dispatch';

export interface CompletedEvent {
  id: string;
  type: 'campaign.completed';
  run: number;
  finishedAt: Date;
}

/** A dispatch as it is stored, with what planners, the outbox, steering and retention note beside it. */
export interface DispatchDocument extends Omit<Dispatch, 'campaign' | 'user' | 'groups'> {
  _id: ObjectId;
  user: ObjectId;
  groups: ObjectId[];
  /** What the newest event about it said that is not its end: what a run that is not heard of yet begins as. */
  wanted: 'OPEN' | 'PAUSED';
  /** When it was last resumed after a pause; null: never. */
  resumedAt: Date | null;
  /** Nobody else plans it until then (database time): `holder` is at it, or it is put off and nobody is. */
  planner: { holder: string | null; until: Date } | null;
  /** When its last page was planned. */
  lastStepAt: Date;
  /** Tries in a row that planned no page. */
  planFailures: number;
  final: FinalCounts | null;
  pending: CompletedEvent[];
  /** While the rest of a cancelled one is being cancelled: when it is looked for, and whether that was done before. */
  stop: { lookAt: Date; again: boolean } | null;
  /** What was written for its recipients: is it there, being removed, or gone? */
  ledger: 'KEPT' | 'LEAVING' | 'GONE';
  /** When it is removed, while LEAVING. */
  leaveAt: Date | null;
  removedOnce: boolean;
}

export function toDocument({ campaign, user, groups, ...rest }: Dispatch): DispatchDocument {
  return {
    _id: new ObjectId(campaign),
    ...rest,
    user: new ObjectId(user),
    groups: groups.map((group) => new ObjectId(group)),
    wanted: 'OPEN',
    resumedAt: null,
    planner: null,
    lastStepAt: new Date(0),
    planFailures: 0,
    final: null,
    pending: [],
    stop: null,
    ledger: 'KEPT',
    leaveAt: null,
    removedOnce: false,
  };
}

export function fromDocument({ _id, user, groups, ...rest }: DispatchDocument): Dispatch {
  const { rev, run, plan, state, routes, cursor, step, planned, retry, obstacles } = rest;
  const { publishedAt, startedAt, finishedAt } = rest;
  return {
    campaign: _id.toHexString(),
    user: user.toHexString(),
    groups: groups.map((group) => group.toHexString()),
    ...{ rev, run, plan, state, routes, cursor, step, planned, retry, obstacles },
    ...{ publishedAt, startedAt, finishedAt },
  };
}
