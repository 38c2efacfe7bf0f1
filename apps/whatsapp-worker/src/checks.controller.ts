import { Controller } from '@nestjs/common';
import { IntegrationChecks } from '@carillon/channel';
import type { IntegrationCheck, Payload } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { WhatsappProvider } from './whatsapp-provider';

/** Tests of WhatsApp settings, on demand. */
@Controller()
export class ChecksController {
  constructor(
    private readonly checks: IntegrationChecks,
    private readonly provider: WhatsappProvider,
  ) {}

  @Command('whatsapp.check')
  check({ integration, address }: Payload<'whatsapp.check'>): Promise<IntegrationCheck> {
    return this.checks.execute(integration, (opened) => this.provider.tryOut(opened, address));
  }
}
