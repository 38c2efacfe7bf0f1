import { Injectable } from '@nestjs/common';
import { Batches } from '../ledger/batches';

const BATCHES = 200;

/** What became of a portion: there is more to cancel, all that is left is in hands, or nothing is left. */
export type Rest = 'more' | 'in-hands' | 'none';

/** Cancels what is not in a hand, a portion at a time. */
@Injectable()
export class CancelRest {
  constructor(private readonly batches: Batches) {}

  async execute(campaign: string, now: Date): Promise<Rest> {
    const ids = await this.batches.toCancel(campaign, BATCHES);
    await this.batches.changeAll(ids, () => ({ type: 'cancelled', now }));
    if (ids.length > 0) return 'more';
    return (await this.batches.hasOpen(campaign)) ? 'in-hands' : 'none';
  }
}
