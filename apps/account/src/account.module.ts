import { MongoModule, joinFeatures } from '@carillon/mongo';
import { PlatformModule } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { audit } from './audit';
import { accountConfig } from './config';
import { domains } from './domains';
import { erasures } from './erasures';
import { senders } from './senders';
import { keys } from './keys';
import { members } from './members';
import { notifications } from './notifications';
import { prices } from './prices';
import { quotas } from './quotas';
import { users } from './users';

export const features = [
  audit,
  users,
  members,
  keys,
  prices,
  senders,
  domains,
  notifications,
  erasures,
  quotas,
];
const { imports: collections, controllers, providers, migrations } = joinFeatures(features);

/** Users and their plans, members, API keys, and sending senders. */
@Module({
  imports: [
    PlatformModule.forService('account', { config: accountConfig }),
    MongoModule.forService('account', { migrations }),
    ...collections,
  ],
  controllers,
  providers,
})
export class AccountModule {}
