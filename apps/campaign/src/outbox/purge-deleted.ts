import { BackgroundTask, Clock, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { CampaignOutbox } from '../campaigns';

/**
 * By this time, all redeliveries of the command that deleted a campaign have arrived, because a command expires after
 * seconds.
 */
const LAST_REDELIVERY_MS = 60_000;
const LOOK_MS = 10_000;

/** Removes deleted campaigns after their last event is announced. */
@Injectable()
export class PurgeDeleted extends BackgroundTask {
  constructor(
    private readonly outbox: CampaignOutbox,
    private readonly clock: Clock,
    log: Logger,
  ) {
    super({ name: 'purging deleted campaigns', everyMs: LOOK_MS, stopsLate: true, log });
  }

  async round(): Promise<false> {
    await this.outbox.purgeDeleted(new Date(this.clock.now().getTime() - LAST_REDELIVERY_MS));
    return false;
  }
}
