import { Injectable } from '@nestjs/common';
import { type DeliveryReported, readDeliveryId } from '@carillon/contracts';
import { Logger, Metrics } from '@carillon/platform';
import { DatabaseClock } from '../database-clock';
import { Completions } from '../dispatch';
import { Batches, type Report } from '../ledger';

interface GatheringOptions<T> {
  /** How long the first of a key waits for more (milliseconds). */
  forMs: number;
  /** So many of a key wait no longer. */
  most: number;
  /** Keys that are written at the same time. */
  atOnce: number;
  write: (key: string, items: readonly T[]) => Promise<void>;
}

interface Heap<T> {
  items: T[];
  isDue: boolean;
  timer: NodeJS.Timeout;
  written: PromiseWithResolvers<void>;
}

/**
 * Writes together what comes for the same key within a moment. One key is written once at a time, and what comes
 * meanwhile goes with the next: the slower it goes, the fewer the writes.
 */
export class Gathering<T> {
  private readonly heaps = new Map<string, Heap<T>>();
  private readonly underWay = new Set<string>();

  constructor(private readonly options: GatheringOptions<T>) {}

  /** Resolves when it is written, and rejects when what was gathered with it could not be. */
  add(key: string, item: T): Promise<void> {
    const heap = this.heaps.get(key) ?? this.begin(key);
    heap.items.push(item);
    if (heap.items.length >= this.options.most) this.due(heap);
    return heap.written.promise;
  }

  private begin(key: string): Heap<T> {
    const heap: Heap<T> = {
      items: [],
      isDue: false,
      timer: setTimeout(() => this.due(heap), this.options.forMs),
      written: Promise.withResolvers(),
    };
    this.heaps.set(key, heap);
    return heap;
  }

  private due(heap: Heap<T>): void {
    clearTimeout(heap.timer);
    heap.isDue = true;
    this.writeWhatIsDue();
  }

  /** The oldest first. */
  private writeWhatIsDue(): void {
    for (const [key, heap] of this.heaps) {
      if (this.underWay.size >= this.options.atOnce) return;
      if (heap.isDue && !this.underWay.has(key)) void this.write(key, heap);
    }
  }

  private async write(key: string, { items, written }: Heap<T>): Promise<void> {
    this.heaps.delete(key);
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

/** Providers call back about the messages of a lease one after the other; nobody waits for it to be in the report. */
const GATHERED_FOR_MS = 250;
/** The messages of the largest batches, a few words about each. */
const MOST = 500;
/** As many writes as the ledger's other writers have at once. */
const BATCHES_AT_ONCE = 10;

/** What was called back, with its position in the batch. */
type PlacedReport = DeliveryReported & { position: number };

/** Takes what providers call back into the ledger, one write for what comes of a batch within a moment. */
@Injectable()
export class GatherReports {
  private readonly gathering: Gathering<PlacedReport>;
  private readonly reports;
  private readonly writes;

  constructor(
    private readonly batches: Batches,
    private readonly completions: Completions,
    private readonly clock: DatabaseClock,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.reports = metrics.counter('carillon_delivery_reports_total', 'What providers called back', ['fate']);
    this.writes = metrics.counter(
      'carillon_delivery_report_writes_total',
      'Batches that were written for what providers called back',
    );
    this.gathering = new Gathering<PlacedReport>({
      forMs: GATHERED_FOR_MS,
      most: MOST,
      atOnce: BATCHES_AT_ONCE,
      write: (batchId, reports) => this.write(batchId, reports),
    });
  }

  /** Resolves when it is written, or found to be about nothing that there is. */
  async execute(report: DeliveryReported): Promise<void> {
    const place = readDeliveryId(report.deliveryId);
    if (place) await this.gathering.add(place.batchId, { ...report, position: place.position });
    else this.dropped(1, {});
  }

  /** Of a batch that went out by another integration a provider says nothing. */
  private async write(batchId: string, reports: readonly PlacedReport[]): Promise<void> {
    const now = await this.clock.now();
    let own: readonly PlacedReport[] = [];
    const change = await this.batches.change(batchId, ({ integration }) => {
      own = reports.filter(({ integrationId }) => integrationId === integration);
      return own.length > 0 ? { type: 'reported', now, items: own.map(asReport) } : null;
    });
    this.reports.inc({ fate: 'heard' }, own.length);
    this.dropped(reports.length - own.length, { batchId });
    if (!change || change.after === change.before) return;
    this.writes.inc();
    if (change.after.state === 'DONE') this.completions.check(change.after.campaign);
  }

  /** About deliveries that there are not, or not any more, or that went out by another integration. */
  private dropped(reports: number, about: object): void {
    if (reports === 0) return;
    this.reports.inc({ fate: 'dropped' }, reports);
    this.log.debug({ ...about, reports }, 'a provider called back about no delivery of its integration');
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
