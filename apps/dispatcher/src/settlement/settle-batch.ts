import { Inject, Injectable } from '@nestjs/common';
import type { BatchSettled } from '@carillon/contracts';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import { type Change, Batches } from '../ledger/batches';
import { AfterSettlement } from './after-settlement';

/** What is given back because its provider is down is due again after this (milliseconds); the breaker decides when it goes. */
const PROVIDER_DOWN_PAUSE_MS = 1_000;

/** Writes what a worker reports into the ledger. A report that comes twice, late or out of order does no harm. */
@Injectable()
export class SettleBatch {
  constructor(
    private readonly batches: Batches,
    private readonly after: AfterSettlement,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  async execute(report: BatchSettled): Promise<void> {
    const change = await this.write(report, await this.clock.now());
    if (change) await this.after.execute(report, change);
  }

  private write(
    { batchId, fence, sent, outcomes, done, providerDown }: BatchSettled,
    now: Date,
  ): Promise<Change | null> {
    const until = new Date(now.getTime() + this.config.HAND_LEASE_MS);
    const notBefore = providerDown && new Date(now.getTime() + PROVIDER_DOWN_PAUSE_MS);
    return this.batches.change(batchId, () => ({
      type: 'settled',
      now,
      fence,
      sent,
      outcomes,
      done,
      until,
      notBefore,
    }));
  }
}
