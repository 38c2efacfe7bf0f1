import type { Feature } from '@carillon/platform';
import { AccountController } from './account.controller';
import { ConsentController } from './consent.controller';
import { ReadUsage } from './read-usage';

export { ReadUsage, UsageView } from './read-usage';
export { UserView, plans, presentUser, userStatuses } from './user.presenter';

/** The user who asks. */
export const account: Feature = {
  controllers: [AccountController, ConsentController],
  providers: [ReadUsage],
};
