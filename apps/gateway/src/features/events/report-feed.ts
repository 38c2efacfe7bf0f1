import { AppError } from '@carillon/contracts';
import type { ReportView } from '../reports';

/** The minimum pause between two requests (milliseconds). */
export const EVERY_MS = 1_000;
/** The pause after an expensive report, as a multiple of the time that the report took. */
const PAUSE_PER_COST = 10;
/** The maximum pause while requests fail (milliseconds). */
const LONGEST_RETRY_MS = 10_000;

/** A receiver of a campaign's reports. */
export interface Watcher {
  /** The report changed. `isLast`: no further report will follow. */
  changed(report: ReportView, isLast: boolean): void;
  /** The report is unavailable at the moment. */
  unavailable(): void;
  /** The campaign was deleted, so no further report will follow. */
  gone(): void;
}

/** Whether the report is final. A canceled campaign still gets the results of messages in flight. */
export function isOver({ status, states }: ReportView): boolean {
  return status === 'DRAFT' || status === 'SENT' || (status === 'CANCELLED' && states.QUEUED === 0);
}

/**
 * The report of one campaign, which is requested repeatedly while the campaign has watchers. All watchers share each
 * request.
 */
export class ReportFeed {
  private readonly watchers = new Set<Watcher>();
  private latest: ReportView | null = null;
  private isFailing = false;
  private pending: Promise<ReportView> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private costMs = 0;

  constructor(private readonly read: () => Promise<ReportView>) {}

  /** The first report for a new watcher. @throws AppError if the request fails */
  async first(): Promise<ReportView> {
    const isCurrent = this.watchers.size > 0 && !this.isFailing;
    return isCurrent && this.latest ? this.latest : this.ask();
  }

  /** Sends the watcher every report that differs from the last report sent. */
  add(watcher: Watcher): void {
    this.watchers.add(watcher);
    this.rest();
  }

  remove(watcher: Watcher): void {
    this.watchers.delete(watcher);
    if (this.watchers.size > 0 || this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
  }

  private rest(): void {
    if (this.timer !== null || this.watchers.size === 0) return;
    const cost = PAUSE_PER_COST * this.costMs;
    const pause = Math.max(EVERY_MS, this.isFailing ? Math.min(cost, LONGEST_RETRY_MS) : cost);
    this.timer = setTimeout(() => void this.round(), pause);
  }

  private async round(): Promise<void> {
    this.timer = null;
    // The watchers were already notified of a failure, and no new watchers have joined.
    await this.ask().catch(() => undefined);
    this.rest();
  }

  /** Makes one request at a time for all callers. */
  private ask(): Promise<ReportView> {
    this.pending ??= this.request().finally(() => {
      this.pending = null;
    });
    return this.pending;
  }

  private async request(): Promise<ReportView> {
    const began = performance.now();
    try {
      const report = await this.read();
      this.publish(report);
      return report;
    } catch (error) {
      this.apologize(error);
      throw error;
    } finally {
      this.costMs = performance.now() - began;
    }
  }

  private publish(report: ReportView): void {
    const isChanged = this.latest === null || essenceOf(this.latest) !== essenceOf(report);
    this.latest = report;
    this.isFailing = false;
    if (!isChanged) return;
    const isLast = isOver(report);
    for (const watcher of this.toNotify(isLast)) watcher.changed(report, isLast);
  }

  private apologize(error: unknown): void {
    if (error instanceof AppError && error.kind === 'not-found') {
      for (const watcher of this.toNotify(true)) watcher.gone();
    } else if (!this.isFailing) {
      this.isFailing = true;
      for (const watcher of this.toNotify(false)) watcher.unavailable();
    }
  }

  private toNotify(forTheLastTime: boolean): Watcher[] {
    const watchers = [...this.watchers];
    if (forTheLastTime) this.watchers.clear();
    return watchers;
  }
}

/** A report without the fields that change with time. */
function essenceOf(report: ReportView): string {
  return JSON.stringify({ ...report, asOf: null, estimatedEndAt: null });
}
