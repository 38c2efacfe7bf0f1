import { Injectable } from '@nestjs/common';
import type { DeliveryReported } from '@carillon/contracts';
import { DatabaseClock } from '../database-clock';
import { Completions } from '../dispatches/completions';
import { Batches } from '../ledger/batches';
import type { Report, Reported } from '../ledger/facts';
import { ReportCounts } from './report-counts';

/** What was called back, with its position in the batch. */
export type PlacedReport = DeliveryReported & { position: number };

/** Writes into a batch what its provider called back. Of a batch that went out by another integration it says nothing. */
@Injectable()
export class ReportBatch {
  constructor(
    private readonly batches: Batches,
    private readonly clock: DatabaseClock,
    private readonly completions: Completions,
    private readonly counts: ReportCounts,
  ) {}

  async execute(batchId: string, reports: readonly PlacedReport[]): Promise<void> {
    const now = await this.clock.now();
    let own: readonly PlacedReport[] = [];
    const change = await this.batches.change(batchId, ({ integration }) => {
      own = reports.filter(({ integrationId }) => integrationId === integration);
      return own.length > 0 ? factOf(own, now) : null;
    });
    this.counts.heard(own.length);
    this.counts.dropped(reports.length - own.length, { batchId });
    if (!change || change.after === change.before) return;
    this.counts.written();
    if (change.after.state === 'DONE') this.completions.check(change.after.campaign);
  }
}

function factOf(reports: readonly PlacedReport[], now: Date): Reported {
  return { type: 'reported', now, items: reports.map(asReport) };
}

function asReport({
  position,
  providerId,
  state,
  reason,
  permanent,
  providerCode,
  at,
}: PlacedReport): Report {
  return { i: position, providerId, state, reason, permanent, providerCode, at: new Date(at) };
}
