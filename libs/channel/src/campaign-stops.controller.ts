import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnBroadcast } from '@carillon/messaging';
import { ChannelWorker } from './channel-worker';

@Controller()
export class CampaignStopsController {
  constructor(private readonly worker: ChannelWorker) {}

  @OnBroadcast('dispatch.stopped')
  stopped({ campaignId }: Payload<'dispatch.stopped'>): void {
    this.worker.halt(campaignId);
  }
}
