import type { Feature } from '@carillon/mongo';
import { AccountController } from './account.controller';
import { ApprovalSettingController } from './approval.controller';
import { BrandController } from './brand.controller';
import { ConsentController } from './consent.controller';
import { DefaultsController } from './defaults.controller';
import { ReadUsage } from './read-usage';
import { TrackingController } from './tracking.controller';
import { UtmController } from './utm.controller';

export { ReadUsage, UsageView } from './read-usage';
export { UserView, plans, presentUser, userStatuses } from './user.presenter';

/** The user of the request. */
export const account: Feature = {
  controllers: [
    AccountController,
    ApprovalSettingController,
    BrandController,
    ConsentController,
    DefaultsController,
    TrackingController,
    UtmController,
  ],
  providers: [ReadUsage],
};
