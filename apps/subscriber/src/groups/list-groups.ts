import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Subscribers } from '../subscribers/subscribers';
import { Groups } from './groups';

/** Pages through a user's groups, oldest first, with their counts if asked for. */
@Injectable()
export class ListGroups {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
  ) {}

  async execute({ userId, counts, after, limit }: Payload<'group.list'>): Promise<Reply<'group.list'>> {
    const { items, next } = await this.groups.page(userId, after, limit);
    if (!counts) return { items, next };
    const countOf = await this.subscribers.counts(items.map(({ id }) => id));
    return { items: items.map((group) => ({ ...group, counts: countOf(group.id) })), next };
  }
}
