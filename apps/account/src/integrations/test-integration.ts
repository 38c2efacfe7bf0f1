import { Injectable } from '@nestjs/common';
import { AppError, type IntegrationCheck, type Payload, canBeChecked, checkOf } from '@carillon/contracts';
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
    const { channel } = stored;
    if (!canBeChecked(channel)) {
      throw new AppError('service_unavailable', `Nobody can test ${channel} integrations yet`);
    }
    const check = await this.messenger.request(checkOf(channel), { integration: toOpen(stored), address });
    await this.integrations.noteCheck(stored, check);
    return check;
  }
}
