import { Injectable } from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { Dispatches } from './dispatches';

const PAGE = 100;

/** Publishes what dispatches have pending and strikes it out once the broker has confirmed. May publish twice. */
@Injectable()
export class AnnounceCompleted {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly messenger: Messenger,
    private readonly log: Logger,
  ) {}

  /** True when there may be more. */
  async execute(): Promise<boolean> {
    const pending = await this.dispatches.pending(PAGE);
    for (const { campaign, events } of pending) {
      for (const { run, finishedAt } of events) {
        await this.messenger.publish('campaign.completed', {
          campaignId: campaign,
          run,
          finishedAt: finishedAt.toISOString(),
        });
      }
      this.log.info({ campaignId: campaign }, 'a campaign is complete');
      await this.dispatches.clearPending(
        campaign,
        events.map(({ id }) => id),
      );
    }
    return pending.length === PAGE;
  }
}
