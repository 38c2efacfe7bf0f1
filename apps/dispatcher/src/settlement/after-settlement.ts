import { Injectable } from '@nestjs/common';
import type { BatchSettled } from '@carillon/contracts';
import { JudgeIntegration } from '../breakers/judge-integration';
import { Completions } from '../dispatches/completions';
import type { Change } from '../ledger/batches';
import { ReleaseSchedule } from '../release/release-schedule';

/** What follows from a settled batch: its integration works or does not, there is room for another, it was the last. */
@Injectable()
export class AfterSettlement {
  constructor(
    private readonly judgeIntegration: JudgeIntegration,
    private readonly completions: Completions,
    private readonly release: ReleaseSchedule,
  ) {}

  async execute(report: BatchSettled, { before, after }: Change): Promise<void> {
    await this.judgeIntegration.execute(report, before);
    if (after.state !== 'HELD') this.release.nudge();
    if (after.state === 'DONE') this.completions.check(after.campaign);
  }
}
