import type { Feature } from '@carillon/mongo';
import { SuppressionsController } from './suppressions.controller';

export { LiftedCauseView, presentLifted } from './history.presenter';

/** Addresses that nobody may write to. */
export const suppressions: Feature = {
  controllers: [SuppressionsController],
};
