import { Injectable } from '@nestjs/common';
import { Logger } from '@carillon/platform';
import { Completions } from '../dispatches/completions';
import { Batches } from '../ledger/batches';

/** Ends one abandoned hand, unless its lease was renewed meanwhile. */
@Injectable()
export class SweepHand {
  constructor(
    private readonly batches: Batches,
    private readonly completions: Completions,
    private readonly log: Logger,
  ) {}

  async execute(id: string, deadline: Date, now: Date): Promise<void> {
    const change = await this.batches.change(id, ({ hand }) =>
      hand && hand.until < deadline ? { type: 'swept', now } : null,
    );
    if (!change || change.after === change.before) return;
    const { campaign, hand } = change.before;
    this.log.warn(
      { campaignId: campaign, batchId: id, holder: hand?.holder, positions: hand?.positions.length },
      'a worker was not heard of again; its unsettled recipients are in doubt',
    );
    if (change.after.state === 'DONE') this.completions.check(campaign);
  }
}
