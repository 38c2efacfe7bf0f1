import type { Feature } from '@carillon/mongo';
import { AdmissionSchedule, AdmitCampaigns } from './admit-campaigns';
import { CampaignRelay } from './campaign-relay';
import { DispatcherQueue } from './dispatcher-queue';
import { PurgeDeleted } from './purge-deleted';

/** Publishes the events that writes on campaigns leave behind: decisions immediately, orders when it is their turn. */
export const outbox: Feature = {
  collections: [],
  controllers: [],
  providers: [DispatcherQueue, CampaignRelay, AdmitCampaigns, AdmissionSchedule, PurgeDeleted],
};
