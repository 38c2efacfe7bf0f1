import { Injectable } from '@nestjs/common';
import { type DeliveryReported, readDeliveryId } from '@carillon/contracts';
import { noteSpan } from '@carillon/messaging';
import { DatabaseClock } from '@carillon/mongo';
import { Batcher, Logger, Metrics } from '@carillon/platform';
import { Completions } from '../dispatch';
import { type Batch, Batches, type Fact, type Report } from '../ledger';
import { JudgeSender } from '../releasing';

/** How long reports are gathered (milliseconds). Providers report on the messages of a lease one after the other. */
const GATHERED_FOR_MS = 250;
/** As many reports as one dispatcher has in flight: the prefetch of their queue. */
const MOST = 500;
/** As many concurrent writes as the ledger's other writers have. */
const BATCHES_AT_ONCE = 10;

/** A delivery report with its position in the batch. */
type PlacedReport = DeliveryReported & { batchId: string; position: number };

/** Records providers' delivery reports in the ledger, with one write for the reports of a batch within a moment. */
@Injectable()
export class GatherReports {
  private readonly gathering: Batcher<PlacedReport>;
  private readonly reports;
  private readonly writes;

  constructor(
    private readonly batches: Batches,
    private readonly completions: Completions,
    private readonly judgeSender: JudgeSender,
    private readonly clock: DatabaseClock,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.reports = metrics.counter('carillon_delivery_reports_total', 'Delivery reports of providers', [
      'fate',
    ]);
    this.writes = metrics.counter(
      'carillon_delivery_report_writes_total',
      'Batches written for delivery reports',
    );
    this.gathering = new Batcher<PlacedReport>({
      keyOf: ({ batchId }) => batchId,
      waitMs: GATHERED_FOR_MS,
      most: MOST,
      atOnce: BATCHES_AT_ONCE,
      run: (reports, batchId) => this.write(batchId, reports),
    });
  }

  /** Resolves when the report is written, or found to concern no delivery. */
  async record(report: DeliveryReported): Promise<void> {
    const place = readDeliveryId(report.deliveryId);
    if (place) await this.gathering.add({ ...report, ...place });
    else this.dropped(1, {});
  }

  /** A report of another sender than the batch's is dropped. */
  private async write(batchId: string, reports: readonly PlacedReport[]): Promise<void> {
    const from = Date.now();
    const now = await this.clock.now();
    let own: readonly PlacedReport[] = [];
    const decide = ({ sender }: Batch): Fact | null => {
      own = reports.filter(({ senderId }) => senderId === sender);
      return own.length > 0 ? { type: 'reported', now, items: own.map(asReport) } : null;
    };
    const change = await this.batches.change(batchId, decide, { proves: true });
    this.reports.inc({ fate: 'heard' }, own.length);
    this.dropped(reports.length - own.length, { batchId });
    if (!change || change.after === change.before) return;
    this.writes.inc();
    // A repeated report is outdated: the sender may have been registered since.
    const stopping = own.find(({ stopsSender }) => stopsSender);
    if (stopping)
      await this.judgeSender.reported(change.before, asReport({ ...stopping, at: now.toISOString() }));
    const { id, campaign, channel, state, traceparent: parent } = change.after;
    noteSpan('record delivery reports', { parent, from }, () => ({
      'carillon.campaign.id': campaign,
      'carillon.batch.id': id,
      'carillon.channel': channel,
      'carillon.recipients': own.length,
      'carillon.result': state,
    }));
    if (change.after.state === 'DONE') this.completions.check(change.after.campaign);
  }

  /** Counts reports on unknown or deleted deliveries, or on deliveries by another sender. */
  private dropped(reports: number, about: object): void {
    if (reports === 0) return;
    this.reports.inc({ fate: 'dropped' }, reports);
    this.log.debug({ ...about, reports }, 'a provider reported on no delivery of its sender');
  }
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
