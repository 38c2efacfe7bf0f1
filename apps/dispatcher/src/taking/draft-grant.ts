import { Inject, Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import type { Batch } from '../ledger/batch';
import type { Granted } from '../ledger/facts';
import type { Terms } from './hand-terms';
import { ReservePace } from './reserve-pace';

/** What is to be written when a hand is granted on these terms, its time in the rate of its integration reserved. */
@Injectable()
export class DraftGrant {
  constructor(
    private readonly reservePace: ReservePace,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** Null: the rate is used up for now. */
  async execute(
    { holder, requestId }: Payload<'batch.take'>,
    { limit, probe, withdrawn, conversing, portion }: Terms,
    offered: Batch,
  ): Promise<Granted | null> {
    const now = await this.clock.now();
    const until = new Date(now.getTime() + this.config.HAND_LEASE_MS);
    const { pacePerSecond = null, concurrency = null } = portion ?? {};
    const tempo = { pacePerSecond, concurrency, startAt: null };
    const granted = { now, holder, requestId, until, limit, probe, tempo, withdrawn, conversing };
    return this.reservePace.execute(offered, { type: 'granted', ...granted }, portion);
  }
}
