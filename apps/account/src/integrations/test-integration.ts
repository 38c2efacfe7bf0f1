import { Injectable } from '@nestjs/common';
import { AppError, type IntegrationCheck, type Payload, checkOf } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { toOpen } from '../sending/open-integration';
import { Integrations } from './integrations';

/** Asks the provider whether the credentials work and keeps its answer. Errors: integration_not_found, service_unavailable. */
@Injectable()
export class TestIntegration {
  constructor(
    private readonly integrations: Integrations,
    private readonly messenger: Messenger,
  ) {}

  async execute({ userId, id, address }: Payload<'integration.test'>): Promise<IntegrationCheck> {
    const stored = await this.integrations.find(userId, id);
    if (!stored) throw new AppError('integration_not_found');
    const question = { integration: toOpen(stored), address };
    const check = await this.messenger.request(checkOf(stored.channel), question);
    await this.integrations.noteCheck(stored, check);
    return check;
  }
}
