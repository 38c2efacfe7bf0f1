import { Injectable } from '@nestjs/common';
import { type AuditChange, AppError, type Payload, type User, utmDefaults } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { type AuditAction, AuditedChanges, changesBetween } from '../audit';
import { type UserChanges, Users } from './users';

@Injectable()
export class EditUsers {
  constructor(
    private readonly users: Users,
    private readonly audited: AuditedChanges,
    private readonly messenger: Messenger,
  ) {}

  /** Adds a user. A repeat with the same ID returns the existing user. */
  create({ by, ...fields }: Payload<'user.create'>): Promise<User> {
    return this.audited.make(by, async (session, now) => {
      const { user, isNew } = await this.users.add(fields, now, session);
      return { result: user, action: isNew ? userCreated(user) : null };
    });
  }

  /**
   * Changes the given fields, and notifies the services that cache the user's plan, status, or sender. Errors:
   * user_not_found.
   */
  async update(change: Payload<'user.update'>): Promise<User> {
    const user = await this.audited.make(change.by, async (session, now) => {
      const changed = await this.users.change(change.id, changesIn(change), now, session);
      if (!changed) throw new AppError('user_not_found');
      return { result: changed.after, action: userUpdated(changed.before, changed.after) };
    });
    await this.messenger.broadcast('access.changed', { userId: user.id });
    return user;
  }
}

function changesIn(change: Payload<'user.update'>): UserChanges {
  const { name, email, plan, status, tracking, conversions, utm, defaultCountry } = change;
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(plan !== undefined && { plan }),
    ...(status !== undefined && { status }),
    ...(tracking !== undefined && { tracking }),
    ...(conversions !== undefined && { conversions }),
    ...(utm !== undefined && { utm }),
    ...(defaultCountry !== undefined && { defaultCountry }),
  };
}

export function userCreated(user: User): AuditAction {
  return ofUser('user.created', user, changesBetween({}, factsOf(user)));
}

/** Returns null if nothing changed. */
export function userUpdated(before: User, after: User): AuditAction | null {
  const changes = changesBetween(settingsOf(before), settingsOf(after));
  return changes.length === 0 ? null : ofUser('user.updated', after, changes);
}

function ofUser(action: AuditAction['action'], { id, name }: User, changes: AuditChange[]): AuditAction {
  return { userId: id, action, target: { type: 'user', id, name }, changes };
}

/** A value that is not set is an empty string, so that setting and removing it are changes. */
function settingsOf(user: User) {
  const { tracking = 'OFF', conversions = false, utm = utmDefaults } = user;
  const { defaultCountry = '', isApprovalRequired = false } = user;
  const ofUtm = Object.entries(utm).map(([field, value]) => [`utm.${field}`, value ?? ''] as const);
  return {
    ...factsOf(user),
    ...{ tracking, conversions, ...Object.fromEntries(ofUtm), defaultCountry, isApprovalRequired },
  };
}

function factsOf({ name, email, plan, status }: User): Partial<User> {
  return { name, email, plan, status };
}
