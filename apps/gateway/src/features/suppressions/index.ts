import type { Feature } from '@carillon/mongo';
import { SuppressionsController } from './suppressions.controller';

export { LiftedCauseView, preferenceFields, presentLifted, presentPreferences } from './history.presenter';

/** Suppressed addresses. */
export const suppressions: Feature = {
  controllers: [SuppressionsController],
};
