import { Injectable } from '@nestjs/common';
import type { BatchSettled } from '@carillon/contracts';
import { Breakers } from '../breakers/breakers';
import { DatabaseClock } from '../database-clock';
import { CompleteDispatch } from '../dispatches/complete-dispatch';
import type { Change } from '../ledger/batches';
import { ReleaseSchedule } from '../release/release-schedule';

/** What follows from a settled batch: its integration works or does not, there is room for another, it was the last. */
@Injectable()
export class AfterSettlement {
  constructor(
    private readonly breakers: Breakers,
    private readonly completeDispatch: CompleteDispatch,
    private readonly release: ReleaseSchedule,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(report: BatchSettled, { after }: Change): Promise<void> {
    if (after.integration !== null) await this.judge(after.integration, report, after.channel);
    if (report.done) this.release.nudge();
    if (after.state === 'DONE' || after.state === 'CANCELLED')
      await this.completeDispatch.execute(after.campaign);
  }

  private async judge(
    integration: string,
    report: BatchSettled,
    channel: Change['after']['channel'],
  ): Promise<void> {
    if (report.providerDown)
      await this.breakers.trip(integration, channel, report.providerDown, await this.clock.now());
    else if (report.sent.length + report.outcomes.length > 0) await this.breakers.close(integration);
  }
}
