import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnBroadcast } from '@carillon/messaging';
import { SendHeartbeats } from './send-heartbeats';
import { ChannelWorker } from './channel-worker';
import { OpenIntegrations } from './integrations/open-integrations';

/** What every worker hears, whatever its channel. */
@Controller()
export class BroadcastsController {
  constructor(
    private readonly worker: ChannelWorker,
    private readonly integrations: OpenIntegrations,
    private readonly presence: SendHeartbeats,
  ) {}

  @OnBroadcast('dispatch.stopped')
  stopped({ campaignId }: Payload<'dispatch.stopped'>): void {
    this.worker.halt(campaignId);
  }

  // This and the next make cached credentials out of date.
  @OnBroadcast('integration.changed')
  integrationChanged({ integrationId }: Payload<'integration.changed'>): void {
    this.integrations.forgetIntegration(integrationId);
  }

  @OnBroadcast('access.changed')
  accessChanged({ userId }: Payload<'access.changed'>): void {
    this.integrations.forgetUser(userId);
  }

  @OnBroadcast('heartbeats.requested')
  called(): void {
    this.presence.nudge();
  }
}
