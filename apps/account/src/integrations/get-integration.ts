import { Injectable } from '@nestjs/common';
import { AppError, type Integration, type Payload } from '@carillon/contracts';
import { Integrations, shown } from './integrations';

/** Answers one of a user's integrations. Errors: integration_not_found. */
@Injectable()
export class GetIntegration {
  constructor(private readonly integrations: Integrations) {}

  async execute({ userId, id }: Payload<'integration.get'>): Promise<Integration> {
    const stored = await this.integrations.find(userId, id);
    if (!stored) throw new AppError('integration_not_found');
    return shown(stored);
  }
}
