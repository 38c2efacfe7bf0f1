import { Injectable } from '@nestjs/common';
import { AppError, type Payload } from '@carillon/contracts';
import { Groups } from '../groups/groups';
import { type PageOfSubscribers, Subscribers } from './subscribers';

/** Finds who is a member by an address, in one group or in all of a user's. Errors: group_not_found. */
@Injectable()
export class FindSubscribers {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
  ) {}

  async execute({ groupId, ...search }: Payload<'subscriber.find'>): Promise<PageOfSubscribers> {
    const groupIds = await this.groupsOf(search.userId, groupId);
    return this.subscribers.pageOf({ ...search, groupIds });
  }

  private async groupsOf(userId: string, groupId: string | null): Promise<string[]> {
    if (groupId === null) return this.groups.ids(userId);
    if (!(await this.groups.get(userId, groupId))) throw new AppError('group_not_found');
    return [groupId];
  }
}
