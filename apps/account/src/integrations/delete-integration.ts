import { Injectable } from '@nestjs/common';
import { AppError, type Deleted, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { AuditedChanges } from '../audit/audited-changes';
import { integrationDeleted } from '../audit/audit-actions';
import { Integrations } from './integrations';

/**
 * Forgets a user's credentials, unless a running campaign needs them; the same request again answers as the first time.
 * Errors: integration_not_found, integration_in_use.
 */
@Injectable()
export class DeleteIntegration {
  constructor(
    private readonly integrations: Integrations,
    private readonly audited: AuditedChanges,
    private readonly messenger: Messenger,
  ) {}

  async execute({ by, userId, id }: Payload<'integration.delete'>): Promise<Deleted> {
    if (!(await this.integrations.find(userId, id))) {
      if (await this.audited.wasMade(userId, 'integration.deleted', id)) return { ids: [id] };
      throw new AppError('integration_not_found');
    }
    const { inUse } = await this.messenger.request('dispatch.uses-integration', { integrationId: id });
    if (inUse) throw new AppError('integration_in_use');
    const removed = await this.audited.make(by, async (session) => {
      const integration = await this.integrations.remove(userId, id, session);
      return { result: integration, action: integration && integrationDeleted(integration) };
    });
    await this.messenger.broadcast('integration.changed', { integrationId: id });
    return { ids: removed ? [id] : [] };
  }
}
