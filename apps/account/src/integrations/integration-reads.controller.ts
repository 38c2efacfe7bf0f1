import { Controller } from '@nestjs/common';
import type { Integration, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { GetForCallback } from './get-for-callback';
import { GetIntegration } from './get-integration';
import { ListIntegrations } from './list-integrations';

@Controller()
export class IntegrationReadsController {
  constructor(
    private readonly getIntegration: GetIntegration,
    private readonly listIntegrations: ListIntegrations,
    private readonly getForCallback: GetForCallback,
  ) {}

  @Command('integration.get')
  get(query: Payload<'integration.get'>): Promise<Integration> {
    return this.getIntegration.execute(query);
  }

  @Command('integration.list')
  list(query: Payload<'integration.list'>): Promise<Reply<'integration.list'>> {
    return this.listIntegrations.execute(query);
  }

  @Command('integration.for-callback')
  async forCallback({ id }: Payload<'integration.for-callback'>): Promise<Reply<'integration.for-callback'>> {
    return { integration: await this.getForCallback.execute(id) };
  }
}
