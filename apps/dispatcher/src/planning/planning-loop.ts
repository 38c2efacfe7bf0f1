import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, Logger, type RoundEnd } from '@carillon/platform';
import { Completions } from '../dispatch';
import { ReleaseBatches } from '../releasing';
import { PlanPage } from './plan-page';
import { PlanningLine } from './planning-line';

/** Concurrent planners. A slow page blocks only one of them. */
const PLANNERS = 3;
/** How often a planner looks for work that nobody nudged it for (milliseconds); where there is none, one is enough. */
const EVERY_MS = 500;
const OTHERS_IDLE_MS = 2_000;

/** Plans page after page in every dispatcher. When there is nothing to plan, it checks again after a pause. */
@Injectable()
export class PlanningLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: readonly BackgroundLoop[];

  constructor(
    private readonly planPage: PlanPage,
    private readonly line: PlanningLine,
    private readonly completions: Completions,
    private readonly release: ReleaseBatches,
    log: Logger,
  ) {
    const round = (): Promise<RoundEnd> => this.round();
    this.loops = Array.from({ length: PLANNERS }, (_, n) => {
      const pace = { everyMs: EVERY_MS, idleMs: n === 0 ? EVERY_MS : OTHERS_IDLE_MS };
      return new BackgroundLoop({ name: 'planning', ...pace, round, log });
    });
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  /** A campaign of this user can be planned from now on. */
  async begin(user: string): Promise<void> {
    await this.line.join(user);
    for (const loop of this.loops) loop.nudge();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  private async round(): Promise<RoundEnd> {
    const planned = await this.planPage.execute();
    if (!planned) return 'idle';
    // Where enough waited already, the next round would find nothing to do for what was added.
    if (planned.end !== 'ahead') this.release.nudge();
    if (planned.end === 'planned') this.completions.check(planned.campaign);
    return true;
  }
}
