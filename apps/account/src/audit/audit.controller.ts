import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { ListAudit } from './list-audit';

@Controller()
export class AuditController {
  constructor(private readonly listAudit: ListAudit) {}

  @Command('audit.list')
  list(query: Payload<'audit.list'>): Promise<Reply<'audit.list'>> {
    return this.listAudit.execute(query);
  }
}
