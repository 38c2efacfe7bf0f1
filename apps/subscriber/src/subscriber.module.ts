import { PlatformModule, joinFeatures } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { audience } from './audience';
import { subscriberConfig } from './config';
import { groups } from './groups';
import { imports } from './imports';
import { inbound } from './inbound';
import { membership } from './membership';
import { subscribers } from './subscribers';
import { suppressions } from './suppressions';

const features = joinFeatures([membership, groups, subscribers, suppressions, inbound, audience, imports]);

/** Groups, their members, and the addresses that must not be messaged any more. */
@Module({
  imports: [
    PlatformModule.forService('subscriber', { config: subscriberConfig, database: true }),
    ...features.imports,
  ],
  controllers: features.controllers,
  providers: features.providers,
})
export class SubscriberModule {}
