import { AppError, type FieldError, type Plan } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';

/** What a campaign needs of other services before it may go out. */
@Injectable()
export class SendingPreconditions {
  constructor(private readonly messenger: Messenger) {}

  /** The plan that holds now, from its owner and not from a cache. @throws AppError account_suspended */
  async planOf(userId: string): Promise<Plan> {
    const user = await this.messenger.request('user.get', { id: userId });
    if (user.status === 'SUSPENDED') throw new AppError('account_suspended');
    return user.plan;
  }

  /** One entry for each target that is not a group of this user, named by its position. */
  async missingGroups(userId: string, groups: string[]): Promise<FieldError[]> {
    const { missing } = await this.messenger.request('group.find-missing', { userId, ids: groups });
    return groups.flatMap((group, index) =>
      missing.includes(group)
        ? [{ field: `groups.${index}`, code: 'not_found' as const, detail: `There is no group ${group}` }]
        : [],
    );
  }
}
