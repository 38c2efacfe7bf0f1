import { Controller } from '@nestjs/common';
import { IntegrationChecks } from '@carillon/channel';
import type { IntegrationCheck, Payload } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { SmsProvider } from './sms-provider';

/** Tests of SMS settings, on demand. */
@Controller()
export class ChecksController {
  constructor(
    private readonly checks: IntegrationChecks,
    private readonly provider: SmsProvider,
  ) {}

  @Command('sms.check')
  check({ integration, address }: Payload<'sms.check'>): Promise<IntegrationCheck> {
    return this.checks.execute(integration, (opened) => this.provider.tryOut(opened, address));
  }
}
