import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
} from '@nestjs/common';
import { BackgroundLoop, type BackgroundLoopOptions, type RoundEnd } from './background-loop';

export interface BackgroundTaskOptions extends Omit<BackgroundLoopOptions, 'round'> {
  /**
   * On shutdown, the task stops after the message handlers have ended, because the handlers may still create work for
   * it. By default, it stops before them.
   */
  stopsLate?: boolean;
}

/**
 * Work that a service repeats in the background. List the subclass among the providers of a feature: Nest starts it
 * with the service and stops it on shutdown.
 */
export abstract class BackgroundTask
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly loop: BackgroundLoop;
  private readonly stopsLate: boolean;

  protected constructor({ stopsLate = false, ...options }: BackgroundTaskOptions) {
    this.stopsLate = stopsLate;
    this.loop = new BackgroundLoop({ ...options, round: () => this.round() });
  }

  /** Does some of the work. Rounds never overlap. */
  abstract round(): Promise<RoundEnd>;

  /** Requests a round soon. Returns immediately. */
  nudge(): void {
    this.loop.nudge();
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.stopsLate) await this.loop.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.stopsLate) await this.loop.stop();
  }
}
