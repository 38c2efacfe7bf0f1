import { Injectable } from '@nestjs/common';
import { withTrace } from '@carillon/messaging';
import { DatabaseClock } from '../database-clock';
import type { Dispatch } from '../dispatches/dispatch';
import { Dispatches } from '../dispatches/dispatches';
import { holder } from '../holder';
import { nextToPlan } from './next-to-plan';
import { PlanDispatch } from './plan-dispatch';

/** A planner that has not finished its page by then is taken for dead (milliseconds). */
const TURN_MS = 20_000;

export interface Turn {
  campaign: string;
  /** The whole audience is planned. */
  planned: boolean;
}

/** Plans one page of the campaign whose turn it is. */
@Injectable()
export class PlanTurn {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly planDispatch: PlanDispatch,
    private readonly clock: DatabaseClock,
  ) {}

  /** Null: there is nothing to plan. */
  async execute(): Promise<Turn | null> {
    const now = await this.clock.now();
    const candidate = nextToPlan(await this.dispatches.plannable(now));
    if (!candidate) return null;
    const until = new Date(now.getTime() + TURN_MS);
    const dispatch = await this.dispatches.claimPlanning(candidate.campaign, holder, now, until);
    if (!dispatch) return { campaign: candidate.campaign, planned: false };
    return withTrace({ campaignId: dispatch.campaign }, () => this.plan(dispatch, now));
  }

  /** What fails goes to the end of the line, so that it does not keep others from being planned. */
  private async plan(dispatch: Dispatch, now: Date): Promise<Turn> {
    try {
      return { campaign: dispatch.campaign, planned: await this.planDispatch.execute(dispatch, now) };
    } catch (error) {
      await this.dispatches.yieldPlanning(dispatch, now);
      throw error;
    }
  }
}
