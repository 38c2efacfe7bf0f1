import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnBroadcast } from '@carillon/messaging';
import { OpenIntegrations } from './open-integrations';

/** What makes cached credentials out of date. */
@Controller()
export class IntegrationChangesController {
  constructor(private readonly integrations: OpenIntegrations) {}

  @OnBroadcast('integration.changed')
  integrationChanged({ integrationId }: Payload<'integration.changed'>): void {
    this.integrations.forgetIntegration(integrationId);
  }

  @OnBroadcast('access.changed')
  accessChanged({ userId }: Payload<'access.changed'>): void {
    this.integrations.forgetUser(userId);
  }
}
