import { PlatformModule, joinFeatures } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { campaigns } from './campaigns';
import { campaignConfig } from './config';
import { outbox } from './outbox';
import { preview } from './preview';
import { testSends } from './test-sends';

const features = joinFeatures([campaigns, outbox, preview, testSends]);

/** Drafts, publishing and the status of campaigns. */
@Module({
  imports: [
    PlatformModule.forService('campaign', { config: campaignConfig, database: true }),
    ...features.imports,
  ],
  controllers: features.controllers,
  providers: features.providers,
})
export class CampaignModule {}
