import { type Channel, type Payload, type Reply, channels, eachChannel } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { noneSkipped } from './rehearsal-tally';
import { RehearseAudience } from './rehearse';

type Targets = Pick<Payload<'audience.rehearse'>, 'userId' | 'groupIds' | 'audience'> & {
  usable?: readonly Channel[];
};

/** How long a count waits for its rehearsal (milliseconds). */
const WAIT_MS = 20_000;

/** Counts the recipients that a campaign would be planned for. */
@Injectable()
export class CountSelected {
  constructor(private readonly rehearseAudience: RehearseAudience) {}

  /** The recipients of a campaign with segments, exclusions, or an order of channels. @throws AppError rate_limited, service_unavailable */
  async count(query: Payload<'audience.count-selected'>): Promise<Reply<'audience.count-selected'>> {
    const { isComplete, channels: counts } = await this.rehearse(query);
    return {
      isComplete,
      channels: eachChannel((channel) => {
        const { total, reached, unreached } = counts[channel];
        const excluded = unreached.find(({ reason }) => reason === 'EXCLUDED')?.count ?? 0;
        return { distinct: total, excluded, suppressed: total - reached - excluded };
      }),
    };
  }

  /** The members of groups, without a topic. @throws AppError rate_limited */
  async countMembers(query: Payload<'audience.count'>): Promise<Reply<'audience.count'>> {
    const { isComplete, channels: counts } = await this.rehearse(query);
    const tallies = eachChannel((channel) => {
      const { members, total, reached } = counts[channel];
      return { members, distinct: total, suppressed: total - reached };
    });
    return { ...tallies, ...(!isComplete && { isComplete }) };
  }

  /** Counts each recipient on its channel, even if nothing is sent on it: the caller knows that. */
  private rehearse({
    userId,
    groupIds,
    audience,
    usable = channels,
  }: Targets): ReturnType<RehearseAudience['rehearse']> {
    const targets = { userId, groupIds, ...(audience && { audience }) };
    return this.rehearseAudience.rehearse(
      { ...targets, skipped: noneSkipped, needed: [], texts: [] },
      { waitMs: WAIT_MS, usable },
    );
  }
}
