import { Injectable } from '@nestjs/common';
import type { Integration, Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { AuditedChanges } from '../audit/audited-changes';
import { integrationUpdated } from '../audit/audit-actions';
import { edit, requireUsable } from './edit-integration';
import { Integrations, shown } from './integrations';

/** Changes what was given and tells the workers. Errors: integration_not_found, validation_failed. */
@Injectable()
export class UpdateIntegration {
  constructor(
    private readonly integrations: Integrations,
    private readonly audited: AuditedChanges,
    private readonly messenger: Messenger,
  ) {}

  async execute(change: Payload<'integration.update'>): Promise<Integration> {
    const stored = await this.integrations.get(change.userId, change.id);
    const edited = edit(stored, change);
    requireUsable(edited);
    const saved = await this.audited.make(change.by, async (session, now) => {
      const after = await this.integrations.save(edited, now, session);
      return { result: after, action: after && integrationUpdated(stored, after) };
    });
    if (!saved) return this.execute(change);
    await this.messenger.broadcast('integration.changed', { integrationId: saved.id });
    return shown(saved);
  }
}
