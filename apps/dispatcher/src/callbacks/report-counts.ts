import { Injectable } from '@nestjs/common';
import { Logger, Metrics } from '@carillon/platform';

/** What became of what providers called back: for operators, not for users. */
@Injectable()
export class ReportCounts {
  private readonly reports;
  private readonly writes;

  constructor(
    metrics: Metrics,
    private readonly log: Logger,
  ) {
    this.reports = metrics.counter('carillon_delivery_reports_total', 'What providers called back', ['fate']);
    this.writes = metrics.counter(
      'carillon_delivery_report_writes_total',
      'Batches that were written for what providers called back',
    );
  }

  heard(reports: number): void {
    this.reports.inc({ fate: 'heard' }, reports);
  }

  written(): void {
    this.writes.inc();
  }

  /** About deliveries that there are not, or not any more, or that went out by another integration. */
  dropped(reports: number, about: object): void {
    if (reports === 0) return;
    this.reports.inc({ fate: 'dropped' }, reports);
    this.log.debug({ ...about, reports }, 'a provider called back about no delivery of its integration');
  }
}
