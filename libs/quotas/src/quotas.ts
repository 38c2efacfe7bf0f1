import { type Amounts, AppError, type QuotaKind } from '@carillon/contracts';
import { BackgroundTask, Clock, Logger, Metrics } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Counter } from 'prom-client';
import { PlanLimits } from './plan-limits';
import { Recounts } from './recounts';
import { type Changes, type Usage, UsageStore, amountsOf, usedOf } from './usage-store';

/** The time for which counts are collected before they are written together (milliseconds). */
const GATHER_MS = 200;
/** How long the stored usage of a user is used without reading it again (milliseconds). */
const FRESH_MS = 1_000;
const MAX_USERS = 20_000;
/**
 * When the usage is this close to a limit, each write is counted before it happens, so that the limit holds with
 * several copies of the service. Farther away, counts are batched. The distance exceeds what other copies can write
 * between two reads of this copy; for large amounts, it is `times` the amount.
 */
const NEAR = { least: 1_000, part: 0.01, times: 20 };
/** Usage that expires is counted again for its user after this time (milliseconds). */
const EXPIRED_MS = 10 * 60_000;

interface CachedUsage {
  usage: Promise<Usage | null>;
  readAt: number;
}

/**
 * The usage of users, and whether their plans allow more. Writes are counted before they happen, and the count is
 * returned if nothing was written. Writes that must not be refused are only recorded.
 */
@Injectable()
export class Quotas extends BackgroundTask {
  private readonly known = new LRUCache<string, CachedUsage>({ max: MAX_USERS });
  /** Usage that isn't stored yet. */
  private pending = new Map<string, Map<QuotaKind, number>>();
  /** Usage that is being stored: a read may not include it yet. */
  private storing: Changes = new Map();
  private writing: Promise<void> = Promise.resolve();
  private readonly refusals: Counter<'kind'>;

  constructor(
    private readonly usage: UsageStore,
    private readonly limits: PlanLimits,
    private readonly recounts: Recounts,
    private readonly clock: Clock,
    log: Logger,
    metrics: Metrics,
  ) {
    super({
      name: 'storing the quota usage',
      everyMs: 60_000,
      leastMs: GATHER_MS,
      stopsLate: true,
      log,
    });
    recounts.beforeEach(() => this.flush());
    this.refusals = metrics.counter(
      'carillon_quota_refusals_total',
      'Writes that a plan quota rejected, completely or partly, by kind',
      ['kind'],
    );
  }

  async round(): Promise<false> {
    await this.flush();
    return false;
  }

  /** Takes all of `amount`. @throws AppError quota_exceeded, and nothing is taken */
  async take(userId: string, kind: QuotaKind, amount = 1): Promise<void> {
    if (await this.takeAll(userId, kind, amount)) return;
    throw await this.refusal(userId, kind);
  }

  /**
   * Takes one and writes. Returns it if nothing was written (null). @throws AppError quota_exceeded; errors of `write`
   */
  async spend<T>(userId: string, kind: QuotaKind, write: () => Promise<T | null>): Promise<T | null> {
    await this.take(userId, kind);
    let written: T | null = null;
    try {
      written = await write();
      return written;
    } finally {
      if (written === null) this.note(userId, kind, -1);
    }
  }

  /** Takes all of `amount`, or nothing. Returns whether it did. */
  async takeAll(userId: string, kind: QuotaKind, amount: number): Promise<boolean> {
    const needed = () => Promise.resolve(amount);
    return (await this.takeBetween({ userId, kind, amount, least: amount }, needed)) === amount;
  }

  /**
   * Takes as much of `amount` as the plan allows. `needed`: called near the limit to get the amount that is really
   * needed, so that unused reservations cause no refusals. Returns the amount.
   */
  async takeUpTo(
    userId: string,
    kind: QuotaKind,
    amount: number,
    needed: () => Promise<number> = () => Promise.resolve(amount),
  ): Promise<number> {
    return this.takeBetween({ userId, kind, amount, least: 1 }, needed);
  }

  private async takeBetween(
    { userId, kind, amount, least }: Taking & { least: number },
    needed: () => Promise<number>,
  ): Promise<number> {
    const limit = await this.limits.of(userId, kind);
    if (limit === Infinity) {
      this.note(userId, kind, amount);
      return amount;
    }
    if (await this.takeIfFarFrom(limit, { userId, kind, amount })) return amount;
    const wanted = await needed();
    if (wanted === 0) return 0;
    const granted = await this.takeNear(limit, { userId, kind, amount: wanted, least });
    if (granted < wanted) this.refusals.inc({ kind });
    return granted;
  }

  /** Increases the count, or decreases it if negative, without checking the plan. Returns immediately. */
  note(userId: string, kind: QuotaKind, amount: number): void {
    if (amount === 0) return;
    const ofUser = this.pending.get(userId) ?? new Map<QuotaKind, number>();
    this.pending.set(userId, ofUser.set(kind, (ofUser.get(kind) ?? 0) + amount));
    this.nudge();
  }

  /** Reduces the usage after a user's deletions. When it resolves, all copies of the service see the free quota. */
  async giveBack(userId: string, kind: QuotaKind, amount: number): Promise<void> {
    if (amount === 0) return;
    this.note(userId, kind, -amount);
    // If this write fails, the change is stored later.
    await this.flush().catch(() => undefined);
  }

  /** Drops the counts of an erased user. */
  async forget(userId: string): Promise<void> {
    await this.flush();
    await this.usage.remove(userId);
    this.known.delete(userId);
  }

