import { Injectable } from '@nestjs/common';
import { AppError, type Payload, type Subscriber } from '@carillon/contracts';
import { Groups } from '../groups/groups';
import { Subscribers } from './subscribers';

/** Answers one of a user's subscribers. Errors: subscriber_not_found, also for a member of a group that was deleted. */
@Injectable()
export class GetSubscriber {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
  ) {}

  async execute({ userId, id }: Payload<'subscriber.get'>): Promise<Subscriber> {
    const subscriber = await this.subscribers.get(userId, id);
    const group = subscriber && (await this.groups.get(userId, subscriber.groupId));
    if (!group) throw new AppError('subscriber_not_found');
    return subscriber;
  }
}
