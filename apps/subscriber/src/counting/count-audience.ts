import { type AudienceTally, type Channel, type Payload, type Reply, channels } from '@carillon/contracts';
import { Clock, type Pace, SharedCounts } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { CountSelected } from '../audience';
import { Groups, MemberScans } from '../membership';
import { SuppressedAddresses, TopicOptOuts } from '../suppressions';

type Counts = Reply<'audience.count'>;

/**
 * Counts the recipients that a campaign to these groups would be planned for, with the same rule: each address counts
 * once on each channel, even if it is in several groups. Groups that are deleted or belong to another user don't count.
 */
@Injectable()
export class CountAudience {
  private readonly counts = new SharedCounts<Counts>('counts of large groups');

  constructor(
    private readonly groups: Groups,
    private readonly memberScans: MemberScans,
    private readonly suppressed: SuppressedAddresses,
    private readonly optOuts: TopicOptOuts,
    private readonly countSelected: CountSelected,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads only indexes, unless people paused all messages: a pause applies to all addresses of its person.
   * @throws AppError rate_limited, timeout
   */
  async count({ userId, groupIds }: Payload<'audience.count'>): Promise<Counts> {
    if (await this.optOuts.hasSnoozes(userId, this.clock.now()))
      return this.countSelected.countMembers({ userId, groupIds });
    return this.counts.join(userId, groupIds.join(' '), async (pace) => {
      const existing = [...(await this.groups.existing(userId, groupIds))];
      const tallies: [Channel, AudienceTally][] = [];
      for (const channel of channels) {
        const members = paced(this.memberScans.addresses(existing, channel), pace);
        const suppressed = paced(this.suppressed.addresses(userId, channel), pace);
        tallies.push([channel, await tally(members, suppressed)]);
      }
      return Object.fromEntries(tallies) as Record<Channel, AudienceTally>;
    });
  }
}

async function* paced(chunks: Addresses, pace: Pace): AsyncGenerator<readonly string[]> {
  for await (const chunk of chunks) {
    yield chunk;
    await pace.rest();
  }
}

/** Addresses in chunks. The addresses ascend over all chunks, and repeated addresses follow each other. */
export type Addresses = AsyncIterable<readonly string[]>;

/**
 * Counts members, their distinct addresses, and how many of these are suppressed. Goes through both lists side by side
 * with one chunk of each in memory.
 */
export async function tally(members: Addresses, suppressed: Addresses): Promise<AudienceTally> {
  const counts = { members: 0, distinct: 0, suppressed: 0 };
  const barred = new Walk(suppressed);
  let last: string | null = null;
  try {
    for await (const chunk of members) {
      counts.members += chunk.length;
      for (const address of chunk) {
        if (address === last) continue;
        last = address;
        counts.distinct += 1;
        // The loop awaits chunks, not addresses, because a million awaits would take longer than all other work.
        while (barred.isBefore(address)) await barred.goOn();
        if (barred.isAt(address)) counts.suppressed += 1;
      }
    }
  } finally {
    await barred.end();
  }
  return counts;
}

/** A forward-only iterator over addresses. */
class Walk {
  private readonly chunks: AsyncIterator<readonly string[]>;
  private chunk: readonly string[] = [];
  private index = 0;
  private isOver = false;

  constructor(addresses: Addresses) {
    this.chunks = addresses[Symbol.asyncIterator]();
  }

  /** Moves to the address within the loaded chunk. True: the address may be in a later chunk. */
  isBefore(address: string): boolean {
    let at = this.chunk[this.index];
    while (at !== undefined && at < address) at = this.chunk[++this.index];
    return at === undefined && !this.isOver;
  }

  isAt(address: string): boolean {
    return this.chunk[this.index] === address;
  }

  async goOn(): Promise<void> {
    const step = await this.chunks.next();
    this.isOver = step.done === true;
    this.chunk = step.done === true ? [] : step.value;
    this.index = 0;
  }

  async end(): Promise<void> {
    await this.chunks.return?.();
  }
}
