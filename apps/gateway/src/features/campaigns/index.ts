import type { Feature } from '@carillon/mongo';
import { ApprovalsController } from './approvals.controller';
import { CampaignsController } from './campaigns.controller';
import { ContentChecksController } from './content-checks.controller';
import { LifecycleController } from './lifecycle.controller';
import { AudienceController } from './audience.controller';
import { OrganizeController } from './organize.controller';
import { PreviewController } from './preview.controller';
import { ReadRehearsal } from './read-rehearsal';
import { RehearsalController } from './rehearsal.controller';
import { TestSendController } from './test-send.controller';

export { IsApprovalFilter, IsSearchFilter, IsStatusFilter, IsTagFilter } from './campaign.input';
export {
  CampaignStatus,
  CampaignView,
  contentProperties,
  presentCampaign,
  presentContent,
} from './campaign.presenter';
export { costProperties } from './costs.presenter';
export { DraftContent } from './content.input';
export {
  AreAttachments,
  IsEmailDesign,
  IsEmailMjml,
  IsMedia,
  MAX_VERSION,
  attachedFiles,
  toEmailSource,
} from './email-source.input';

/** Campaigns: drafts, publishing, lifecycle, audience, rehearsals, previews, checks, and test sends. */
export const campaigns: Feature = {
  controllers: [
    CampaignsController,
    OrganizeController,
    LifecycleController,
    ApprovalsController,
    AudienceController,
    RehearsalController,
    PreviewController,
    ContentChecksController,
    TestSendController,
  ],
  providers: [ReadRehearsal],
};
