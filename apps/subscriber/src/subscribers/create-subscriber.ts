import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, type Payload, type Subscriber } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Groups } from '../groups/groups';
import { Subscribers } from './subscribers';

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

  async execute(command: Payload<'subscriber.create'>): Promise<Subscriber> {
    const { groupSlug, ...person } = command;
    const group = await this.groups.withSlug(person.userId, groupSlug);
    if (!group) return this.knownFrom(command, unknownSlug());
    const subscriber = {
      ...person,
      groupId: group.id,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
    };
    const created = await this.subscribers.add(subscriber, this.clock.now());
    if (created) return created;
    const existing = await this.subscribers.find(subscriber);
    const extra = existing ? { subscriberId: existing.id } : {};
    return this.knownFrom(command, new AppError('subscriber_exists', undefined, [], extra));
  }

  /** The subscriber whom this command has added before, wherever they were moved since. @throws what is given */
  private async knownFrom(
    { userId, id }: Payload<'subscriber.create'>,
    otherwise: AppError,
  ): Promise<Subscriber> {
    const known = await this.subscribers.get(userId, id);
    if (!known) throw otherwise;
    return known;
  }
}

/** There is no group that somebody could be added to. */
export function unknownSlug(): AppError {
  return new AppError('group_not_found', undefined, [
    { field: 'groupSlug', code: 'not_found', detail: 'There is no group with this slug' },
  ]);
}
