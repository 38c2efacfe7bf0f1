import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import { Contents } from './contents';
import { Dispatches } from './dispatches';
import { OpenDispatch } from './open-dispatch';
import { StopDispatch } from './stop-dispatch';

@Controller()
export class DispatchController {
  constructor(
    private readonly openDispatch: OpenDispatch,
    private readonly stopDispatch: StopDispatch,
    private readonly contents: Contents,
    private readonly dispatches: Dispatches,
  ) {}

  @OnEvent('campaign.published')
  published(order: Payload<'campaign.published'>): Promise<void> {
    return this.openDispatch.execute(order);
  }

  @OnEvent('campaign.deleted')
  deleted(stop: Payload<'campaign.deleted'>): Promise<void> {
    return this.stopDispatch.execute(stop);
  }

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
