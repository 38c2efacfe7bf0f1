import { Injectable } from '@nestjs/common';
import { type Channel, type Payload, type Reply, channels } from '@carillon/contracts';
import { Groups } from '../groups/groups';
import { Subscribers } from '../subscribers/subscribers';
import { Suppressions } from '../suppressions/suppressions';
import { SharedWork } from './shared-work';
import { tally } from './tally';

type Counts = Reply<'audience.count'>;

/** Each reads as long as the audience is. */
const COUNTS_AT_ONCE = 2;

/**
 * Counts whom a campaign to these groups would be planned for, by the same rule: an address once on each channel, in however
 * many groups. Groups that are gone or somebody else's count nothing.
 * @throws AppError limit_reached for a user who has others counted already
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
