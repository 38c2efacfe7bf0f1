import { Injectable } from '@nestjs/common';
import { AppError, type Payload, type Reply } from '@carillon/contracts';
import { Users } from '../users/users';
import { AuditTrail } from './audit-trail';

/** Pages through the changes of one account, or of all, oldest first. Errors: user_not_found. */
@Injectable()
export class ListAudit {
  constructor(
    private readonly trail: AuditTrail,
    private readonly users: Users,
  ) {}

  async execute(query: Payload<'audit.list'>): Promise<Reply<'audit.list'>> {
    const { userId } = query;
    if (userId !== null && !(await this.users.find(userId))) throw new AppError('user_not_found');
    return this.trail.page(query);
  }
}
