import { Controller } from '@nestjs/common';
import { IntegrationChecks } from '@carillon/channel';
import { type IntegrationCheck, type Payload, checkOf } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { TELEGRAM } from '../row';
import { TelegramProvider } from './telegram-provider';

@Controller()
export class ChecksController {
  constructor(
    private readonly checks: IntegrationChecks,
    private readonly provider: TelegramProvider,
  ) {}

  @Command(checkOf(TELEGRAM))
  check({ integration }: Payload<ReturnType<typeof checkOf>>): Promise<IntegrationCheck> {
    return this.checks.execute(integration, (opened) => this.provider.tryOut(opened));
  }
}
