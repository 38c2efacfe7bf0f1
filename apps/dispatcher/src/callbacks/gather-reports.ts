import { Injectable } from '@nestjs/common';
import { type DeliveryReported, readDeliveryId } from '@carillon/contracts';
import { Logger, Metrics } from '@carillon/platform';
import { DatabaseClock } from '../database-clock';
import { Completions } from '../dispatches/completions';
import { Batches } from '../ledger/batches';
import type { Report } from '../ledger/facts';
import { Gathering } from './gathering';

/** Providers call back about the messages of a hand one after the other; nobody waits for it to be in the report. */
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
