import { type Lease, channelRow } from '@carillon/contracts';
import { timing } from '../limits';
import { pause } from '../pause';
import type { ProviderDown, ProviderResult } from '../provider';
import type { Settlement } from '../settlements/settlement';

/** So many different recipients, with nobody served in between, and it is not about them. */
const ENOUGH = 3;

/** Says when the next send of a lease may start, by its time, its limiter, the sends in doubt and how long the lease lasts. */
export class SendGate {
  private readonly limiter: RateLimiter;
  private readonly inDoubtLimit: InDoubtLimit;
  private readonly endsAt: number;

  /** @param ended when no send may start any more */
  constructor(
    lease: Lease,
    private readonly settlement: Settlement,
    private readonly ended: AbortSignal,
  ) {
    this.limiter = new RateLimiter(lease.sendsPerSecond, lease.startInMs);
    this.endsAt = performance.now() + durationMs(lease);
    const isForEver = channelRow(lease.channel).inDoubt === 'unconfirmed';
    this.inDoubtLimit = new InDoubtLimit(isForEver ? ENOUGH : Infinity, ended);
  }

  /** Resolves with true as soon as a send may start, with false when none may any more. */
  async next(): Promise<boolean> {
    if (performance.now() > this.endsAt || !(await this.limiter.acquire(this.ended))) return false;
    if (!(await this.inDoubtLimit.acquire())) return false;
    if (await this.settlement.mayStart(this.ended)) return true;
    this.inDoubtLimit.over(null);
    return false;
  }

  /** A send that had its turn is over. */
  over(result: ProviderResult): void {
    this.inDoubtLimit.over(result);
  }
}

/** For how long sends are started (milliseconds): what its rate takes, and as much as any lease has. */
function durationMs({ startInMs, sendsPerSecond, recipients }: Lease): number {
  const atRate = sendsPerSecond === null ? 0 : (recipients.length / sendsPerSecond) * 1_000;
  return startInMs + atRate + timing.lease;
}

/** Lets sends start evenly, so many a second, the first one not at once; one that comes late does not make others hurry. */
export class RateLimiter {
  private readonly intervalMs: number;
  private next: number;

  constructor(perSecond: number | null, startInMs = 0) {
    this.intervalMs = perSecond === null ? 0 : 1_000 / perSecond;
    this.next = performance.now() + startInMs;
  }

  /** Resolves when the next send may start; false when the signal came first. */
  acquire(signal: AbortSignal): Promise<boolean> {
    const now = performance.now();
    const at = Math.max(now, this.next);
    if (this.intervalMs > 0) this.next = at + this.intervalMs;
    return at > now ? pause(at - now, signal) : Promise.resolve(!signal.aborted);
  }
}

/**
 * Where a doubt lasts for ever nobody is put in doubt who need not be: until the provider has dealt with somebody of a lease,
 * no more are at risk than it takes to judge it down.
 */
export class InDoubtLimit {
  /** Sends under way, and those that ended with a doubt about the provider. */
  private atRisk = 0;
  private waiting: (() => void)[] = [];

  /**
   * @param most how many may be at risk until then
   * @param ended when nobody's turn comes any more
   */
  constructor(
    private most: number,
    private readonly ended: AbortSignal,
  ) {
    ended.addEventListener('abort', () => this.tell(), { once: true });
  }

  /** Resolves when a send may start, with false when none may any more. */
  async acquire(): Promise<boolean> {
    while (this.atRisk >= this.most && !this.ended.aborted) await this.news();
    if (this.ended.aborted) return false;
    this.atRisk += 1;
    return true;
  }

  /** A send that had its turn is over; null: it was none. */
  over(result: ProviderResult | null): void {
    if (!result || !isSuspect(result)) this.atRisk -= 1;
    if (result && isDealing(result)) this.most = Infinity;
    this.tell();
  }

  private news(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private tell(): void {
    for (const look of this.waiting.splice(0)) look();
  }
}

/** The provider took a message, or said itself why it does not. */
function isDealing(result: ProviderResult): boolean {
  return (
    result.kind === 'sent' || result.kind === 'throttled' || (result.kind === 'failed' && !isSuspect(result))
  );
}

function isSuspect(result: ProviderResult): boolean {
  return (result.kind === 'failed' || result.kind === 'unknown') && result.suspect === true;
}

/** Tells during a lease when a provider that throttles, fails or does not answer must not be tried further. */
export class OutageDetector {
  private refused = 0;
  private readonly limit: number;

  /** @param recipients how many the lease has: a probe of one is enough to tell */
  constructor(recipients: number) {
    this.limit = Math.min(ENOUGH, recipients);
  }

  /** Why nobody else should be tried now, by this result; null: go on. */
  judge(result: ProviderResult): ProviderDown | null {
    if (result.kind === 'providerDown') return result;
    if (result.kind === 'sent') this.refused = 0;
    if (!mayBeAboutAll(result)) return null;
    this.refused += 1;
    if (this.refused < this.limit) return null;
    return { kind: 'providerDown', reason: result.reason, code: result.code, detail: null };
  }
}

type Plea = Exclude<ProviderResult, { kind: 'sent' } | ProviderDown>;

function mayBeAboutAll(result: Exclude<ProviderResult, ProviderDown>): result is Plea {
  if (result.kind === 'sent') return false;
  return result.kind === 'throttled' ? result.scope === 'provider' : result.suspect === true;
}
