import type { QuotaKind } from '@carillon/contracts';
import { BackgroundTask, Logger, Metrics } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { UsageStore } from './usage-store';

/** The interval between checks for users whose usage is due for counting (milliseconds). */
const LOOK_MS = 10_000;
/** How long a caller waits for a count (milliseconds); a longer count ends without the caller. */
const WAIT_MS = 2_000;

/** Counts a user's usage of a kind, from the collection itself. */
export type Count = (userId: string) => Promise<number>;

interface CountRequest {
  userId: string;
  kind: QuotaKind;
  done: (isCounted: boolean) => void;
}

/**
 * Counts usage again, one count at a time: every kind once a day, and one kind on request. This corrects the effect of
 * crashes and expirations.
 */
@Injectable()
export class Recounts extends BackgroundTask {
  private readonly counts = new Map<QuotaKind, Count>();
  private readonly waiting: CountRequest[] = [];
  private readonly shared = new Map<string, Promise<boolean>>();
  private readonly drift: Counter<'kind'>;
  private settle: () => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly usage: UsageStore,
    log: Logger,
    metrics: Metrics,
  ) {
    super({ name: 'counting the quota usage', everyMs: LOOK_MS, log });
    this.drift = metrics.counter(
      'carillon_usage_drift_total',
      'Differences between recounted and stored quota usage, by kind',
      ['kind'],
    );
  }

  /** The kinds of this service, and how each is counted. */
  countBy(counts: Partial<Record<QuotaKind, Count>>): void {
    for (const [kind, count] of Object.entries(counts)) this.counts.set(kind as QuotaKind, count);
  }

  /** `settle` is called before a count: it stores pending usage. */
  beforeEach(settle: () => Promise<void>): void {
    this.settle = settle;
  }

  get kinds(): QuotaKind[] {
    return [...this.counts.keys()];
  }

  /**
   * Counts a kind soon. Returns false if it was counted too recently, or if that takes longer than two seconds from the
   * first request, so that later callers don't wait as long again.
   */
  async ask(userId: string, kind: QuotaKind): Promise<boolean> {
    const key = `${userId} ${kind}`;
    const known = this.shared.get(key);
    if (known) return known;
    const counted = this.enqueue(userId, kind).finally(() => this.shared.delete(key));
    const limited = withinLimit(counted);
    this.shared.set(key, limited);
    return limited;
  }

  /** Runs requested counts, and then one for a user who is due. Returns whether more counts may be due. */
  async round(): Promise<boolean> {
    const next = this.waiting.shift();
    if (next) {
      let isCounted = false;
      try {
        isCounted = await this.count(next.userId, next.kind);
      } finally {
        next.done(isCounted);
      }
      return true;
    }
    const userId = this.counts.size > 0 ? await this.usage.claimDue() : null;
    if (userId === null) return false;
    for (const kind of this.kinds) await this.count(userId, kind);
    return true;
  }

  /** Not in the caller's context, because a count can outlast the caller's command, and continues for the next one. */
  private enqueue(userId: string, kind: QuotaKind): Promise<boolean> {
    return new Promise((done) => {
      this.waiting.push({ userId, kind, done });
      this.nudge();
    });
  }

  /** Returns false if it was counted too recently. */
  private async count(userId: string, kind: QuotaKind): Promise<boolean> {
    const count = this.counts.get(kind);
    await this.settle();
    const begun = count ? await this.usage.beginCount(userId, kind) : null;
    if (!begun || !count) return false;
    const since = performance.now();
    const counted = await count(userId);
    await this.usage.endCount(begun, counted, performance.now() - since);
    this.drift.inc({ kind }, Math.abs(counted - begun.noted));
    return true;
  }
}

async function withinLimit(work: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), WAIT_MS);
  });
  const isDone = await Promise.race([work, limit]);
  clearTimeout(timer);
  return isDone;
}
