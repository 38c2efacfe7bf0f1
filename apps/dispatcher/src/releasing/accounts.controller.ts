import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command, OnBroadcast, OnEvent } from '@carillon/messaging';
import { DatabaseClock } from '@carillon/mongo';
import { Breakers } from './breakers';
import { Dispatches } from '../dispatch';
import { SendingProfiles } from './sending-profiles';

/** Receives changes of accounts and of their integrations, and answers questions about them. */
@Controller()
export class AccountsController {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly profiles: SendingProfiles,
    private readonly breakers: Breakers,
    private readonly clock: DatabaseClock,
  ) {}

  @Command('dispatch.uses-integration')
  async usesIntegration({
    integrationId,
  }: Payload<'dispatch.uses-integration'>): Promise<Reply<'dispatch.uses-integration'>> {
    return { inUse: await this.dispatches.usesIntegration(integrationId) };
  }

  @OnEvent('integration.edited')
  integrationEdited({ userId, ...change }: Payload<'integration.edited'>): Promise<void> {
    return this.dispatches.noteIntegrationChange(userId, change);
  }

  @OnBroadcast('access.changed')
  accountChanged({ userId }: Payload<'access.changed'>): void {
    this.profiles.forget(userId);
  }

  /** The change may repair the integration: its probe need not wait any longer. */
  @OnBroadcast('integration.changed')
  async integrationChanged({ integrationId }: Payload<'integration.changed'>): Promise<void> {
    await this.breakers.tryNow(integrationId, await this.clock.now());
  }
}
