import { Injectable } from '@nestjs/common';
import { AppError, type Channel } from '@carillon/contracts';
import { DatabaseClock } from '../database-clock';
import type { Term } from '../leading/leader-lease';
import { FillLane } from './fill-lane';
import type { Lane } from '../lanes/lane';
import { SurveyLanes } from '../lanes/survey-lanes';

/** A channel whose workers cannot be reached is left alone for so long (milliseconds). */
const NO_WAY_PAUSE_MS = 3_000;

/** Keeps the places of each channel's workers filled, in fair order. The leader's work. */
@Injectable()
export class ReleaseBatches {
  private readonly pausedUntil = new Map<Channel, number>();

  constructor(
    private readonly surveyLanes: SurveyLanes,
    private readonly fillLane: FillLane,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(term: Term): Promise<void> {
    const now = await this.clock.now();
    for (const lane of await this.surveyLanes.execute(now)) {
      if ((this.pausedUntil.get(lane.channel) ?? 0) <= performance.now()) await this.fill(lane, term, now);
    }
  }

  /** No broker is no reason to fail: it is looked for again a little later. */
  private async fill(lane: Lane, term: Term, now: Date): Promise<void> {
    try {
      await this.fillLane.execute(lane, term, now);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
      this.pausedUntil.set(lane.channel, performance.now() + NO_WAY_PAUSE_MS);
    }
  }
}
