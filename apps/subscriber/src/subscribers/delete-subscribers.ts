import { Injectable } from '@nestjs/common';
import { AppError, type Deleted, type Payload, isId } from '@carillon/contracts';
import { Departures } from '../audience/departures';
import { Groups } from '../groups/groups';
import { Subscribers } from './subscribers';

/**
 * Removes members from a group. Answers those that were in it, in the order asked, each once; the same message again
 * answers as the first time. Errors: group_not_found.
 */
@Injectable()
export class DeleteSubscribers {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly departures: Departures,
  ) {}

  async execute({ userId, groupId, ids }: Payload<'subscriber.delete'>, messageId: string): Promise<Deleted> {
    if (!(await this.groups.get(userId, groupId))) throw new AppError('group_not_found');
    const asked = [...new Set(ids.filter(isId))];
    const present = await this.subscribers.present({ userId, groupId }, asked);
    if (present.length > 0) {
      // Noted first: who asks whether anybody left must not hear no once they are gone.
      await this.departures.note({ messageId, userId, subscriberIds: present });
      await this.subscribers.remove(userId, present);
    }
    const gone = await this.departures.notedBy(userId, messageId);
    return { ids: asked.filter((id) => gone.has(id)) };
  }
}
