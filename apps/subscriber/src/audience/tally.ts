import type { AudienceTally } from '@carillon/contracts';

/** Portions of addresses, in ascending order over all of them, repeats next to each other. */
export type Addresses = AsyncIterable<readonly string[]>;

/**
 * Counts members by their addresses, of which each may be repeated, and how many of those are `suppressed`. Both are walked
 * through side by side, so that no more than a portion is held however many there are.
 */
export async function tally(members: Addresses, suppressed: Addresses): Promise<AudienceTally> {
  const counts = { members: 0, distinct: 0, suppressed: 0 };
  const barred = new Walk(suppressed);
  let last: string | null = null;
  try {
    for await (const portion of members) {
      counts.members += portion.length;
      for (const address of portion) {
        if (address === last) continue;
        last = address;
        counts.distinct += 1;
        // An await for each of a million would take longer than all the rest.
        while (barred.isBefore(address)) await barred.goOn();
        if (barred.isAt(address)) counts.suppressed += 1;
      }
    }
  } finally {
    await barred.end();
  }
  return counts;
}

/** A way through addresses, forwards only. */
class Walk {
  private readonly portions: AsyncIterator<readonly string[]>;
  private portion: readonly string[] = [];
  private index = 0;
  private isOver = false;

  constructor(addresses: Addresses) {
    this.portions = addresses[Symbol.asyncIterator]();
  }

  /** Whether the address may be further on than what is loaded; looks as far as that goes. */
  isBefore(address: string): boolean {
    let at = this.portion[this.index];
    while (at !== undefined && at < address) at = this.portion[++this.index];
    return at === undefined && !this.isOver;
  }

  isAt(address: string): boolean {
    return this.portion[this.index] === address;
  }

  async goOn(): Promise<void> {
    const step = await this.portions.next();
    this.isOver = step.done === true;
    this.portion = step.done === true ? [] : step.value;
    this.index = 0;
  }

  async end(): Promise<void> {
    await this.portions.return?.();
  }
}
