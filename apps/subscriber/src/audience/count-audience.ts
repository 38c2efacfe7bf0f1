import {
  AppError,
  type AudienceTally,
  type Channel,
  type Payload,
  type Reply,
  channels,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Groups, Subscribers } from '../membership';
import { Suppressions } from '../suppressions';

type Counts = Reply<'audience.count'>;

/** Counts under way for one user: each reads the whole audience. */
const COUNTS_AT_ONCE = 2;

/**
 * Counts the recipients that a campaign to these groups would be planned for, by the same rule: each address once on each
 * channel, in however many groups it is. Groups that are deleted or belong to another user count nothing.
 * @throws AppError limit_reached for a user with too many counts under way
 */
@Injectable()
export class CountAudience {
  private readonly counts = new SharedWork<Counts>(COUNTS_AT_ONCE);

  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly suppressions: Suppressions,
  ) {}

  execute({ userId, groupIds }: Payload<'audience.count'>): Promise<Counts> {
    return this.counts.join(userId, groupIds.join(' '), () => this.count(userId, groupIds));
  }

  private async count(userId: string, groupIds: readonly string[]): Promise<Counts> {
    const existing = [...(await this.groups.existing(userId, groupIds))];
    const tallies = await Promise.all(
      channels.map(async (channel) => [channel, await this.tallyOf(userId, existing, channel)] as const),
    );
    return Object.fromEntries(tallies) as Counts;
  }

  private tallyOf(userId: string, groupIds: readonly string[], channel: Channel) {
    const suppressed = this.suppressions.addresses(userId, channel);
    return tally(this.subscribers.addresses(groupIds, channel), suppressed);
  }
}

/** Does expensive work once for all requests for the same thing, and limits the work under way for each user. */
export class SharedWork<T> {
  private readonly underWay = new Map<string, Map<string, Promise<T>>>();

  constructor(private readonly limit: number) {}

  /** Joins the work under way for this question, or starts it. @throws AppError limit_reached */
  async join(userId: string, question: string, work: () => Promise<T>): Promise<T> {
    const ofUser = this.underWay.get(userId) ?? new Map<string, Promise<T>>();
    const shared = ofUser.get(question);
    if (shared) return shared;
    if (ofUser.size >= this.limit) throw new AppError('limit_reached');
    const mine = work();
    this.underWay.set(userId, ofUser.set(question, mine));
    try {
      return await mine;
    } finally {
      ofUser.delete(question);
      if (ofUser.size === 0) this.underWay.delete(userId);
    }
  }
}

/** Addresses in chunks. They ascend over all chunks; repeated ones follow each other. */
export type Addresses = AsyncIterable<readonly string[]>;

/**
 * Counts members, their distinct addresses, and how many of these are suppressed. It walks through both lists side by
 * side and holds one chunk of each in memory.
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
        // The loop awaits chunks, not addresses: a million awaits would take longer than the rest.
        while (barred.isBefore(address)) await barred.goOn();
        if (barred.isAt(address)) counts.suppressed += 1;
      }
    }
  } finally {
    await barred.end();
  }
  return counts;
}

/** A walk through addresses, forwards only. */
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
