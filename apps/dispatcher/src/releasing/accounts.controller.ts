import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command, OnBroadcast, OnEvent } from '@carillon/messaging';
import { DatabaseClock } from '@carillon/mongo';
import { Breakers } from './breakers';
import { Dispatches } from '../dispatch';
import { RampUps } from './ramp-ups';
import { ReleaseBatches } from './release-batches';
import { SendingProfiles } from './sending-profiles';

/** Receives changes of accounts and their senders, and queries about senders. */
@Controller()
export class AccountsController {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly profiles: SendingProfiles,
    private readonly breakers: Breakers,
    private readonly rampUps: RampUps,
    private readonly release: ReleaseBatches,
    private readonly clock: DatabaseClock,
  ) {}

  @Command('dispatch.uses-sender')
  async usesSender({ senderId }: Payload<'dispatch.uses-sender'>): Promise<Reply<'dispatch.uses-sender'>> {
    return { inUse: await this.dispatches.usesSender(senderId) };
  }

  @Command('dispatch.ramp-up')
  async rampUp({ senderId, rampUp }: Payload<'dispatch.ramp-up'>): Promise<Reply<'dispatch.ramp-up'>> {
    return this.rampUps.state(senderId, rampUp, await this.clock.now());
  }

  @Command('dispatch.resume-ramp-up')
  async resumeRampUp({
    senderId,
    rampUp,
  }: Payload<'dispatch.resume-ramp-up'>): Promise<Reply<'dispatch.resume-ramp-up'>> {
    const now = await this.clock.now();
    await this.rampUps.resume(senderId, rampUp, now);
    return this.rampUps.state(senderId, rampUp, now);
  }

  @OnEvent('sender.edited')
  senderEdited({ userId, ...change }: Payload<'sender.edited'>): Promise<void> {
    return this.dispatches.noteSenderChange(userId, change);
  }

  @OnBroadcast('access.changed')
  accountChanged({ userId }: Payload<'access.changed'>): void {
    this.profiles.forget(userId);
  }

  @OnBroadcast('provider-accounts.changed')
  providerAccountsChanged(): void {
    this.profiles.forgetAll();
    this.release.nudge();
  }

  /** Probes a changed sender immediately, because the change may have repaired it. */
  @OnBroadcast('sender.changed')
  async senderChanged({ senderId }: Payload<'sender.changed'>): Promise<void> {
    await this.breakers.tryNow(senderId, await this.clock.now());
  }
}
