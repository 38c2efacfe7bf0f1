import { Logger } from '@carillon/platform';
import { type OnApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type CampaignConfig, campaignConfig } from '../config';
import { RelayEvents } from './relay-events';

const LONGEST_PAUSE_MS = 5_000;

/**
 * When the relay runs: at once after a write of this process, and again and again for what a crash left behind;
 * more rarely while it fails.
 */
@Injectable()
export class RelaySchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private nudged = false;
  private stopping = false;
  private failures = 0;
  private wake: () => void = () => undefined;
  private rounds = Promise.resolve();

  constructor(
    private readonly relay: RelayEvents,
    @Inject(campaignConfig.token) private readonly config: CampaignConfig,
    private readonly log: Logger,
  ) {}

  /** There is something to announce. Returns at once. */
  nudge(): void {
    this.nudged = true;
    this.wake();
  }

  onApplicationBootstrap(): void {
    this.rounds = this.run();
  }

  /** Runs when no command is in hand any more, while the broker can still be reached. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.rounds;
  }

  private async run(): Promise<void> {
    while (!this.stopping || this.nudged) {
      this.nudged = false;
      await this.round();
      await this.pause(Math.min(this.config.OUTBOX_SWEEP_MS * 2 ** this.failures, LONGEST_PAUSE_MS));
    }
  }

  private async round(): Promise<void> {
    try {
      await this.relay.execute();
      if (this.failures > 0) this.log.info('Events are announced again');
      this.failures = 0;
    } catch (error) {
      if (this.failures === 0)
        this.log.warn({ err: error }, 'Events of campaigns wait: they cannot be announced now');
      this.failures += 1;
    }
  }

  private pause(ms: number): Promise<void> {
    if (this.nudged || this.stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
