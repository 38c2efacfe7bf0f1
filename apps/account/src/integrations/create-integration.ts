import { Injectable } from '@nestjs/common';
import { AppError, type Integration, type Payload } from '@carillon/contracts';
import { isDuplicateKey } from '@carillon/platform';
import { AuditedChanges } from '../audit/audited-changes';
import { integrationCreated } from '../audit/audit-actions';
import { requireUsable } from './edit-integration';
import { Integrations, type StoredIntegration, shown } from './integrations';

/**
 * Stores a user's credentials for a channel, sealed as they came. The same id again answers what is there.
 * Errors: integration_exists, validation_failed.
 */
@Injectable()
export class CreateIntegration {
  constructor(
    private readonly integrations: Integrations,
    private readonly audited: AuditedChanges,
  ) {}

  async execute(integration: Payload<'integration.create'>): Promise<Integration> {
    requireUsable(integration);
    const stored =
      (await this.tryToAdd(integration)) ??
      (await this.integrations.find(integration.userId, integration.id));
    if (!stored)
      throw new AppError(
        'integration_exists',
        `There is an integration for ${integration.channel} already: change it, or delete it first`,
      );
    return shown(stored);
  }

  /** Null: the id is taken, or the user has an integration for the channel. */
  private async tryToAdd({
    by,
    ...integration
  }: Payload<'integration.create'>): Promise<StoredIntegration | null> {
    try {
      return await this.audited.make(by, async (session, now) => {
        const added = await this.integrations.add(integration, now, session);
        return { result: added, action: integrationCreated(added) };
      });
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }
}
