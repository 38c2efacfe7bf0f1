import { Inject, Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import type { Batch } from '../ledger/batch';
import { Batches } from '../ledger/batches';
import type { Granted } from '../ledger/facts';
import type { Terms } from './hand-terms';
import { ReservePace } from './reserve-pace';

/** Writes a hand into the ledger: the durable record that precedes any word to a provider. */
@Injectable()
export class GrantHand {
  constructor(
    private readonly batches: Batches,
    private readonly reservePace: ReservePace,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /**
   * The batch with the hand that this request got; null: somebody else was faster, or nobody is left to send to, or the
   * rate is used up for now.
   */
  async execute(request: Payload<'batch.take'>, terms: Terms, offered: Batch): Promise<Batch | null> {
    const { batchId, requestId, release } = request;
    const granted = await this.reservePace.execute(
      offered,
      await this.granted(request, terms),
      terms.portion,
    );
    if (!granted) return null;
    const grant = (batch: Batch): Granted | null =>
      batch.release === release && batch.state === 'RELEASED' ? granted : null;
    const change = await this.batches.change(batchId, grant, offered);
    // Nothing to grant: it may be that this very request was granted a moment ago, in another process.
    const batch = change ? change.after : await this.batches.find(batchId);
    return batch?.hand?.requestId === requestId ? batch : null;
  }

  private async granted(
    { holder, requestId }: Payload<'batch.take'>,
    { limit, probe, withdrawn, portion }: Terms,
  ): Promise<Granted> {
    const now = await this.clock.now();
    const until = new Date(now.getTime() + this.config.HAND_LEASE_MS);
    const { pacePerSecond = null, concurrency = null } = portion ?? {};
    const tempo = { pacePerSecond, concurrency, startAt: null };
    return { type: 'granted', now, holder, requestId, until, limit, probe, tempo, withdrawn };
  }
}
