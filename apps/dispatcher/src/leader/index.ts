import type { Feature } from '@carillon/platform';
import type { Provider, Type } from '@nestjs/common';
import {
  HOLDER,
  LeaderLease,
  LeaderState,
  LeaderStateRecord,
  LeaderStateSchema,
  nameHolder,
} from './leader-lease';
import { LEADER_TASKS, type LeaderTask, LeaderTasks } from './leader-tasks';

export { HOLDER, type DrainMarker, LeaderLease, type Leadership, LeaderState } from './leader-lease';
export { LeaderTask } from './leader-tasks';

/** A feature with tasks that run only in the leading dispatcher. */
export interface LeaderFeature extends Feature {
  leaderTasks?: readonly Type<LeaderTask>[];
}

/** Decides which dispatcher leads. */
export const leader: Feature = {
  collections: [{ name: LeaderStateRecord.name, schema: LeaderStateSchema }],
  providers: [{ provide: HOLDER, useFactory: nameHolder }, LeaderState, LeaderLease, LeaderTasks],
};

/** The leader's tasks of all features. */
export function leaderTasksOf(features: readonly LeaderFeature[]): Provider[] {
  const tasks = features.flatMap(({ leaderTasks = [] }) => leaderTasks);
  return [...tasks, { provide: LEADER_TASKS, inject: tasks, useFactory: (...all: LeaderTask[]) => all }];
}
