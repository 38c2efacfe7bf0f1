import type { Feature } from '@carillon/mongo';
import { EventsController, WatchReport } from './events.controller';
import { OpenStreams } from './open-streams';

/** A campaign's report as a stream of server-sent events. */
export const events: Feature = {
  controllers: [EventsController],
  providers: [WatchReport, OpenStreams],
};
