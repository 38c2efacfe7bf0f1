import type { Payload } from '@carillon/contracts';
import { OnBroadcast } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { CalledBackIntegrations } from './called-back-integrations';

@Controller()
export class IntegrationBroadcastsController {
  constructor(private readonly integrations: CalledBackIntegrations) {}

  @OnBroadcast('integration.changed')
  forget({ integrationId }: Payload<'integration.changed'>): void {
    this.integrations.forget(integrationId);
  }
}
