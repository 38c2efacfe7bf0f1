import { Inject, Injectable } from '@nestjs/common';
import { withTrace } from '@carillon/messaging';
import { DatabaseClock } from '../database-clock';
import { HOLDER } from '../holder';
import { nextToPlan } from './next-to-plan';
import { PlanOrPutOff, type TurnEnd } from './plan-or-put-off';
import { PlanningLine } from './planning-line';

/** A planner that has not finished its page by then is taken for dead (milliseconds). */
const TURN_MS = 20_000;

export interface Turn {
  campaign: string;
  /** 'lost': another process was faster. */
  end: TurnEnd | 'lost';
}

/** Plans one page of the campaign whose turn it is. */
@Injectable()
export class PlanTurn {
  constructor(
    private readonly line: PlanningLine,
    private readonly planOrPutOff: PlanOrPutOff,
    private readonly clock: DatabaseClock,
    @Inject(HOLDER) private readonly holder: string,
  ) {}

  /** Null: there is nothing to plan. */
  async execute(): Promise<Turn | null> {
    const now = await this.clock.now();
    const next = nextToPlan(await this.line.waiting(now));
    if (!next) return null;
    const { campaign } = next;
    const claimed = await this.line.claim(campaign, this.holder, now, new Date(now.getTime() + TURN_MS));
    if (!claimed) return { campaign, end: 'lost' };
    return withTrace({ campaignId: campaign }, async () => ({
      campaign,
      end: await this.planOrPutOff.execute(claimed, now),
    }));
  }
}
