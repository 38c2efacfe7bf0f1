import { Injectable } from '@nestjs/common';
import { apply } from '../ledger/apply';
import type { Batch } from '../ledger/batch';
import type { Granted } from '../ledger/facts';
import { Paces } from '../limits/paces';
import type { Portion } from '../limits/portion';

/** Reserves the time of a hand in its integration's rate, for as many sends as it will really have. */
@Injectable()
export class ReservePace {
  constructor(private readonly paces: Paces) {}

  /** The grant, with the time that sends may begin at; null: it is not soon, so there is none now. */
  async execute(offered: Batch, granted: Granted, portion: Portion | null): Promise<Granted | null> {
    const { integration } = offered;
    if (integration === null || portion?.ratePerSecond == null) return granted;
    const sends = apply(offered, granted).hand?.positions.length ?? 0;
    if (sends === 0) return granted;
    const { hands, ratePerSecond } = portion;
    const startAt = await this.paces.reserve(integration, { hands, ratePerSecond }, sends);
    return startAt && { ...granted, tempo: { ...granted.tempo, startAt } };
  }
}
