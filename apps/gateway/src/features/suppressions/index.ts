import type { Feature } from '@carillon/mongo';
import { SuppressionsController } from './suppressions.controller';

export { LiftedCauseView, presentLifted } from './history.presenter';

/** Suppressed addresses. */
export const suppressions: Feature = {
  controllers: [SuppressionsController],
};
