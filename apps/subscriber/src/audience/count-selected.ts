import { type Payload, type Reply, eachChannel } from '@carillon/contracts';
import { Clock, type Pace, SharedCounts } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { keyOf } from '../identity';
import { SelectAudience } from './select-audience';

type Query = Payload<'audience.count-selected'>;
type Counts = Reply<'audience.count-selected'>;

/** Limits of one count: the addresses that are compared in memory, some 60 MB, and the duration (milliseconds). */
const limits = { addresses: 500_000, ms: 20_000 };

/**
 * Counts the recipients that a campaign with segments or exclusions would be planned for, with the code that selects
 * them.
 */
@Injectable()
export class CountSelected {
  private readonly counts = new SharedCounts<Counts>('counts of large groups');

  constructor(
    private readonly selectAudience: SelectAudience,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError rate_limited, timeout */
  count(query: Query): Promise<Counts> {
    return this.counts.join(query.userId, JSON.stringify(query), (pace) => this.walk(query, pace));
  }

  private async walk({ userId, groupIds, audience }: Query, pace: Pace): Promise<Counts> {
    const counts: Counts = {
      isComplete: true,
      channels: eachChannel(() => ({ distinct: 0, excluded: 0, suppressed: 0 })),
    };
    const seen = new Set<string>();
    const until = performance.now() + limits.ms;
    const draft = { userId, groupIds, audience, asOf: this.clock.now() };
    for await (const members of this.selectAudience.pages(draft)) {
      if (seen.size > limits.addresses || performance.now() > until) return { ...counts, isComplete: false };
      for (const member of members) {
        const { channel, excluded, suppressed } = member;
        const key = keyOf(member);
        if (seen.has(key)) continue;
        seen.add(key);
        const ofChannel = counts.channels[channel];
        ofChannel.distinct += 1;
        if (excluded) ofChannel.excluded += 1;
        else if (suppressed) ofChannel.suppressed += 1;
      }
      await pace.rest();
    }
    return counts;
  }
}
