import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import type { Dispatch } from '../dispatches/dispatch';
import { HOLDER } from '../holder';
import { PlanDispatch, type Progress } from './plan-dispatch';
import { type Claimed, PlanningLine } from './planning-line';

/** What fails is tried again after a pause that doubles from failure to failure (milliseconds). */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** A suspended account is looked at again after so long (milliseconds). */
const SUSPENDED_PAUSE_MS = 30_000;

export type TurnEnd = Progress | 'put-off';

/** Plans a page. What cannot be planned is put off, so that it does not keep others from being planned. */
@Injectable()
export class PlanOrPutOff {
  constructor(
    private readonly planDispatch: PlanDispatch,
    private readonly line: PlanningLine,
    @Inject(HOLDER) private readonly holder: string,
    private readonly log: Logger,
  ) {}

  async execute({ dispatch, failures }: Claimed, now: Date): Promise<TurnEnd> {
    const progress = await this.plan(dispatch, failures, now);
    if (progress === 'suspended') return this.putOff(dispatch, now, 'ACCOUNT_SUSPENDED', SUSPENDED_PAUSE_MS);
    if (progress === 'overtaken') await this.line.leave(dispatch.campaign, this.holder, now);
    return progress;
  }

  private async plan(dispatch: Dispatch, failures: number, now: Date): Promise<TurnEnd> {
    try {
      return await this.planDispatch.execute(dispatch, now);
    } catch (error) {
      if (failures === 0)
        this.log.warn({ err: error }, 'a page could not be planned and will be tried again');
      const away = error instanceof AppError && error.kind === 'unavailable';
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      return this.putOff(dispatch, now, away ? 'SERVICE_UNAVAILABLE' : 'PLANNING_FAILED', pauseMs);
    }
  }

  private async putOff(dispatch: Dispatch, now: Date, reason: string, pauseMs: number): Promise<'put-off'> {
    const nextTryAt = new Date(now.getTime() + pauseMs);
    await this.line.putOff(dispatch, this.holder, now, { reason, nextTryAt });
    return 'put-off';
  }
}
