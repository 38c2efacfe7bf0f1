import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { Dispatches } from '../dispatch';
import { ReadBehavior } from './read-behavior';

@Controller()
export class BehaviorController {
  constructor(
    private readonly readBehavior: ReadBehavior,
    private readonly dispatches: Dispatches,
  ) {}

  @Command('dispatch.behavior-batches')
  batches(query: Payload<'dispatch.behavior-batches'>): Promise<Reply<'dispatch.behavior-batches'>> {
    return this.readBehavior.batchesOf(query);
  }

  @Command('dispatch.behavior-changes')
  changes(query: Payload<'dispatch.behavior-changes'>): Promise<Reply<'dispatch.behavior-changes'>> {
    return this.readBehavior.changes(query);
  }

  @Command('dispatch.behavior')
  behavior(query: Payload<'dispatch.behavior'>): Promise<Reply<'dispatch.behavior'>> {
    return this.readBehavior.read(query);
  }

  @Command('dispatch.deleted-campaigns')
  async deleted({
    userId,
    campaignIds,
  }: Payload<'dispatch.deleted-campaigns'>): Promise<Reply<'dispatch.deleted-campaigns'>> {
    return { campaignIds: await this.dispatches.deletedAmong(userId, campaignIds) };
  }
}
