import { Controller } from '@nestjs/common';
import type { Payload, Reply, User } from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import { AuditTrail, AuditedChanges } from '../audit';
import { EditUsers } from './edit-users';
import { Users } from './users';

@Controller()
export class UsersController {
  constructor(
    private readonly editUsers: EditUsers,
    private readonly users: Users,
    private readonly trail: AuditTrail,
    private readonly audited: AuditedChanges,
  ) {}

  @Command('user.create')
  create(user: Payload<'user.create'>): Promise<User> {
    return this.editUsers.create(user);
  }

  @Command('user.get')
  get({ id }: Payload<'user.get'>): Promise<User> {
    return this.users.get(id);
  }

  @Command('user.list')
  list({ after, limit }: Payload<'user.list'>): Promise<Reply<'user.list'>> {
    return this.users.page(after, limit);
  }

  @Command('user.update')
  update(change: Payload<'user.update'>): Promise<User> {
    return this.editUsers.update(change);
  }

  @OnEvent('audit.noted')
  noted(note: Payload<'audit.noted'>): Promise<void> {
    return this.audited.note(note);
  }

  /** The audit entries of one account, or of all accounts. */
  @Command('audit.page')
  async auditPage(query: Payload<'audit.page'>): Promise<Reply<'audit.page'>> {
    if (query.userId !== null) await this.users.get(query.userId);
    return this.trail.page(query);
  }
}
