import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnBroadcast } from '@carillon/messaging';
import { TryChanged } from './try-changed';

@Controller()
export class IntegrationChangesController {
  constructor(private readonly tryChanged: TryChanged) {}

  @OnBroadcast('integration.changed')
  integrationChanged({ integrationId }: Payload<'integration.changed'>): Promise<void> {
    return this.tryChanged.execute(integrationId);
  }
}
