import { Injectable } from '@nestjs/common';
import { AppError, type Integration, type Payload } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { requireUsable } from './edit-integration';
import { Integrations, shown } from './integrations';

/**
 * Stores a user's credentials for a channel, sealed as they came. The same id again answers what is there.
 * Errors: integration_exists, validation_failed.
 */
@Injectable()
export class CreateIntegration {
  constructor(
    private readonly integrations: Integrations,
    private readonly clock: Clock,
  ) {}

  async execute(integration: Payload<'integration.create'>): Promise<Integration> {
    requireUsable(integration);
    const stored =
      (await this.integrations.add(integration, this.clock.now())) ??
      (await this.integrations.find(integration.userId, integration.id));
    if (!stored)
      throw new AppError(
        'integration_exists',
        `There is an integration for ${integration.channel} already: change it, or delete it first`,
      );
    return shown(stored);
  }
}
