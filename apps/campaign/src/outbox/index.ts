import type { Feature } from '@carillon/platform';
import { AdmissionSchedule, AdmitCampaigns } from './admit-campaigns';
import { DispatcherQueue } from './dispatcher-queue';
import { PurgeDeleted } from './purge-deleted';
import { Announcer, RelayEvents, RelaySchedule } from './relay-events';

/** Publishes the events that writes on campaigns leave behind: decisions immediately, orders when it is their turn. */
export const outbox: Feature = {
  collections: [],
  controllers: [],
  providers: [
    Announcer,
    DispatcherQueue,
    RelayEvents,
    RelaySchedule,
    AdmitCampaigns,
    AdmissionSchedule,
    PurgeDeleted,
  ],
};
