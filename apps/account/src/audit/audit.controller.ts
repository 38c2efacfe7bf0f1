import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Users } from '../users/users';
import { AuditTrail } from './audit-trail';

@Controller()
export class AuditController {
  constructor(
    private readonly trail: AuditTrail,
    private readonly users: Users,
  ) {}

  /** Of one account, or of all. */
  @Command('audit.list')
  async list(query: Payload<'audit.list'>): Promise<Reply<'audit.list'>> {
    if (query.userId !== null) await this.users.get(query.userId);
    return this.trail.page(query);
  }
}
