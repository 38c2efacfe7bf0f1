import type { Payload, Reply } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Groups } from '../groups/groups';
import { Subscribers } from '../subscribers/subscribers';
import { Suppressions } from '../suppressions/suppressions';

/**
 * Pages through a group for whoever sends to it, and says who must not be written to; a group that is gone or somebody
 * else's is an empty page.
 */
@Injectable()
export class PageAudience {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly suppressions: Suppressions,
  ) {}

  async execute(query: Payload<'audience.page'>): Promise<Reply<'audience.page'>> {
    const [group, page, hasSuppressed] = await Promise.all([
      this.groups.get(query.userId, query.groupId),
      this.subscribers.pageToSend(query),
      this.suppressions.hasAny(query.userId),
    ]);
    if (!group) return { items: [], next: null };
    if (!hasSuppressed) return page;
    const isSuppressed = await this.suppressions.amongPeople(query.userId, page.items);
    return {
      ...page,
      items: page.items.map((item) => (isSuppressed(item) ? { ...item, suppressed: true } : item)),
    };
  }
}
