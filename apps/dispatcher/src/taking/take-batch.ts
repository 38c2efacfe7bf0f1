import { Injectable } from '@nestjs/common';
import type { Hand, Payload } from '@carillon/contracts';
import type { Batch } from '../ledger/batch';
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
    const batch = await this.batchOf(request);
    if (!batch) return null;
    const mine = batch.hand?.requestId === request.requestId;
    if (!mine && !isOffered(batch, request)) return null;
    const entries = await this.rosters.slice(batch.roster, batch.offset, batch.size);
    // The people are gone: the campaign was deleted, and the batch is about to go.
    if (entries.length === 0) return null;
    const held = mine
      ? batch
      : ((await this.grantOffer.execute(request, batch, entries)) ?? (await this.grantedBefore(request)));
    return held && this.describeHand.execute(held, entries);
  }

  /** What is refused now may have been granted to this very request a moment ago, by another process. */
  private async grantedBefore({ batchId, requestId }: Payload<'batch.take'>): Promise<Batch | null> {
    const batch = await this.batches.find(batchId);
    return batch?.hand?.requestId === requestId ? batch : null;
  }

  /** Most often this process offered it a moment ago; that it still is on offer is proved when the hand is written. */
  private async batchOf(request: Payload<'batch.take'>): Promise<Batch | null> {
    const written = this.batches.lastWritten(request.batchId);
    return written && isOffered(written, request) ? written : this.batches.find(request.batchId);
  }
}

function isOffered({ state, release }: Batch, request: Payload<'batch.take'>): boolean {
  return state === 'RELEASED' && release === request.release;
}
