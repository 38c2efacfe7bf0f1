import { Injectable } from '@nestjs/common';
import { AppError, type Group, type Payload } from '@carillon/contracts';
import { Subscribers } from '../subscribers/subscribers';
import { Groups } from './groups';

/** Answers one of a user's groups, with its counts if asked for. Errors: group_not_found. */
@Injectable()
export class GetGroup {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
  ) {}

  async execute({ userId, id, counts }: Payload<'group.get'>): Promise<Group> {
    const group = await this.groups.get(userId, id);
    if (!group) throw new AppError('group_not_found');
    if (!counts) return group;
    const countOf = await this.subscribers.counts([id]);
    return { ...group, counts: countOf(id) };
  }
}
