import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Integrations, shown } from './integrations';

/** Pages through a user's integrations, oldest first, of one channel or all. */
@Injectable()
export class ListIntegrations {
  constructor(private readonly integrations: Integrations) {}

  async execute(query: Payload<'integration.list'>): Promise<Reply<'integration.list'>> {
    const { items, next } = await this.integrations.page(query);
    return { items: items.map(shown), next };
  }
}
