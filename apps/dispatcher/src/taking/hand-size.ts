import { Injectable } from '@nestjs/common';
import type { Route } from '@carillon/contracts';
import { Breakers } from '../breakers/breakers';
import type { Batch } from '../ledger/batch';
import { handLimit } from '../limits/hand-limit';
import type { Portion } from '../limits/portion';
import { Portions } from '../limits/portions';

export interface Size {
  /** Recipients at most. */
  limit: number;
  probe: boolean;
  /** Its part of what the integration bears; null: there is no limit. */
  portion: Portion | null;
}

/** Settles how many recipients a hand gets, by what its integration bears. */
@Injectable()
export class HandSize {
  constructor(
    private readonly breakers: Breakers,
    private readonly portions: Portions,
  ) {}

  /** Null: the integration is down, and another batch is the probe. */
  async of({ id, user, channel }: Batch, route: Route): Promise<Size | null> {
    const [breaker, portion] = await Promise.all([
      this.breakers.find(route.integrationId),
      this.portions.of(user, channel, route),
    ]);
    if (!breaker) return { limit: handLimit(channel, portion), probe: false, portion };
    return breaker.probe === id ? { limit: 1, probe: true, portion } : null;
  }
}
