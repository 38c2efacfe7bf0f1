import type { Feature } from '@carillon/platform';
import { AudiencePages } from './audience-pages';
import { PlanPage } from './plan-page';
import { PlanningLoop } from './planning-loop';

export { PlanningLoop } from './planning-loop';

/** Turns a campaign's groups into frozen recipient pages and batches. */
export const planning: Feature = { providers: [AudiencePages, PlanPage, PlanningLoop] };
