import type { LeaderFeature } from '../leader';
import { AudiencePages } from './audience-pages';
import { PlanFallbacks } from './plan-fallbacks';
import { PlanPage } from './plan-page';
import { JoinWaiting, PlanningLineRecord, PlanningLineSchema, PlanningLine } from './planning-line';
import { PlanningLoop } from './planning-loop';

export { PlanningLoop } from './planning-loop';

/** Turns a campaign's groups into frozen recipient pages and batches. */
export const planning: LeaderFeature = {
  collections: [{ name: PlanningLineRecord.name, schema: PlanningLineSchema }],
  providers: [AudiencePages, PlanningLine, PlanPage, PlanningLoop],
  leaderTasks: [JoinWaiting, PlanFallbacks],
};
