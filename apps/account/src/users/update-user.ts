import { Injectable } from '@nestjs/common';
import { AppError, type Payload, type User } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { AuditedChanges } from '../audit/audited-changes';
import { userUpdated } from '../audit/audit-actions';
import { type UserChanges, Users } from './users';

/** Changes what was given and tells everybody who holds the user's plan, status or sender in memory. Errors: user_not_found. */
@Injectable()
export class UpdateUser {
  constructor(
    private readonly users: Users,
    private readonly audited: AuditedChanges,
    private readonly messenger: Messenger,
  ) {}

  async execute(change: Payload<'user.update'>): Promise<User> {
    const user = await this.audited.make(change.by, async (session, now) => {
      const changed = await this.users.change(change.id, changesIn(change), now, session);
      if (!changed) throw new AppError('user_not_found');
      return { result: changed.after, action: userUpdated(changed.before, changed.after) };
    });
    await this.messenger.broadcast('access.changed', { userId: user.id });
    return user;
  }
}

function changesIn({ name, email, plan, status }: Payload<'user.update'>): UserChanges {
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(plan !== undefined && { plan }),
    ...(status !== undefined && { status }),
  };
}
