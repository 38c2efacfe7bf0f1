import { Injectable } from '@nestjs/common';
import { Batches } from '../ledger/batches';

const BATCHES = 200;
const WRITES_AT_ONCE = 10;

/** What became of a portion: there is more to cancel, all that is left is in hands, or nothing is left. */
export type Rest = 'more' | 'in-hands' | 'none';

/** Cancels what is not in a hand, a portion at a time. */
@Injectable()
export class CancelRest {
  constructor(private readonly batches: Batches) {}

  async execute(campaign: string, now: Date): Promise<Rest> {
    const ids = await this.batches.toCancel(campaign, BATCHES);
    for (let from = 0; from < ids.length; from += WRITES_AT_ONCE) {
      const some = ids.slice(from, from + WRITES_AT_ONCE);
      await Promise.all(some.map((id) => this.batches.change(id, () => ({ type: 'cancelled', now }))));
    }
    if (ids.length > 0) return 'more';
    return (await this.batches.hasOpen(campaign)) ? 'in-hands' : 'none';
  }
}
