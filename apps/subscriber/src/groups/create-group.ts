import { Injectable } from '@nestjs/common';
import { AppError, type Group, type Payload } from '@carillon/contracts';
import { ErasedUsers } from '@carillon/mongo';
import { Clock, UserTurns, freeSlot } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Groups } from '../membership';
import { freeSlug } from './slug';

const GROUPS_PER_USER = 1_000;
/**
 * The limit of one user's groups that are being created or waiting: three quarters of the concurrent commands of a
 * process.
 */
const AT_ONCE = 48;
/** An attempt fails only if another process gives the slug or the slot to a group of this user in the meantime. */
const TRIES = 100;

/**
 * Adds a group, with the given slug or a slug that is derived from the name. A repeat with the same ID returns the
 * existing group. Errors: slug_taken, limit_reached, quota_exceeded, rate_limited.
 */
@Injectable()
export class CreateGroup {
  /**
   * Groups with the same name get similar slugs: in concurrent creations, all but one would fail and read all groups
   * again.
   */
  private readonly turns = new UserTurns(AT_ONCE);

  constructor(
    private readonly groups: Groups,
    private readonly quotas: Quotas,
    private readonly erasedUsers: ErasedUsers,
    private readonly clock: Clock,
  ) {}

  createGroup(group: Payload<'group.create'>): Promise<Group> {
    return this.turns.take(group.userId, () => this.create(group));
  }

  private async create(group: Payload<'group.create'>): Promise<Group> {
    await this.erasedUsers.refuse(group.userId);
    const now = this.clock.now();
    for (let tries = 0; tries < TRIES; tries++) {
      const created = await this.tryToCreate(group, now);
      if (created) return created;
    }
    throw new AppError('service_unavailable', 'Too many groups are being created at the same time');
  }

  /** Returns null if another process takes the slug or the slot in the meantime. */
  private async tryToCreate(
    { id, userId, name, slug }: Payload<'group.create'>,
    now: Date,
  ): Promise<Group | null> {
    const present = await this.groups.ofUser(userId);
    const same = present.find((other) => other.group.id === id);
    if (same) return same.group;
    const slugs = new Set(present.map((other) => other.group.slug));
    if (slug !== null && slugs.has(slug)) throw new AppError('slug_taken');
    const slots = present.map((other) => other.slot);
    const limit = await this.quotas.limitOf(userId, 'groups');
    const slot = freeSlot(slots, Math.min(limit, GROUPS_PER_USER));
    if (present.length >= GROUPS_PER_USER)
      throw new AppError('limit_reached', `A user can have at most ${GROUPS_PER_USER} groups`);
    // If a user's limit was lowered, slots below it can be free while others above it are taken.
    if (slot === undefined || present.length >= limit)
      throw this.quotas.refuse('groups', limit, present.length);
    return this.groups.add({ id, userId, name, slug: slug ?? freeSlug(name, slugs), slot }, now);
  }
}
