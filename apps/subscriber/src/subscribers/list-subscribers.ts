import { Injectable } from '@nestjs/common';
import { AppError, type Payload, type Reply } from '@carillon/contracts';
import { Groups } from '../groups/groups';
import { Subscribers } from './subscribers';

/** Pages through a group, oldest first. Errors: group_not_found. */
@Injectable()
export class ListSubscribers {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
  ) {}

  async execute(query: Payload<'subscriber.list'>): Promise<Reply<'subscriber.list'>> {
    const [group, page] = await Promise.all([
      this.groups.get(query.userId, query.groupId),
      this.subscribers.page(query),
    ]);
    if (!group) throw new AppError('group_not_found');
    return page;
  }
}
