import { Module } from '@nestjs/common';
import { MongoModule, DatabaseClock, erasedUsers, joinFeatures } from '@carillon/mongo';
import { PlatformModule } from '@carillon/platform';
import { webhookInterests } from '@carillon/webhooks';
import { behavior } from './behavior';
import { dispatcherConfig } from './config';
import { dispatch } from './dispatch';
import { engagement } from './engagement';
import { feedback } from './feedback';
import { leader, leaderTasksOf } from './leader';
import { leasing } from './leasing';
import { ledger } from './ledger';
import { lifecycle } from './lifecycle';
import { people } from './people';
import { planning } from './planning';
import { releasing } from './releasing';
import { report } from './report';
import { retention } from './retention';
import { webhooks } from './webhooks';

/**
 * The features, in the order in which a campaign passes through them. Each feature lists its commands, queries, and
 * tasks.
 */
export const features = [
  leader,
  ledger,
  dispatch,
  lifecycle,
  planning,
  releasing,
  leasing,
  feedback,
  engagement,
  retention,
  report,
  behavior,
  people,
  webhooks,
  erasedUsers,
  webhookInterests,
];
const { imports, controllers, providers, migrations } = joinFeatures(features);

@Module({
  imports: [
    PlatformModule.forService('dispatcher', { config: dispatcherConfig }),
    MongoModule.forService('dispatcher', { migrations }),
    ...imports,
  ],
  controllers,
  providers: [DatabaseClock, ...providers, ...leaderTasksOf(features)],
})
export class DispatcherModule {}
