import { MongoModule, erasedUsers, joinFeatures } from '@carillon/mongo';
import { PlatformModule } from '@carillon/platform';
import { quotas } from '@carillon/quotas';
import { webhookInterests } from '@carillon/webhooks';
import { Module } from '@nestjs/common';
import { attributes } from './attributes';
import { audience } from './audience';
import { behavior } from './behavior';
import { subscriberConfig } from './config';
import { counting } from './counting';
import { groups } from './groups';
import { identity } from './identity';
import { imports } from './imports';
import { inbound } from './inbound';
import { membership } from './membership';
import { people } from './people';
import { personalData } from './personal-data';
import { signUpForms } from './sign-up-forms';
import { preferences } from './preferences';
import { segments } from './segments';
import { signUps } from './sign-ups';
import { subscribers } from './subscribers';
import { suppressions } from './suppressions';
import { topics } from './topics';
import { usage } from './usage';

export const features = [
  identity,
  membership,
  groups,
  subscribers,
  suppressions,
  topics,
  inbound,
  behavior,
  audience,
  counting,
  imports,
  people,
  signUpForms,
  attributes,
  preferences,
  segments,
  signUps,
  personalData,
  erasedUsers,
  quotas,
  usage,
  webhookInterests,
];
const { imports: collections, controllers, providers, migrations } = joinFeatures(features);

/** Groups, their members, and the addresses that must not receive messages anymore. */
@Module({
  imports: [
    PlatformModule.forService('subscriber', { config: subscriberConfig }),
    MongoModule.forService('subscriber', { migrations }),
    ...collections,
  ],
  controllers,
  providers,
})
export class SubscriberModule {}
