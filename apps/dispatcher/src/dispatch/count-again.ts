import type { Migration } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { type Leadership, LeaderTask } from '../leader';
import { BatchCounts } from '../ledger';
import { EndedDispatches } from './ended-dispatches';

const AT_ONCE = 100;

/** Counts campaigns again whose ledger has changed after their end, so that statistics don't read ledgers. */
@Injectable()
export class CountAgain extends LeaderTask {
  readonly name = 'counting campaigns again';
  readonly everyMs = 5_000;

  constructor(
    private readonly ended: EndedDispatches,
    private readonly counts: BatchCounts,
  ) {
    super();
  }

  async run(leadership: Leadership): Promise<boolean> {
    const outdated = await this.ended.outdated(AT_ONCE);
    for (const each of outdated) {
      if (leadership.isOver()) return false;
      await this.ended.counted(each, await this.counts.recount(each.campaign));
    }
    return outdated.length === AT_ONCE;
  }
}

/** Counts the campaigns again that ended in release 0.3.0, which stored their counts only at the end. */
export const countEndedCampaigns: Migration = {
  number: 1,
  name: 'count-ended-campaigns',
  async run(connection) {
    await connection.collection('dispatches').updateMany(
      {
        ledger: 'KEPT',
        finishedAt: { $gt: new Date(0) },
        final: { $ne: null },
        countAgain: { $exists: false },
      },
      { $set: { countAgain: 'release 0.3.0' } },
    );
  },
};
