import { type Feature, noteRelay } from '@carillon/mongo';
import { webhookEventRelay } from '@carillon/webhooks';
import { ApprovalEvents } from './approval-events';
import { ApprovalsController } from './approvals.controller';
import { ApproveCampaigns } from './approve-campaigns';
import { CampaignRecord, CampaignSchema } from './campaign-document';
import { CampaignLabels } from './campaign-labels';
import { CampaignOutbox } from './campaign-outbox';
import { CampaignSchedule } from './campaign-schedule';
import { Campaigns } from './campaigns';
import { CampaignsController } from './campaigns.controller';
import { ChangeStatus } from './change-status';
import { EditCampaigns } from './edit-campaigns';
import { EndPaused } from './end-paused';
import { ListCampaigns } from './list-campaigns';
import { OrganizeCampaigns } from './organize-campaigns';
import { PublishChecks } from './publish-checks';
import { RunningCampaigns } from './running-campaigns';
import { SendCampaign } from './send-campaign';
import { SendingPreconditions } from './sending-preconditions';
import { Spending } from './spending';
import { StartScheduled } from './start-scheduled';

export {
  type CampaignDocument,
  type ChangeEvent,
  type PendingEvent,
  type StoredCampaign,
  shownLinkTags,
  storedDraft,
} from './campaign-document';
export { CampaignOutbox } from './campaign-outbox';
export { Campaigns } from './campaigns';
export { requireContent, requireMessage } from './draft';
export { RunningCampaigns } from './running-campaigns';
export { Spending } from './spending';

/** Drafts, publishing, the schedule, and the steps from one status to another. */
export const campaigns: Feature = {
  collections: [{ name: CampaignRecord.name, schema: CampaignSchema }],
  controllers: [CampaignsController, ApprovalsController],
  providers: [
    Campaigns,
    CampaignOutbox,
    CampaignSchedule,
    noteRelay(CampaignRecord),
    webhookEventRelay(CampaignRecord),
    ApprovalEvents,
    RunningCampaigns,
    SendingPreconditions,
    Spending,
    PublishChecks,
    EditCampaigns,
    SendCampaign,
    ApproveCampaigns,
    ChangeStatus,
    ListCampaigns,
    CampaignLabels,
    OrganizeCampaigns,
    StartScheduled,
    EndPaused,
  ],
};
