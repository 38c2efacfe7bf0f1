import { Injectable } from '@nestjs/common';
import { type DeliveryReported, readDeliveryId } from '@carillon/contracts';
import { noteSpan } from '@carillon/messaging';
import { DatabaseClock, Logger, Metrics } from '@carillon/platform';
import { Completions } from '../dispatch';
import { type Batch, Batches, type Fact, type Report } from '../ledger';
import { JudgeSender } from '../releasing';

interface GatheringOptions<T> {
  /** How long the first item of a key waits for more (milliseconds). */
  forMs: number;
  /** Items of one key that are written without further waiting. */
  most: number;
  /** Keys that are written concurrently. */
  atOnce: number;
  write: (key: string, items: readonly T[]) => Promise<void>;
}

interface PendingWrite<T> {
  items: T[];
  isDue: boolean;
  timer: NodeJS.Timeout;
  written: PromiseWithResolvers<void>;
}

/**
 * Writes together the items that arrive for one key within a moment. One key has at most one write in progress, and
 * items that arrive meanwhile go into the next write: the slower the writes, the fewer there are.
 */
export class Gathering<T> {
  private readonly pendingWrites = new Map<string, PendingWrite<T>>();
  private readonly underWay = new Set<string>();

  constructor(private readonly options: GatheringOptions<T>) {}

  /** Resolves when the item is written; rejects if the write that contains it fails. */
  add(key: string, item: T): Promise<void> {
    const pending = this.pendingWrites.get(key) ?? this.begin(key);
    pending.items.push(item);
    if (pending.items.length >= this.options.most) this.due(pending);
    return pending.written.promise;
  }

  private begin(key: string): PendingWrite<T> {
    const pending: PendingWrite<T> = {
      items: [],
      isDue: false,
      timer: setTimeout(() => this.due(pending), this.options.forMs),
      written: Promise.withResolvers(),
    };
    this.pendingWrites.set(key, pending);
    return pending;
  }

  private due(pending: PendingWrite<T>): void {
    clearTimeout(pending.timer);
    pending.isDue = true;
    this.writeWhatIsDue();
  }

  /** Writes the oldest first. */
  private writeWhatIsDue(): void {
    for (const [key, pending] of this.pendingWrites) {
      if (this.underWay.size >= this.options.atOnce) return;
      if (pending.isDue && !this.underWay.has(key)) void this.write(key, pending);
    }
  }

  private async write(key: string, { items, written }: PendingWrite<T>): Promise<void> {
    this.pendingWrites.delete(key);
    this.underWay.add(key);
    try {
      await this.options.write(key, items);
      written.resolve();
    } catch (error) {
      written.reject(error);
    }
    this.underWay.delete(key);
    this.writeWhatIsDue();
  }
}

/** How long reports are gathered (milliseconds). Providers report on the messages of a lease one after the other. */
const GATHERED_FOR_MS = 250;
/** As many reports as one dispatcher has in flight: the prefetch of their queue. */
const MOST = 500;
/** As many concurrent writes as the ledger's other writers have. */
const BATCHES_AT_ONCE = 10;

/** A delivery report with its position in the batch. */
type PlacedReport = DeliveryReported & { position: number };

/** Records providers' delivery reports in the ledger, with one write for the reports of a batch within a moment. */
@Injectable()
export class GatherReports {
  private readonly gathering: Gathering<PlacedReport>;
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
      'Batches that were written for delivery reports',
    );
    this.gathering = new Gathering<PlacedReport>({
      forMs: GATHERED_FOR_MS,
      most: MOST,
      atOnce: BATCHES_AT_ONCE,
      write: (batchId, reports) => this.write(batchId, reports),
    });
  }

  /** Resolves when the report is written, or found to concern no delivery. */
  async execute(report: DeliveryReported): Promise<void> {
    const place = readDeliveryId(report.deliveryId);
    if (place) await this.gathering.add(place.batchId, { ...report, position: place.position });
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
    // A repeated report says nothing of now: the sender may have been registered since.
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
