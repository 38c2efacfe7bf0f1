import { AppError, type Deleted, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { MembershipRemovals } from '../audience/membership-removals';
import { Groups } from './groups';

/**
 * Deletes a group: gone at once with its members, who are removed in the background. The same message again answers as
 * the first time. Errors: group_not_found, group_in_use.
 */
@Injectable()
export class DeleteGroup {
  constructor(
    private readonly groups: Groups,
    private readonly removals: MembershipRemovals,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, id }: Payload<'group.delete'>, messageId: string): Promise<Deleted> {
    if (await this.groups.get(userId, id)) await this.delete(userId, id, messageId);
    if (await this.groups.wasDeletedBy(userId, id, messageId)) return { ids: [id] };
    throw new AppError('group_not_found');
  }

  private async delete(userId: string, id: string, messageId: string): Promise<void> {
    const { inUse } = await this.messenger.request('campaign.targets-group', { userId, groupId: id });
    if (inUse) throw new AppError('group_in_use');
    // Noted first: who asks whether anybody left must not hear no once the members are gone.
    await this.removals.note({ messageId, userId, subscriberIds: [] });
    await this.groups.delete(userId, id, { by: messageId, at: this.clock.now() });
  }
}
