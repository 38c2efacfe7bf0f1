import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, Logger, type RoundEnd } from '@carillon/platform';
import { Completions } from '../dispatch';
import { ReleaseBatches } from '../releasing';
import { PlanPage } from './plan-page';
import { PlanningLine } from './planning-line';

/** The number of concurrent planners. A slow page blocks only one of them. */
const PLANNERS = 3;
/** How often an idle planner checks for work without a nudge (milliseconds). One planner is enough for these checks. */
const EVERY_MS = 500;
const OTHERS_IDLE_MS = 2_000;
const QUIET_MS = 5_000;

interface Planner {
  loop: BackgroundLoop;
  /** Whether the planner is planning, or was nudged. */
  isBusy: boolean;
}

/** Plans page after page in every dispatcher. When no page is left, checks again after a pause. */
@Injectable()
export class PlanningLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly planners: readonly Planner[];

  constructor(
    private readonly planPage: PlanPage,
    private readonly line: PlanningLine,
    private readonly completions: Completions,
    private readonly release: ReleaseBatches,
    log: Logger,
  ) {
    this.planners = Array.from({ length: PLANNERS }, (_, n) => {
      const idleMs = n === 0 ? EVERY_MS : OTHERS_IDLE_MS;
      const pace = { everyMs: EVERY_MS, idleMs, quietMs: QUIET_MS };
      const round = (): Promise<RoundEnd> => this.roundOf(planner);
      const planner = { loop: new BackgroundLoop({ name: 'planning', ...pace, round, log }), isBusy: false };
      return planner;
    });
  }

  onApplicationBootstrap(): void {
    for (const { loop } of this.planners) loop.start();
  }

  /**
   * Starts planning for a user with a new or resumed campaign. Wakes only one idle planner, because several planners
   * would search for the same campaign. If all planners are busy, each one checks again when it is done.
   */
  async begin(user: string): Promise<void> {
    await this.line.join(user);
    const idle = this.planners.find(({ isBusy }) => !isBusy);
    if (idle) idle.isBusy = true;
    for (const { loop } of idle ? [idle] : this.planners) loop.nudge();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.planners.map(({ loop }) => loop.stop()));
  }

  private async roundOf(planner: Planner): Promise<RoundEnd> {
    planner.isBusy = true;
    try {
      return await this.round();
    } finally {
      planner.isBusy = false;
    }
  }

  private async round(): Promise<RoundEnd> {
    const planned = await this.planPage.planNext();
    if (!planned) return 'idle';
    // If enough batches are already waiting, the next round would find no capacity.
    if (planned.end !== 'ahead') this.release.nudge();
    if (planned.end === 'planned') this.completions.check(planned.campaign);
    return true;
  }
}
