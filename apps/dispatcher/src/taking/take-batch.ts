import { Inject, Injectable } from '@nestjs/common';
import type { Hand, Payload } from '@carillon/contracts';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { Batches } from '../ledger/batches';
import { Rosters } from '../ledger/rosters';
import { GrantOffer } from './grant-offer';
import { handOf } from './hand-of';

/** Gives a worker the right to send to a batch's recipients. The same request gets the same hand again. */
@Injectable()
export class TakeBatch {
  constructor(
    private readonly batches: Batches,
    private readonly rosters: Rosters,
    private readonly grantOffer: GrantOffer,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** Null: the hint was stale, or there is nobody left to send to. */
  async execute(request: Payload<'batch.take'>): Promise<Hand | null> {
    const batch = await this.batches.find(request.batchId);
    if (!batch) return null;
    const mine = batch.hand?.requestId === request.requestId;
    const offered = batch.state === 'RELEASED' && batch.release === request.release;
    if (!mine && !offered) return null;
    const entries = await this.rosters.slice(batch.roster, batch.offset, batch.size);
    // The people are gone: the campaign was deleted, and the batch is about to go.
    if (entries.length === 0) return null;
    const held = mine ? batch : await this.grantOffer.execute(request, batch, entries);
    return held && handOf(held, entries, this.config.HAND_LEASE_MS);
  }
}
