import { Injectable } from '@nestjs/common';
import { type DeliveryReported, readDeliveryId } from '@carillon/contracts';
import { Gathering } from './gathering';
import { type PlacedReport, ReportBatch } from './report-batch';
import { ReportCounts } from './report-counts';

/** Providers call back about the messages of a hand one after the other; nobody waits for it to be in the report. */
const GATHERED_FOR_MS = 250;
/** The messages of the largest batches, a few words about each. */
const MOST = 500;
/** As many writes as the ledger's other writers have at once. */
const BATCHES_AT_ONCE = 10;

/** Takes what providers call back into the ledger, one write for what comes of a batch within a moment. */
@Injectable()
export class GatherReports {
  private readonly gathering: Gathering<PlacedReport>;

  constructor(
    reportBatch: ReportBatch,
    private readonly counts: ReportCounts,
  ) {
    this.gathering = new Gathering<PlacedReport>({
      forMs: GATHERED_FOR_MS,
      most: MOST,
      atOnce: BATCHES_AT_ONCE,
      write: (batchId, reports) => reportBatch.execute(batchId, reports),
    });
  }

  /** Resolves when it is written, or found to be about nothing that there is. */
  async execute(report: DeliveryReported): Promise<void> {
    const place = readDeliveryId(report.deliveryId);
    if (place) await this.gathering.add(place.batchId, { ...report, position: place.position });
    else this.counts.dropped(1, {});
  }
}
