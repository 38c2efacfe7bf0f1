import { MongoModule, joinFeatures } from '@carillon/mongo';
import { PlatformModule } from '@carillon/platform';
import { quotas } from '@carillon/quotas';
import { webhookInterests } from '@carillon/webhooks';
import { Module } from '@nestjs/common';
import { brands } from './brands';
import { campaigns } from './campaigns';
import { comments } from './comments';
import { compiling } from './compiling';
import { campaignConfig } from './config';
import { contentChecks } from './content-checks';
import { emailSources } from './email-sources';
import { erasures } from './erasures';
import { media } from './media';
import { mediaFiles } from './media-files';
import { outbox } from './outbox';
import { preview } from './preview';
import { savedFilters } from './saved-filters';
import { storedTemplates } from './stored-templates';
import { templates } from './templates';
import { testSends } from './test-sends';
import { usage } from './usage';

export const features = [
  compiling,
  mediaFiles,
  storedTemplates,
  emailSources,
  campaigns,
  comments,
  outbox,
  preview,
  contentChecks,
  testSends,
  templates,
  savedFilters,
  brands,
  media,
  erasures,
  quotas,
  usage,
  webhookInterests,
];
const { imports: collections, controllers, providers, migrations } = joinFeatures(features);

/** Drafts, publishing, and the status of campaigns. */
@Module({
  imports: [
    PlatformModule.forService('campaign', { config: campaignConfig }),
    MongoModule.forService('campaign', { migrations }),
    ...collections,
  ],
  controllers,
  providers,
})
export class CampaignModule {}
