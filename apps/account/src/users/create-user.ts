import { Injectable } from '@nestjs/common';
import type { Payload, User } from '@carillon/contracts';
import { AuditedChanges } from '../audit/audited-changes';
import { userCreated } from '../audit/audit-actions';
import { Users } from './users';

/** Adds a user. The same id again answers the user that is there. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly users: Users,
    private readonly audited: AuditedChanges,
  ) {}

  execute({ by, ...given }: Payload<'user.create'>): Promise<User> {
    return this.audited.make(by, async (session, now) => {
      const { user, isNew } = await this.users.add(given, now, session);
      return { result: user, action: isNew ? userCreated(user) : null };
    });
  }
}
