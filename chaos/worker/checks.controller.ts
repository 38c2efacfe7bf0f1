import { Controller } from '@nestjs/common';
import type { IntegrationCheck } from '@carillon/contracts';
import { Command } from '@carillon/messaging';

/** The recording provider has nothing that could be tested beforehand. */
@Controller()
export class ChecksController {
  @Command('sms.check')
  check(): Promise<IntegrationCheck> {
    const checkedAt = new Date().toISOString();
    return Promise.resolve({ ok: true, reason: null, providerCode: null, detail: null, checkedAt });
  }
}
