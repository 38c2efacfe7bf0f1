import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Subscribers } from '../subscribers/subscribers';
import { countedPage } from './counted-page';
import { Groups } from './groups';

/** Pages through a user's groups, oldest first, with their counts if asked for. */
@Injectable()
export class ListGroups {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
  ) {}

  async execute({ userId, counts, after, limit }: Payload<'group.list'>): Promise<Reply<'group.list'>> {
    const page = await this.groups.page(userId, after, limit);
    return counts ? countedPage(page, (ids) => this.subscribers.counts(ids)) : page;
  }
}
