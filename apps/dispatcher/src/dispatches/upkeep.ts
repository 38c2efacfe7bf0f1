import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { KeepOffers } from '../release/keep-offers';
import { LeaderLease } from '../release/leader-lease';
import { SweepHands } from '../settlement/sweep-hands';
import { CompleteOpen } from './complete-open';
import { WindUp } from './wind-up';

/** What the leader looks after every second: untaken offers, abandoned hands, deleted campaigns, missed ends. */
@Injectable()
export class Upkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly lease: LeaderLease,
    keepOffers: KeepOffers,
    sweepHands: SweepHands,
    windUp: WindUp,
    completeOpen: CompleteOpen,
    log: Logger,
  ) {
    const duties = [keepOffers, sweepHands, windUp, completeOpen];
    this.loop = new BackgroundLoop({ name: 'upkeep', everyMs: 1_000, round: () => this.round(duties), log });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async round(duties: readonly { execute(): Promise<void> }[]): Promise<boolean> {
    for (const duty of duties) {
      if (!(await this.lease.isMine())) return false;
      await duty.execute();
    }
    return false;
  }
}
