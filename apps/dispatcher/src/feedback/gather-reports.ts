import { Injectable } from '@nestjs/common';
import { type DeliveryReported, readDeliveryId } from '@carillon/contracts';
import { noteSpan } from '@carillon/messaging';
import { DatabaseClock } from '@carillon/mongo';
import { Batcher, Logger, Metrics } from '@carillon/platform';
import { Completions, EndedDispatches } from '../dispatch';
import { type Batch, Batches, type Fact, type Report, senderOf } from '../ledger';
import { JudgeSender } from '../releasing';

/**
 * The time over which reports are batched (milliseconds). Providers report on the messages of a lease one after
 * another.
 */
const WAIT_MS = 250;
/** The number of reports that one dispatcher handles concurrently: the prefetch count of the queue. */
const MAX_REPORTS = 500;
/** The number of concurrent writes: the same as for the ledger's other writers. */
const BATCHES_AT_ONCE = 10;

/** A delivery report with its position in the batch. */
type LocatedReport = DeliveryReported & { batchId: string; position: number };

/**
 * Records providers' delivery reports in the ledger, with one write for the reports of a batch that arrive within a
 * short time.
 */
@Injectable()
export class GatherReports {
  private readonly batcher: Batcher<LocatedReport>;
  private readonly reports;
  private readonly writes;

  constructor(
    private readonly batches: Batches,
    private readonly completions: Completions,
    private readonly ended: EndedDispatches,
    private readonly judgeSender: JudgeSender,
    private readonly clock: DatabaseClock,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.reports = metrics.counter('carillon_delivery_reports_total', 'Delivery reports of providers', [
      'result',
    ]);
    this.writes = metrics.counter(
      'carillon_delivery_report_writes_total',
      'Batches written for delivery reports',
    );
    this.batcher = new Batcher<LocatedReport>({
      keyOf: ({ batchId }) => batchId,
      waitMs: WAIT_MS,
      most: MAX_REPORTS,
      atOnce: BATCHES_AT_ONCE,
      run: (reports, batchId) => this.write(batchId, reports),
    });
  }

  /** Resolves when the report is written, or dropped because it concerns no delivery. */
  async record(report: DeliveryReported): Promise<void> {
    const delivery = readDeliveryId(report.deliveryId);
    if (delivery) await this.batcher.add({ ...report, ...delivery });
    else this.dropped(1, {});
  }

  /** Drops reports from other senders than the sender of the delivery. */
  private async write(batchId: string, reports: readonly LocatedReport[]): Promise<void> {
    const from = Date.now();
    const now = await this.clock.now();
    let own: readonly LocatedReport[] = [];
    const decide = (batch: Batch): Fact | null => {
      own = reports.filter(({ senderId, position }) => senderId === senderOf(batch, position));
      return own.length > 0 ? { type: 'reported', now, items: own.map(asReport) } : null;
    };
    const change = await this.batches.change(batchId, decide, { proves: true });
    this.reports.inc({ result: 'accepted' }, own.length);
    this.dropped(reports.length - own.length, { batchId });
    if (!change) return;
    // Also after a repetition, because a crash may have followed the write.
    await this.ended.changed(change.after.campaign);
    if (change.after === change.before) return;
    this.writes.inc();
    // The cached result is outdated for a repeated report, because the sender may have been registered in the meantime.
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
    this.reports.inc({ result: 'dropped' }, reports);
    this.log.debug({ ...about, reports }, 'dropped delivery reports that match no delivery of their sender');
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
}: LocatedReport): Report {
  return { i: position, providerId, state, reason, permanent, providerCode, at: new Date(at) };
}
