import { Injectable } from '@nestjs/common';
import type { Hand, Payload } from '@carillon/contracts';
import type { Batch } from '../ledger/batch';
import { Batches } from '../ledger/batches';
import { type RosterEntry, Rosters } from '../ledger/rosters';
import { FindWithdrawn } from './find-withdrawn';
import { GrantHand } from './grant-hand';
import { handOf } from './hand-of';

/** Gives a worker the right to send to a batch's recipients. The same request gets the same hand again. */
@Injectable()
export class TakeBatch {
  constructor(
    private readonly batches: Batches,
    private readonly rosters: Rosters,
    private readonly findWithdrawn: FindWithdrawn,
    private readonly grantHand: GrantHand,
  ) {}

  /** Null: the hint was stale, or there is nobody left to send to. */
  async execute(request: Payload<'batch.take'>): Promise<Hand | null> {
    const batch = await this.batches.find(request.batchId);
    if (!batch) return null;
    const mine = batch.hand?.requestId === request.requestId;
    const offered = batch.state === 'RELEASED' && batch.release === request.release;
    if (!mine && !offered) return null;
    const entries = await this.rosters.slice(batch.roster, batch.offset, batch.size);
    const held = mine ? batch : await this.grant(request, batch, entries);
    return held && handOf(held, entries, this.grantHand.leaseMs);
  }

  private async grant(
    request: Payload<'batch.take'>,
    batch: Batch,
    entries: RosterEntry[],
  ): Promise<Batch | null> {
    return this.grantHand.execute(request, batch, await this.findWithdrawn.execute(batch, entries));
  }
}
