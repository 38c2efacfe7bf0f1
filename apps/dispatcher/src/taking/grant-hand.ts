import { Inject, Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { Breakers } from '../breakers/breakers';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import type { Batch, Withdrawal } from '../ledger/batch';
import { Batches } from '../ledger/batches';
import { handLimit } from './hand-limit';

/** Writes a hand into the ledger: the durable record that precedes any word to a provider. */
@Injectable()
export class GrantHand {
  constructor(
    private readonly batches: Batches,
    private readonly breakers: Breakers,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** How long a hand lasts without a word of its holder (milliseconds). */
  get leaseMs(): number {
    return this.config.HAND_LEASE_MS;
  }

  /** The batch with the hand that this request got; null: somebody else was faster, or nobody is left to send to. */
  async execute(
    request: Payload<'batch.take'>,
    batch: Batch,
    withdrawn: Withdrawal[],
  ): Promise<Batch | null> {
    const { holder, requestId, release } = request;
    const probe = batch.integration !== null && (await this.breakers.find(batch.integration)) !== null;
    const now = await this.clock.now();
    const until = new Date(now.getTime() + this.leaseMs);
    const change = await this.batches.change(batch.id, (current) =>
      current.release === release && current.state === 'RELEASED'
        ? { type: 'granted', now, holder, requestId, until, limit: handLimit(current, probe), withdrawn }
        : null,
    );
    return change?.after.hand?.requestId === requestId ? change.after : null;
  }
}
