import { Controller } from '@nestjs/common';
import type { IntegrationCheck, Payload } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { CheckIntegration } from './check-integration';

/** Tests of mail settings, on demand. */
@Controller()
export class ChecksController {
  constructor(private readonly checkIntegration: CheckIntegration) {}

  @Command('email.check')
  check(command: Payload<'email.check'>): Promise<IntegrationCheck> {
    return this.checkIntegration.execute(command);
  }
}
