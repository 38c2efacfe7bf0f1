import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, type Payload, type Subscriber } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Groups } from '../groups/groups';
import { Subscribers } from './subscribers';
import { unknownSlug } from './unknown-slug';

const TOKEN_BYTES = 32;

/**
 * Adds a person to a group by one channel. The same id again answers the subscriber that is there.
 * Errors: group_not_found, subscriber_exists with extra.subscriberId.
 */
@Injectable()
export class CreateSubscriber {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly clock: Clock,
  ) {}

  async execute({ groupSlug, ...person }: Payload<'subscriber.create'>): Promise<Subscriber> {
    const group = await this.groups.withSlug(person.userId, groupSlug);
    if (!group) throw unknownSlug();
    const subscriber = {
      ...person,
      groupId: group.id,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
    };
    const created = await this.subscribers.add(subscriber, this.clock.now());
    if (created) return created;
    const existing = await this.subscribers.find(subscriber);
    if (existing?.id === person.id) return existing;
    throw new AppError('subscriber_exists', undefined, [], existing ? { subscriberId: existing.id } : {});
  }
}
