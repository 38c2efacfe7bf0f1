import { randomBytes } from 'node:crypto';
import { AppError, type Deleted, type Payload, type Subscriber, isId } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Quotas, isOverQuota } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { People } from '../identity';
import { Groups, type MembershipRemoval, MembershipRemovals, Subscribers } from '../membership';
import { SignUps } from '../sign-ups';
import { ReadSubscribers } from './read-subscribers';

type NewSubscriber = Parameters<Subscribers['add']>[0];

const TOKEN_BYTES = 32;

/** Adds, changes, and removes members of groups. */
@Injectable()
export class EditSubscribers {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly people: People,
    private readonly readSubscribers: ReadSubscribers,
    private readonly removals: MembershipRemovals,
    private readonly signUps: SignUps,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds an address on one channel to a group. A repeat with the same ID returns the subscriber that it added.
   * Errors: group_not_found, subscriber_exists with extra.subscriberId, quota_exceeded.
   */
  async create(command: Payload<'subscriber.create'>): Promise<Subscriber> {
    const { groupSlug, ...person } = command;
    const group = await this.groups.withSlug(person.userId, groupSlug);
    if (!group) return this.addedBefore(command, unknownSlug());
    const subscriber = {
      ...person,
      groupId: group.id,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
    };
    const full = await this.add(subscriber);
    if (!(full instanceof AppError) && full !== null) return full;
    const existing = await this.subscribers.find(subscriber);
    // Existing members take no quota.
    return this.addedBefore(command, existing || full === null ? alreadyMember(existing) : full);
  }

  /**
   * Replaces a subscriber's extra data, moves the subscriber to another group, or both at once. The ID and the token
   * stay unchanged. Errors: subscriber_not_found, group_not_found, subscriber_exists with extra.subscriberId.
   */
  async update(command: Payload<'subscriber.update'>, messageId: string): Promise<Subscriber> {
    const before = await this.readSubscribers.get(command);
    const changes = { extraData: command.extraData, groupId: await this.targetOf(command) };
    if (changes.groupId !== undefined && changes.groupId !== before.groupId) {
      // Records the move in advance, like a removal, because another member of the group may have the address next.
      const move = { messageId, userId: command.userId, subscriberIds: [command.id], moved: true } as const;
      await this.removals.note(move, this.clock.now());
    }
    const changed = await this.subscribers.change(command, changes, this.clock.now());
    if (changed === null) throw new AppError('subscriber_not_found');
    if (changed !== 'taken') return changed;
    const groupId = changes.groupId ?? before.groupId;
    throw alreadyMember(await this.subscribers.find({ ...before, groupId }));
  }

  /**
   * Removes members from a group. Their links to confirm a sign-up for the group stop working. Returns the IDs that were in the group, in the order of the request, without
   * duplicates. A repeat gets the same reply. Errors: group_not_found.
   */
  async delete({ userId, groupId, ids }: Payload<'subscriber.delete'>, messageId: string): Promise<Deleted> {
    if (!(await this.groups.get(userId, groupId))) throw new AppError('group_not_found');
    const requested = [...new Set(ids.filter(isId))];
    const groupOf = await this.subscribers.groupsOf(userId, requested);
    const subscriberIds = requested.filter((id) => groupOf.get(id) === groupId);
    await this.signUps.withdraw(userId, groupId, await this.subscribers.addressesOf(userId, subscriberIds));
    const gone = await this.remove({ messageId, userId, subscriberIds });
    return { ids: requested.filter((id) => gone.has(id)) };
  }

  /** Removes subscribers. Returns the IDs of all subscribers that this message has removed, now or earlier. */
  async remove({ messageId, userId, subscriberIds }: MembershipRemoval): Promise<Set<string>> {
    if (subscriberIds.length > 0) {
      // Records the removal before the members are removed, because SendAudience must not miss it.
      await this.removals.note({ messageId, userId, subscriberIds }, this.clock.now());
      const removed = await this.subscribers.remove(userId, subscriberIds);
      await this.quotas.giveBack(userId, 'subscribers', removed);
    }
    return this.removals.notedBy(userId, messageId);
  }

  /** Returns the new subscriber; null if the ID or the address is taken, an error if the plan allows no more. */
  private async add(subscriber: NewSubscriber): Promise<Subscriber | AppError | null> {
    const { userId } = subscriber;
    const now = this.clock.now();
    try {
      return await this.quotas.spend(userId, 'subscribers', async () => {
        // The person is first, so that the address of every member has one, even after a crash.
        await this.people.ensure(userId, subscriber, now);
        return this.subscribers.add(subscriber, now);
      });
    } catch (error) {
      if (isOverQuota(error)) return error;
      throw error;
    }
  }

  /**
   * The subscriber that an earlier attempt of this command added, in any group. @throws `otherwise` if there is none
   */
  private async addedBefore(
    { userId, id }: Payload<'subscriber.create'>,
    otherwise: AppError,
  ): Promise<Subscriber> {
    const existing = await this.subscribers.get(userId, id);
    if (!existing) throw otherwise;
    return existing;
  }

  /** The ID of the group to move to. Undefined: the subscriber stays in its group. */
  private async targetOf({ userId, groupSlug }: Payload<'subscriber.update'>): Promise<string | undefined> {
    if (groupSlug === undefined) return undefined;
    const group = await this.groups.withSlug(userId, groupSlug);
    if (!group) throw unknownSlug();
    return group.id;
  }
}

function unknownSlug(): AppError {
  return new AppError('group_not_found', undefined, [
    { field: 'groupSlug', code: 'not_found', detail: 'No group has this slug' },
  ]);
}

function alreadyMember(existing: Subscriber | null): AppError {
  const extra = existing ? { subscriberId: existing.id } : {};
  return new AppError('subscriber_exists', undefined, [], extra);
}
