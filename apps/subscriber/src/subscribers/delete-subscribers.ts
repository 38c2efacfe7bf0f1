import { AppError, type Deleted, type Payload, isId } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { type MembershipRemoval, MembershipRemovals } from '../audience/membership-removals';
import { Groups } from '../groups/groups';
import { Subscribers } from './subscribers';

@Injectable()
export class DeleteSubscribers {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly removals: MembershipRemovals,
  ) {}

  /**
   * Removes members from a group. Answers those that were in it, in the order asked, each once; the same message again
   * answers as the first time. Errors: group_not_found.
   */
  async execute({ userId, groupId, ids }: Payload<'subscriber.delete'>, messageId: string): Promise<Deleted> {
    if (!(await this.groups.get(userId, groupId))) throw new AppError('group_not_found');
    const asked = [...new Set(ids.filter(isId))];
    const groupOf = await this.subscribers.groupsOf(userId, asked);
    const subscriberIds = asked.filter((id) => groupOf.get(id) === groupId);
    const gone = await this.remove({ messageId, userId, subscriberIds });
    return { ids: asked.filter((id) => gone.has(id)) };
  }

  /** Removes these. Answers everybody whose removal the message brought about, now or before. */
  async remove({ messageId, userId, subscriberIds }: MembershipRemoval): Promise<Set<string>> {
    if (subscriberIds.length > 0) {
      // Noted first: who asks whether anybody left must not hear no once they are gone.
      await this.removals.note({ messageId, userId, subscriberIds });
      await this.subscribers.remove(userId, subscriberIds);
    }
    return this.removals.notedBy(userId, messageId);
  }
}
