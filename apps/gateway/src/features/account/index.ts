import type { Feature } from '@carillon/platform';
import { AccountController } from './account.controller';

export { UserView, plans, presentUser, userStatuses } from './user.presenter';

/** The user who asks. */
export const account: Feature = {
  controllers: [AccountController],
};
