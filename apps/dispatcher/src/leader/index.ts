import type { Feature } from '@carillon/mongo';
import type { Provider, Type } from '@nestjs/common';
import {
  HOLDER,
  LeaderLease,
  LeaderState,
  LeaderStateRecord,
  LeaderStateSchema,
  nameHolder,
} from './leader-lease';
import { type LeaderTask, runInLeader } from './leader-tasks';

export { HOLDER, type DrainMarker, LeaderLease, type Leadership, LeaderState } from './leader-lease';
export { LeaderTask } from './leader-tasks';

/** A feature with tasks that run only in the leading dispatcher. */
export interface LeaderFeature extends Feature {
  leaderTasks?: readonly Type<LeaderTask>[];
}

/** Decides which dispatcher leads. */
export const leader: Feature = {
  collections: [{ name: LeaderStateRecord.name, schema: LeaderStateSchema }],
  providers: [{ provide: HOLDER, useFactory: nameHolder }, LeaderState, LeaderLease],
};

/** The leader's tasks of all features. */
export function leaderTasksOf(features: readonly LeaderFeature[]): Provider[] {
  return features.flatMap(({ leaderTasks = [] }) => leaderTasks.flatMap(runInLeader));
}
