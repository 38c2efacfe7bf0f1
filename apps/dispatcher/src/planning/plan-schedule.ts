import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { Completions } from '../dispatches/completions';
import { ReleaseBatches } from '../release/release-batches';
import { PlanTurn } from './plan-turn';

/** Turns at the same time: a page that is waited for keeps up one of them, not whose turn comes next. */
const TURNS = 3;

/** Planning goes on by itself in every dispatcher: turn after turn while there is something, else it looks again. */
@Injectable()
export class PlanSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: readonly BackgroundLoop[];

  constructor(
    private readonly planTurn: PlanTurn,
    private readonly completions: Completions,
    private readonly release: ReleaseBatches,
    log: Logger,
  ) {
    this.loops = Array.from(
      { length: TURNS },
      () => new BackgroundLoop({ name: 'planning', everyMs: 500, round: () => this.round(), log }),
    );
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  nudge(): void {
    for (const loop of this.loops) loop.nudge();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  private async round(): Promise<boolean> {
    const turn = await this.planTurn.execute();
    if (!turn) return false;
    this.release.nudge();
    if (turn.end === 'planned') this.completions.check(turn.campaign);
    return true;
  }
}
