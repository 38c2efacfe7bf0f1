import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Contents } from './contents';
import { Dispatches } from './dispatches';

@Controller()
export class DispatchController {
  constructor(
    private readonly contents: Contents,
    private readonly dispatches: Dispatches,
  ) {}

  @Command('dispatch.content')
  content({ campaignId }: Payload<'dispatch.content'>): Promise<Reply<'dispatch.content'>> {
    return this.contents.forWorker(campaignId);
  }

  @Command('dispatch.uses-integration')
  async usesIntegration({
    integrationId,
  }: Payload<'dispatch.uses-integration'>): Promise<Reply<'dispatch.uses-integration'>> {
    return { inUse: await this.dispatches.usesIntegration(integrationId) };
  }
}
