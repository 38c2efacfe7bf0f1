import { BackgroundTask, Clock, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { CampaignOutbox } from '../campaigns';
import { Comments } from '../comments';

/**
 * By this time, all redeliveries of the command that deleted a campaign have arrived, because a command expires after
 * seconds.
 */
const LAST_REDELIVERY_MS = 60_000;
const LOOK_MS = 10_000;
/** The number of campaigns that are removed together. */
const AT_ONCE = 500;

/** Removes deleted campaigns after their last event is announced, with their comments. */
@Injectable()
export class PurgeDeleted extends BackgroundTask {
  constructor(
    private readonly outbox: CampaignOutbox,
    private readonly comments: Comments,
    private readonly clock: Clock,
    log: Logger,
  ) {
    super({ name: 'purging deleted campaigns', everyMs: LOOK_MS, stopsLate: true, log });
  }

  round(): Promise<boolean> {
    return this.purge(new Date(this.clock.now().getTime() - LAST_REDELIVERY_MS));
  }

  /** Removes some campaigns that were deleted before the given time. Returns whether there may be more. */
  async purge(before: Date): Promise<boolean> {
    const deleted = await this.outbox.purgeable(before, AT_ONCE);
    if (deleted.length === 0) return false;
    const withoutComments = await this.comments.removeOf(deleted);
    await this.outbox.purge(withoutComments);
    return withoutComments.length === AT_ONCE;
  }
}
