import { Controller } from '@nestjs/common';
import type { Deleted, Integration, IntegrationCheck, Payload, Reply } from '@carillon/contracts';
import { Command, OnBroadcast } from '@carillon/messaging';
import { EditIntegrations } from './edit-integrations';
import { Integrations, shown } from './integrations';
import { TestIntegration } from './test-integration';
import { VerifyCallback } from './verify-callback';

@Controller()
export class IntegrationsController {
  constructor(
    private readonly editIntegrations: EditIntegrations,
    private readonly testIntegration: TestIntegration,
    private readonly verifyCallback: VerifyCallback,
    private readonly integrations: Integrations,
  ) {}

  @Command('integration.create')
  create(integration: Payload<'integration.create'>): Promise<Integration> {
    return this.editIntegrations.create(integration);
  }

  @Command('integration.get')
  async get({ userId, id }: Payload<'integration.get'>): Promise<Integration> {
    return shown(await this.integrations.get(userId, id));
  }

  @Command('integration.list')
  list(query: Payload<'integration.list'>): Promise<Reply<'integration.list'>> {
    return this.integrations.page(query);
  }

  @Command('integration.verify-callback')
  verify(callback: Payload<'integration.verify-callback'>): Promise<Reply<'integration.verify-callback'>> {
    return this.verifyCallback.verify(callback);
  }

  @Command('integration.verify-webhooks')
  async verifyWebhooks({
    webhooks,
  }: Payload<'integration.verify-webhooks'>): Promise<Reply<'integration.verify-webhooks'>> {
    return { verdicts: await this.verifyCallback.webhooks(webhooks) };
  }

  @Command('integration.find-existing')
  async findExisting({
    ids,
  }: Payload<'integration.find-existing'>): Promise<Reply<'integration.find-existing'>> {
    return { existing: await this.integrations.existing(ids) };
  }

  @OnBroadcast('integration.changed')
  forget({ integrationId }: Payload<'integration.changed'>): void {
    this.verifyCallback.forget(integrationId);
  }

  @Command('integration.update')
  update(change: Payload<'integration.update'>): Promise<Integration> {
    return this.editIntegrations.update(change);
  }

  @Command('integration.delete')
  delete(command: Payload<'integration.delete'>): Promise<Deleted> {
    return this.editIntegrations.delete(command);
  }

  @Command('integration.test')
  test(command: Payload<'integration.test'>): Promise<IntegrationCheck> {
    return this.testIntegration.test(command);
  }
}
