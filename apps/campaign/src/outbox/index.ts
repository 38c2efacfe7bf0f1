import type { Feature } from '@carillon/platform';
import { RelayEvents, RelaySchedule } from './relay-events';

/** Publishes the events that writes on campaigns leave behind. */
export const outbox: Feature = {
  collections: [],
  controllers: [],
  providers: [RelayEvents, RelaySchedule],
};
