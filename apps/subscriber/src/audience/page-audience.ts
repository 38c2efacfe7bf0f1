import { Injectable } from '@nestjs/common';
import { type AudienceMember, type Payload, type Reply, channels } from '@carillon/contracts';
import { Groups } from '../groups/groups';
import { Members } from './members';
import { Suppressed } from './suppressed';

/**
 * Pages through a group for whoever sends to it, and says who must not be written to; a group that is gone or somebody
 * else's is an empty page.
 */
@Injectable()
export class PageAudience {
  constructor(
    private readonly groups: Groups,
    private readonly members: Members,
    private readonly suppressed: Suppressed,
  ) {}

  async execute(query: Payload<'audience.page'>): Promise<Reply<'audience.page'>> {
    const [group, page, hasSuppressed] = await Promise.all([
      this.groups.get(query.userId, query.groupId),
      this.members.page(query),
      this.suppressed.hasAny(query.userId),
    ]);
    if (!group) return { items: [], next: null };
    return hasSuppressed ? { ...page, items: await this.marked(query.userId, page.items) } : page;
  }

  /** One look-up for each channel of the page. */
  private async marked(userId: string, items: readonly AudienceMember[]): Promise<AudienceMember[]> {
    const byChannel = await Promise.all(
      channels.map(async (channel) => {
        const addresses = items.flatMap((item) => (item.channel === channel ? [item.address] : []));
        return [channel, await this.suppressed.among(userId, channel, addresses)] as const;
      }),
    );
    const suppressed = new Map(byChannel);
    return items.map((item) =>
      suppressed.get(item.channel)?.has(item.address) ? { ...item, suppressed: true } : item,
    );
  }
}
