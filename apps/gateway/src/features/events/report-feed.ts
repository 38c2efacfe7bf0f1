import { AppError } from '@carillon/contracts';
import type { ReportView } from '../reports';

/** The shortest pause between two questions (milliseconds). */
export const EVERY_MS = 1_000;
/** A report that is expensive is asked for more rarely: the pause is so many times what the last one took. */
const PAUSE_PER_COST = 10;
/** While it cannot be had it is tried again after this at the latest (milliseconds). */
const LONGEST_RETRY_MS = 10_000;

/** Somebody who is told of a report. */
export interface Watcher {
  /** There is a new one; `isLast`: and no other will follow. */
  news(report: ReportView, isLast: boolean): void;
  /** It cannot be had at the moment. */
  noNews(): void;
  /** There is nothing to be told any more. */
  gone(): void;
}

/** This campaign does not move by itself any more: who watches has seen all. Of a cancelled one, what was in flight comes in yet. */
export function isOver({ status, states }: ReportView): boolean {
  return status === 'DRAFT' || status === 'SENT' || (status === 'CANCELLED' && states.QUEUED === 0);
}

/** The report of one campaign, asked for again and again while somebody watches: one question for all who do. */
export class ReportFeed {
  private readonly watchers = new Set<Watcher>();
  private latest: ReportView | null = null;
  private isFailing = false;
  private asked: Promise<ReportView> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private costMs = 0;

  constructor(private readonly read: () => Promise<ReportView>) {}

  /** What somebody who comes now sees first. @throws AppError what hinders it. */
  async first(): Promise<ReportView> {
    const isCurrent = this.watchers.size > 0 && !this.isFailing;
    return isCurrent && this.latest ? this.latest : this.ask();
  }

  /** From now on tells of whatever differs from the report that was last given out. */
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
    // Who watches was told of a failure; there is nobody else to tell.
    await this.ask().catch(() => undefined);
    this.rest();
  }

  /** One question at a time, whoever wants it. */
  private ask(): Promise<ReportView> {
    this.asked ??= this.request().finally(() => {
      this.asked = null;
    });
    return this.asked;
  }

  private async request(): Promise<ReportView> {
    const began = performance.now();
    try {
      const report = await this.read();
      this.tell(report);
      return report;
    } catch (error) {
      this.apologize(error);
      throw error;
    } finally {
      this.costMs = performance.now() - began;
    }
  }

  private tell(report: ReportView): void {
    const isNews = this.latest === null || essenceOf(this.latest) !== essenceOf(report);
    this.latest = report;
    this.isFailing = false;
    if (!isNews) return;
    const isLast = isOver(report);
    for (const watcher of this.told(isLast)) watcher.news(report, isLast);
  }

  private apologize(error: unknown): void {
    if (error instanceof AppError && error.kind === 'not-found') {
      for (const watcher of this.told(true)) watcher.gone();
    } else if (!this.isFailing) {
      this.isFailing = true;
      for (const watcher of this.told(false)) watcher.noNews();
    }
  }

  private told(forTheLastTime: boolean): Watcher[] {
    const watchers = [...this.watchers];
    if (forTheLastTime) this.watchers.clear();
    return watchers;
  }
}

/** A report without what changes though nothing happens. */
function essenceOf(report: ReportView): string {
  return JSON.stringify({ ...report, asOf: null, estimatedEndAt: null });
}
