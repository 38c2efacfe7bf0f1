import { Injectable } from '@nestjs/common';
import type { Hand, Payload } from '@carillon/contracts';
import { Batches } from '../ledger/batches';
import { Rosters } from '../ledger/rosters';
import { DescribeHand } from './describe-hand';
import { GrantOffer } from './grant-offer';

/** Gives a worker the right to send to a batch's recipients. The same request gets the same hand again. */
@Injectable()
export class TakeBatch {
  constructor(
    private readonly batches: Batches,
    private readonly rosters: Rosters,
    private readonly grantOffer: GrantOffer,
    private readonly describeHand: DescribeHand,
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
    return held && this.describeHand.execute(held, entries);
  }
}