  /** The limit of a kind that its service enforces itself; Infinity: none. */
  limitOf(userId: string, kind: QuotaKind): Promise<number> {
    return this.limits.of(userId, kind);
  }

  /** The error for a kind whose limit its service enforces itself. */
  refuse(kind: QuotaKind, limit: number, used: number): AppError {
    this.refusals.inc({ kind });
    return exceeded(kind, limit, used);
  }

  /** A user's usage of all kinds that are counted here. `expiring`: kinds that decrease without deletions. */
  async usedBy(userId: string, expiring: readonly QuotaKind[] = []): Promise<Amounts> {
    await this.flush();
    const usage = await this.usage.find(userId);
    const expired = this.clock.now().getTime() - EXPIRED_MS;
    const stale = this.recounts.kinds.filter((kind) => {
      const countedAt = usage?.countedAt?.[kind];
      return !countedAt || (expiring.includes(kind) && countedAt.getTime() < expired);
    });
    if (stale.length === 0) return amountsOf(usage, this.recounts.kinds);
    await Promise.all(stale.map((kind) => this.recounts.ask(userId, kind)));
    return amountsOf(await this.usage.find(userId), this.recounts.kinds);
  }

  /** Also reads what other copies have stored: the amounts in this process can be a second old. */
  private async takeIfFarFrom(limit: number, { userId, kind, amount }: Taking): Promise<boolean> {
    const isCounted = await this.withUsage(userId, (usage) => usage?.countedAt?.[kind] !== undefined);
    if (!isCounted) {
      await this.recounts.ask(userId, kind);
      this.known.delete(userId);
    }
    return this.withUsage(userId, (usage) => {
      const unstored = [this.pending, this.storing].map((changes) => changes.get(userId)?.get(kind) ?? 0);
      const used = unstored.reduce((sum, each) => sum + Math.max(0, each), usedOf(usage, kind) + amount);
      const isFar = used <= limit - Math.max(NEAR.least, limit * NEAR.part, amount * NEAR.times);
      if (isFar) this.note(userId, kind, amount);
      return isFar;
    });
  }

  private async takeNear(
    limit: number,
    { userId, kind, amount, least }: Taking & { least: number },
  ): Promise<number> {
    await this.flush();
    // First takes all or nothing. A part would have to be returned before a recount, but a running recount may have
    // seen it, and it would be returned twice.
    const granted = await this.usage.take(userId, kind, { amount, least: amount, limit });
    if (granted === amount) return granted;
    // After a new recount, more may be available, because entries have expired, or a crash left deletions uncounted.
    const isCounted = await this.recounts.ask(userId, kind);
    if (!isCounted && least === amount) return 0;
    await this.flush();
    return this.usage.take(userId, kind, { amount, least, limit });
  }

  private async refusal(userId: string, kind: QuotaKind): Promise<AppError> {
    const [limit, usage] = await Promise.all([this.limits.of(userId, kind), this.usage.find(userId)]);
    return exceeded(kind, limit, usedOf(usage, kind));
  }

  /** Calls `use` with the stored usage of a user. No usage is stored or taken between the read and the check. */
  private async withUsage<T>(userId: string, use: (usage: Usage | null) => T): Promise<T> {
    const known = this.known.get(userId);
    const reading = known && performance.now() - known.readAt < FRESH_MS ? known : this.read(userId);
    const usage = await reading.usage;
    // If usage of the user was stored in the meantime, the read may lack it, and is discarded.
    return this.known.get(userId) === reading ? use(usage) : this.withUsage(userId, use);
  }

  private read(userId: string): CachedUsage {
    const reading = { usage: this.usage.find(userId), readAt: performance.now() };
    this.known.set(userId, reading);
    reading.usage.catch(() => {
      if (this.known.get(userId) === reading) this.known.delete(userId);
    });
    return reading;
  }

  /** Stores pending usage, one write after another. Failed writes stay pending. */
  private flush(): Promise<void> {
    const flushed = this.writing.then(() => this.store());
    this.writing = flushed.catch(() => undefined);
    return flushed;
  }

  private async store(): Promise<void> {
    const storing = this.pending;
    if (storing.size === 0) return;
    this.pending = new Map();
    this.storing = storing;
    try {
      await this.usage.add(storing);
      for (const userId of storing.keys()) this.known.delete(userId);
    } catch (error) {
      for (const [userId, byKind] of storing) {
        for (const [kind, amount] of byKind) this.note(userId, kind, amount);
      }
      throw error;
    } finally {
      this.storing = new Map();
    }
  }
}

interface Taking {
  userId: string;
  kind: QuotaKind;
  amount: number;
}

function exceeded(kind: QuotaKind, limit: number, used: number): AppError {
  const detail = `The plan allows ${limit} ${kindLabels[kind]}, and ${used} are used`;
  const extra = { quota: kind, limit: String(limit), used: String(used) };
  return new AppError('quota_exceeded', detail, [], extra);
}

const kindLabels: Record<QuotaKind, string> = {
  subscribers: 'subscribers',
  people: 'people',
  groups: 'groups',
  segments: 'segments',
  campaigns: 'campaigns',
  runningCampaigns: 'concurrently running campaigns',
  monthlySpending: 'units of the currency in a month',
  media: 'uploaded files',
  mediaBytes: 'bytes of uploaded files',
  templates: 'templates',
  savedFilters: 'saved filters',
  importBytes: 'bytes of files that wait for import',
  rejectedLines: 'rejected import lines',
  suppressions: 'addresses with a suppression, including lifted ones',
  idempotencyBytes: 'bytes of requests with an Idempotency-Key in a day',
};
