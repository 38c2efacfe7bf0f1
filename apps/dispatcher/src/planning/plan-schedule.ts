import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { Completions } from '../dispatches/completions';
import { ReleaseSchedule } from '../release/release-schedule';
import { PlanTurn } from './plan-turn';

/** Planning goes on by itself in every dispatcher: turn after turn while there is something, else it looks again. */
@Injectable()
export class PlanSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly planTurn: PlanTurn,
    private readonly completions: Completions,
    private readonly release: ReleaseSchedule,
    log: Logger,
  ) {
    this.loop = new BackgroundLoop({ name: 'planning', everyMs: 500, round: () => this.round(), log });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  nudge(): void {
    this.loop.nudge();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async round(): Promise<boolean> {
    const turn = await this.planTurn.execute();
    if (!turn) return false;
    this.release.nudge();
    if (turn.end === 'planned') this.completions.check(turn.campaign);
    return true;
  }
}
