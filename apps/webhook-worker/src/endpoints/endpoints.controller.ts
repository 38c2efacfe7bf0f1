import type { Deleted, Payload, Reply, Webhook } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Controller } from '@nestjs/common';
import { EditEndpoints } from './edit-endpoints';
import { toWebhook } from './endpoint-record';
import { Endpoints } from './endpoints';
import { ResealSecrets } from './reseal-secrets';

@Controller()
export class EndpointsController {
  constructor(
    private readonly edit: EditEndpoints,
    private readonly endpoints: Endpoints,
    private readonly reseal: ResealSecrets,
    private readonly clock: Clock,
  ) {}

  @Command('webhook.create')
  async create(command: Payload<'webhook.create'>): Promise<Webhook> {
    const created = await this.edit.create(command);
    this.reseal.wasStored(command.secret);
    return created;
  }

  @Command('webhook.get')
  async get({ userId, id }: Payload<'webhook.get'>): Promise<Webhook> {
    return toWebhook(await this.endpoints.get(userId, id), this.clock.now());
  }

  @Command('webhook.list')
  list(query: Payload<'webhook.list'>): Promise<Reply<'webhook.list'>> {
    return this.endpoints.page(query);
  }

  @Command('webhook.update')
  update(command: Payload<'webhook.update'>): Promise<Webhook> {
    return this.edit.update(command);
  }

  @Command('webhook.rotate-secret')
  async rotate(command: Payload<'webhook.rotate-secret'>): Promise<Webhook> {
    const rotated = await this.edit.rotate(command);
    this.reseal.wasStored(command.secret);
    return rotated;
  }

  @Command('webhook.delete')
  delete(command: Payload<'webhook.delete'>): Promise<Deleted> {
    return this.edit.delete(command);
  }

  @Command('webhook.replay')
  async replay(command: Payload<'webhook.replay'>): Promise<object> {
    await this.edit.replay(command);
    return {};
  }
}
