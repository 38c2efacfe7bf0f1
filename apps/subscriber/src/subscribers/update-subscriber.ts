import { AppError, type Payload, type Subscriber } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Groups } from '../groups/groups';
import { unknownSlug } from './create-subscriber';
import { ReadSubscribers } from './read-subscribers';
import { Subscribers } from './subscribers';

/**
 * Replaces what is known of a person, moves them to another group, or both at once. They keep id and token.
 * Errors: subscriber_not_found, group_not_found, subscriber_exists with extra.subscriberId.
 */
@Injectable()
export class UpdateSubscriber {
  constructor(
    private readonly readSubscribers: ReadSubscribers,
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly clock: Clock,
  ) {}

  async execute(command: Payload<'subscriber.update'>): Promise<Subscriber> {
    const before = await this.readSubscribers.get(command);
    const changes = { extraData: command.extraData, groupId: await this.targetOf(command) };
    const changed = await this.subscribers.change(command, changes, this.clock.now());
    if (changed === null) throw new AppError('subscriber_not_found');
    if (changed !== 'taken') return changed;
    const existing = await this.subscribers.find({ ...before, groupId: changes.groupId ?? before.groupId });
    throw new AppError('subscriber_exists', undefined, [], existing ? { subscriberId: existing.id } : {});
  }

  /** The group to move to; undefined: none. */
  private async targetOf({ userId, groupSlug }: Payload<'subscriber.update'>): Promise<string | undefined> {
    if (groupSlug === undefined) return undefined;
    const group = await this.groups.withSlug(userId, groupSlug);
    if (!group) throw unknownSlug();
    return group.id;
  }
}
