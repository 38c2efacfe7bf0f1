import { type Hand, channelRow } from '@carillon/contracts';
import { timing } from '../limits';
import { pause } from '../pause';
import type { ProviderDown, ProviderResult } from '../provider';
import type { Settlement } from '../settlements/settlement';

/** So many different recipients, with nobody served in between, and it is not about them. */
const ENOUGH = 3;

/** Says when the next send of a hand may start, by all that has a say in it: its time, its pace, the doubts, its lease. */
export class Turns {
  private readonly pace: Pace;
  private readonly caution: Caution;
  private readonly endsAt: number;

  /** @param ended when no send may start any more */
  constructor(
    hand: Hand,
    private readonly settlement: Settlement,
    private readonly ended: AbortSignal,
  ) {
    this.pace = new Pace(hand.pacePerSecond, hand.startInMs);
    this.endsAt = performance.now() + durationMs(hand);
    const isForEver = channelRow(hand.channel).inDoubt === 'unconfirmed';
    this.caution = new Caution(isForEver ? ENOUGH : Infinity, ended);
  }

  /** Resolves with true as soon as a send may start, with false when none may any more. */
  async next(): Promise<boolean> {
    if (performance.now() > this.endsAt || !(await this.pace.turn(this.ended))) return false;
    if (!(await this.caution.turn())) return false;
    if (await this.settlement.mayStart(this.ended)) return true;
    this.caution.over(null);
    return false;
  }

  /** A send that had its turn is over. */
  over(result: ProviderResult): void {
    this.caution.over(result);
  }
}

/** For how long sends are started (milliseconds): what its pace takes, and as much as any hand has. */
function durationMs({ startInMs, pacePerSecond, recipients }: Hand): number {
  const paced = pacePerSecond === null ? 0 : (recipients.length / pacePerSecond) * 1_000;
  return startInMs + paced + timing.hand;
}

/** Lets sends start evenly, so many a second, the first one not at once; one that comes late does not make others hurry. */
export class Pace {
  private readonly intervalMs: number;
  private next: number;

  constructor(perSecond: number | null, startInMs = 0) {
    this.intervalMs = perSecond === null ? 0 : 1_000 / perSecond;
    this.next = performance.now() + startInMs;
  }

  /** Resolves when the next send may start; false when the signal came first. */
  turn(signal: AbortSignal): Promise<boolean> {
    const now = performance.now();
    const at = Math.max(now, this.next);
    if (this.intervalMs > 0) this.next = at + this.intervalMs;
    return at > now ? pause(at - now, signal) : Promise.resolve(!signal.aborted);
  }
}

/**
 * Where a doubt lasts for ever nobody is put in doubt who need not be: until the provider has dealt with somebody of a hand,
 * no more are at risk than it takes to judge it down.
 */
export class Caution {
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
  async turn(): Promise<boolean> {
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

/** Knows during a hand when a provider that asks for patience, stumbles or says nothing has had enough of all of it. */
export class ProviderPatience {
  private refused = 0;
  private readonly limit: number;

  /** @param recipients how many the hand has: a probe of one is enough to tell */
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
