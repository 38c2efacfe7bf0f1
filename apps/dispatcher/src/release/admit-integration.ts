import { Injectable } from '@nestjs/common';
import { Paces } from '../limits/paces';
import { Portions } from '../limits/portions';
import type { Contender } from '../lanes/contender';
import type { Lane } from '../lanes/lane';

/** A batch whose hand could not begin within this time is not offered (milliseconds): it would keep a worker from others. */
const LOOK_AHEAD_MS = 1_000;

/** Finds out, once in a round, what an integration bears, and leaves it out while its rate is used up. */
@Injectable()
export class AdmitIntegration {
  constructor(
    private readonly portions: Portions,
    private readonly paces: Paces,
  ) {}

  async execute({ user, route }: Contender, lane: Lane, now: Date): Promise<void> {
    const { integrationId } = route;
    const portion = await this.portions.of(user, lane.channel, route);
    lane.limit(integrationId, portion);
    if (portion?.ratePerSecond == null) return;
    const { hands, ratePerSecond } = portion;
    const waitMs = await this.paces.waitMs(integrationId, { hands, ratePerSecond }, now);
    if (waitMs > LOOK_AHEAD_MS) lane.closed(integrationId);
  }
}
