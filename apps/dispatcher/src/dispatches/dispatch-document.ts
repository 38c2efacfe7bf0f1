import { ObjectId } from 'mongodb';
import type { Dispatch, FinalCounts } from './dispatch';

export interface CompletedEvent {
  id: string;
  type: 'campaign.completed';
  run: number;
  finishedAt: Date;
}

/** A dispatch as it is stored, with what planners, the outbox and retention note beside it. */
export interface DispatchDocument extends Omit<Dispatch, 'campaign' | 'user' | 'groups'> {
  _id: ObjectId;
  user: ObjectId;
  groups: ObjectId[];
  /** Nobody else plans it until then (database time): `holder` is at it, or it is put off and nobody is. */
  planner: { holder: string | null; until: Date } | null;
  /** When its last page was planned. */
  lastStepAt: Date;
  /** Tries in a row that planned no page. */
  planFailures: number;
  final: FinalCounts | null;
  pending: CompletedEvent[];
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
    planner: null,
    lastStepAt: new Date(0),
    planFailures: 0,
    final: null,
    pending: [],
    ledger: 'KEPT',
    leaveAt: null,
    removedOnce: false,
  };
}

export function fromDocument({ _id, user, groups, ...rest }: DispatchDocument): Dispatch {
  const { planner: _p, lastStepAt: _l, planFailures: _f, ...more } = rest;
  const { final: _c, pending: _e, ledger: _s, leaveAt: _t, removedOnce: _r, ...dispatch } = more;
  return {
    ...dispatch,
    campaign: _id.toHexString(),
    user: user.toHexString(),
    groups: groups.map((group) => group.toHexString()),
  };
}
