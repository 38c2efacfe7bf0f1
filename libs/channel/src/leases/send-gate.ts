import { channelRow, type Lease } from '@carillon/contracts';
import { pause, timing } from '../timing';
import type { ProviderDown, ProviderResult } from '../provider';
import type { Settlement } from '../settlements/settlement';

/**
 * After this many suspect results with no message sent in between, the cause is the provider and not the recipients.
 */
const ENOUGH = 3;

/**
 * Decides when the next send of a lease may start, based on the lease's duration, its rate, the sends in doubt, and the
 * lease's clock.
 */
export class SendGate {
  private readonly limiter: RateLimiter;
  private readonly inDoubtLimit: InDoubtLimit;
  private readonly endsAt: number;

  /** @param ended is aborted when no more sends may start */
  constructor(
    lease: Lease,
    private readonly settlement: Settlement,
    private readonly ended: AbortSignal,
  ) {
    this.limiter = new RateLimiter(lease.sendsPerSecond, lease.startInMs);
    this.endsAt = performance.now() + durationMs(lease);
    const doubtLasts = channelRow(lease.channel).inDoubt === 'unconfirmed';
    this.inDoubtLimit = new InDoubtLimit(doubtLasts ? ENOUGH : Infinity, ended);
  }

  /**
   * Resolves with true when a send can start; with false if no more sends can start. Usually, nothing has to wait, and it
   * returns true without a promise, because it runs for each message.
   */
  next(): true | Promise<boolean> {
    return this.startsNow() || this.wait();
  }

  private startsNow(): boolean {
    const now = performance.now();
    const isFree = now <= this.endsAt && !this.ended.aborted && this.limiter.isUnlimited;
    return isFree && this.settlement.mayStartAt(now) && this.inDoubtLimit.tryAcquire();
  }

  private async wait(): Promise<boolean> {
    if (performance.now() > this.endsAt || !(await this.limiter.acquire(this.ended))) return false;
    if (!(await this.inDoubtLimit.acquire())) return false;
    if (await this.settlement.mayStart(this.ended)) return true;
    this.inDoubtLimit.over(null);
    return false;
  }

  /** Ends a send that was allowed to start. */
  over(result: ProviderResult): void {
    this.inDoubtLimit.over(result);
  }
}

/** How long a lease starts sends (milliseconds): the time that its rate needs, and a fixed time. */
function durationMs({ startInMs, sendsPerSecond, recipients }: Lease): number {
  const atRate = sendsPerSecond === null ? 0 : (recipients.length / sendsPerSecond) * 1_000;
  return startInMs + atRate + timing.lease;
}

/** Spaces sends evenly at a rate. A late send doesn't make the following sends faster. */
export class RateLimiter {
  private readonly intervalMs: number;
  private next: number;

  constructor(perSecond: number | null, startInMs = 0) {
    this.intervalMs = perSecond === null ? 0 : 1_000 / perSecond;
    this.next = performance.now() + startInMs;
  }

  /** Whether sends never wait, from now on. */
  get isUnlimited(): boolean {
    return this.intervalMs === 0 && this.next <= performance.now();
  }

  /** Resolves with true when the next send may start; with false if the signal comes first. */
  acquire(signal: AbortSignal): Promise<boolean> {
    const now = performance.now();
    const at = Math.max(now, this.next);
    if (this.intervalMs > 0) this.next = at + this.intervalMs;
    return at > now ? pause(at - now, signal) : Promise.resolve(!signal.aborted);
  }
}

/**
 * Limits the sends in doubt on channels that do not repeat doubtful sends: until the provider has responded for one
 * recipient of the lease, no more sends are at risk than outage detection needs.
 */
export class InDoubtLimit {
  /** The number of sends in flight, and of sends that ended with a suspect result. */
  private atRisk = 0;
  private waiting: (() => void)[] = [];

  /**
   * @param most the limit of sends at risk
   * @param ended is aborted when no more sends may start
   */
  constructor(
    private most: number,
    private readonly ended: AbortSignal,
  ) {
    ended.addEventListener('abort', () => this.notify(), { once: true });
  }

  /** Resolves with true when a send can start; with false if no more sends can start. */
  async acquire(): Promise<boolean> {
    while (!this.ended.aborted) {
      if (this.tryAcquire()) return true;
      await this.nextChange();
    }
    return false;
  }

  /** Returns whether a send can start now. */
  tryAcquire(): boolean {
    if (this.ended.aborted || this.atRisk >= this.most) return false;
    this.atRisk += 1;
    return true;
  }

  /** Ends a send that was allowed to start; null: it did not start. */
  over(result: ProviderResult | null): void {
    if (!result || !isSuspect(result)) this.atRisk -= 1;
    if (result && isAnswer(result)) this.most = Infinity;
    this.notify();
  }

  private nextChange(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private notify(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** Whether the provider accepted the message, or gave its own reason not to. Reasons from this worker have no code. */
function isAnswer(result: ProviderResult): boolean {
  if (result.kind === 'sent') return true;
  const isRefusal = result.kind === 'throttled' || (result.kind === 'failed' && !isSuspect(result));
  return isRefusal && result.code !== null;
}

function isSuspect(result: ProviderResult): boolean {
  return (result.kind === 'failed' || result.kind === 'unknown') && result.suspect === true;
}

/** Decides during a lease whether a provider that throttles, fails, or does not respond is down. */
export class OutageDetector {
  private readonly limit: number;

  /**
   * @param recipients the size of the lease: a lease of one recipient suffices for a probe
   * @param suspects the number of suspect results since the provider last accepted a message, from the previous lease
   */
  constructor(
    recipients: number,
    public suspects = 0,
  ) {
    this.limit = Math.min(ENOUGH, recipients);
  }

  /** Returns why no more messages should be sent, or null to continue. */
  judge(result: ProviderResult): ProviderDown | null {
    if (result.kind === 'providerDown') return result;
    if (result.kind === 'sent') this.suspects = 0;
    if (!mayBeAboutAll(result)) return null;
    this.suspects += 1;
    if (this.suspects < this.limit) return null;
    return { kind: 'providerDown', reason: result.reason, code: result.code, detail: null };
  }
}

type SuspectResult = Exclude<ProviderResult, { kind: 'sent' } | ProviderDown>;

function mayBeAboutAll(result: Exclude<ProviderResult, ProviderDown>): result is SuspectResult {
  if (result.kind === 'sent') return false;
  return result.kind === 'throttled' ? result.scope === 'provider' : result.suspect === true;
}
