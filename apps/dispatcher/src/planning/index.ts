import type { Feature } from '@carillon/platform';
import { AudiencePages } from './audience-pages';
import { PlanPage } from './plan-page';
import { PlanningLoop } from './planning-loop';

export { PlanningLoop } from './planning-loop';

/** From a campaign's groups to frozen pages and batches. */
export const planning: Feature = { providers: [AudiencePages, PlanPage, PlanningLoop] };
