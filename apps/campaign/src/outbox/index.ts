import type { Feature } from '@carillon/mongo';
import { CampaignOutbox } from '../campaigns';
import { Comments } from '../comments';
import { AdmissionSchedule, AdmitCampaigns } from './admit-campaigns';
import { CampaignRelay } from './campaign-relay';
import { DispatcherQueue } from './dispatcher-queue';
import { noticeRelay } from './notice-relay';
import { PurgeDeleted } from './purge-deleted';

/**
 * Publishes the events that are stored with changes of campaigns: decisions immediately, and orders when their turn
 * comes.
 */
export const outbox: Feature = {
  collections: [],
  controllers: [],
  providers: [
    DispatcherQueue,
    CampaignRelay,
    noticeRelay(CampaignOutbox),
    noticeRelay(Comments),
    AdmitCampaigns,
    AdmissionSchedule,
    PurgeDeleted,
  ],
};
