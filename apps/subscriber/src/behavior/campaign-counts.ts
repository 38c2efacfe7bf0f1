import type { BehaviorSet } from './behavior-sets';
import { within } from './day-sets';
import { type Bits, add, chunkOf, has, membersOf, noBits, remove, unite } from '../number-sets';

const CHUNK = 65_536;
const MOST = 0xffff;

type CampaignSet = Pick<BehaviorSet, 'campaign' | 'chunk' | 'days'>;

/**
 * Finds the people who are in the sets of at least some campaigns. The sets of a campaign must follow each other. In
 * memory are one bit for each person or, while campaigns are counted, two bytes.
 */
export class CampaignCounts {
  private readonly bits = new Map<number, Bits>();
  private readonly counts = new Map<number, Uint16Array>();
  private readonly merged = new Map<number, number[]>();
  /** Merged people in the current campaign, by their own number. They count once, with whichever of their numbers. */
  private current = { campaign: '', people: new Set<number>() };

  /** @param owners the first number of each merged person, by each of the person's numbers */
  constructor(
    private readonly atLeast: number,
    private readonly owners: ReadonlyMap<number, number>,
  ) {
    for (const number of owners.keys()) {
      const ofChunk = this.merged.get(chunkOf(number));
      if (ofChunk) ofChunk.push(number);
      else this.merged.set(chunkOf(number), [number]);
    }
  }

  add({ campaign, chunk, days }: CampaignSet, range: readonly [number, number]): void {
    const members = within(days, range);
    if (this.atLeast <= 1) {
      unite(this.bitsOf(chunk), members);
      return;
    }
    const id = campaign.toHexString();
    if (this.current.campaign !== id) this.endCampaign(id);
    for (const number of this.merged.get(chunk) ?? []) {
      if (!has(members, number)) continue;
      remove(members, number);
      this.current.people.add(this.owners.get(number) ?? number);
    }
    const counts = this.countsOf(chunk);
    for (const low of membersOf(members)) increase(counts, low);
  }

  /** The people, by chunk. */
  result(): ReadonlyMap<number, Bits> {
    this.endCampaign('');
    for (const [chunk, counts] of this.counts) {
      const bits = this.bitsOf(chunk);
      for (let low = 0; low < CHUNK; low++) if ((counts[low] ?? 0) >= this.atLeast) add(bits, low);
    }
    this.counts.clear();
    return this.bits;
  }

  private endCampaign(next: string): void {
    for (const own of this.current.people) increase(this.countsOf(chunkOf(own)), own % CHUNK);
    this.current = { campaign: next, people: new Set() };
  }

  private bitsOf(chunk: number): Bits {
    let bits = this.bits.get(chunk);
    if (!bits) this.bits.set(chunk, (bits = noBits()));
    return bits;
  }

  private countsOf(chunk: number): Uint16Array {
    let counts = this.counts.get(chunk);
    if (!counts) this.counts.set(chunk, (counts = new Uint16Array(CHUNK)));
    return counts;
  }
}

function increase(counts: Uint16Array, low: number): void {
  const count = counts[low] ?? 0;
  if (count < MOST) counts[low] = count + 1;
}
