import type { BatchSettled, LeasedRecipient, Outcome } from '@carillon/contracts';
import { jittered } from '@carillon/platform';
import { pause, settlePause } from '../timing';
import type { ProviderDown, ProviderResult } from '../provider';
import { refusalIn, type RefusedAddress } from './refusal-publisher';

/** Every result except `providerDown`, which does not concern a single recipient. */
export type RecipientResult = Exclude<ProviderResult, ProviderDown>;

type Recipient = Pick<LeasedRecipient, 'i' | 'address'>;

interface SettlementOptions {
  lease: Pick<BatchSettled, 'batchId' | 'campaignId' | 'holder' | 'fence'>;
  /** All recipients of the lease. */
  recipients: readonly Recipient[];
  leaseClock: LeaseClock;
  /** How often outcomes are reported, unless there are many (milliseconds). */
  flushEveryMs: number;
  /** Resolves when the broker has stored the piece and the refused addresses. */
  publish: (piece: BatchSettled, refused: readonly RefusedAddress[]) => Promise<void>;
  /** Called with the first failure of each piece. */
  complain: (error: unknown) => void;
}

/**
 * The report of one lease: outcomes in few large pieces, one after the other, each repeated until the broker has stored
 * it. While a piece cannot be delivered, no send starts. A piece is never given up while the process lives.
 */
export class Settlement {
  private piece = emptyPiece();
  /** The recipients without a result, by position. */
  private readonly left: Map<number, Recipient>;
  private failing = false;
  private isOver = false;
  /** Ends the wait for the next piece. */
  private endWait: () => void = () => undefined;
  private readonly finished: Promise<void>;
  private down: ProviderDown | null = null;
  private waiting: (() => void)[] = [];

  constructor(private readonly options: SettlementOptions) {
    this.left = new Map(options.recipients.map((recipient) => [recipient.i, recipient]));
    this.finished = this.run();
  }

  /** Whether this process still has the lease. */
  readonly isHeld = (): boolean => !this.options.leaseClock.isLost(performance.now());

  /** Records a result; the first result of a recipient counts. */
  note(i: number, result: RecipientResult): void {
    const recipient = this.left.get(i);
    if (!recipient) return;
    noteIn(this.piece, recipient, result);
    this.left.delete(i);
    if (sizeOf(this.piece) >= ENOUGH) this.endWait();
  }

  /** Resolves with true when a send can start; with false if no more sends can start. */
  async mayStart(ended: AbortSignal): Promise<boolean> {
    for (;;) {
      const now = performance.now();
      if (ended.aborted || this.options.leaseClock.isLost(now)) return false;
      if (this.mayStartAt(now)) return true;
      await this.nextChange(ended);
    }
  }

  /** Whether a send can start at this time (monotonic clock, milliseconds), which is now. */
  mayStartAt(now: number): boolean {
    return !this.failing && this.options.leaseClock.mayStart(now);
  }

  /**
   * Reports the remaining results, returns the recipients without a result, and ends the lease. Resolves when the
   * broker has the report.
   */
  async close(down: ProviderDown | null): Promise<void> {
    this.down = down;
    this.isOver = true;
    this.endWait();
    await this.finished;
  }

  private async run(): Promise<void> {
    while (await this.nextPiece()) {
      if (sizeOf(this.piece) > 0 || this.options.leaseClock.renewalIsDue(performance.now()))
        await this.deliver(false);
    }
    await this.deliver(true);
  }

  /**
   * Resolves with true after the usual time, or when there are enough results; with false when the lease is over, and
   * the next piece is the last one.
   */
  private async nextPiece(): Promise<boolean> {
    if (sizeOf(this.piece) < ENOUGH && !this.isOver) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.options.flushEveryMs);
        this.endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return !this.isOver;
  }

  /** Creates a message from the results recorded so far; later results are part of the next message. */
  private cut(done: boolean): { piece: BatchSettled; refused: RefusedAddress[] } {
    const { sent, outcomes, refused } = this.piece;
    this.piece = emptyPiece();
    const { down } = this;
    const { lease, leaseClock } = this.options;
    const renewal = { leaseMs: leaseClock.durationMs };
    const providerDown = down && { reason: down.reason, providerCode: down.code, detail: down.detail };
    const returned = done ? { returned: [...this.left.keys()] } : {};
    return { piece: { ...lease, sent, outcomes, done, ...renewal, ...returned, providerDown }, refused };
  }

  private async deliver(done: boolean): Promise<void> {
    const { publish, leaseClock, complain } = this.options;
    const { piece, refused } = this.cut(done);
    for (let failures = 0; ; failures++) {
      const from = performance.now();
      try {
        await publish(piece, refused);
        leaseClock.renew(from, performance.now());
        this.failing = false;
        this.notify();
        return;
      } catch (error) {
        this.failing = true;
        if (failures === 0) complain(error);
        await pause(jittered(settlePause(failures)));
      }
    }
  }

  /** Resolves when a piece is confirmed, or `ended` is aborted. */
  private nextChange(ended: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        ended.removeEventListener('abort', done);
        resolve();
      };
      ended.addEventListener('abort', done);
      this.waiting.push(done);
    });
  }

  private notify(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/**
 * A piece with this many results is reported at once: after a crash, emails that were accepted since the last report
 * are sent twice.
 */
const ENOUGH = 50;

/** The results of some recipients of a lease. */
interface Piece {
  sent: number[];
  outcomes: Outcome[];
  refused: RefusedAddress[];
}

function emptyPiece(): Piece {
  return { sent: [], outcomes: [], refused: [] };
}

function sizeOf({ sent, outcomes }: Piece): number {
  return sent.length + outcomes.length;
}

/** Records a result; for a plain `sent`, only the position. */
function noteIn(piece: Piece, { i, address }: Recipient, result: RecipientResult): void {
  if (isPlain(result)) piece.sent.push(i);
  else piece.outcomes.push(outcomeOf(i, result));
  piece.refused.push(...refusalIn(address, result));
}

function isPlain(result: RecipientResult): boolean {
  return result.kind === 'sent' && result.providerId === undefined && result.segments === undefined;
}

function outcomeOf(i: number, result: RecipientResult): Outcome {
  return {
    i,
    kind: result.kind,
    reason: result.kind === 'sent' ? null : result.reason,
    permanent: result.kind === 'failed' && result.permanent,
    providerCode: result.kind === 'sent' ? null : result.code,
    providerId: result.kind === 'sent' ? (result.providerId ?? null) : null,
    segments: result.kind === 'sent' ? (result.segments ?? null) : null,
    retryAfterMs: result.kind === 'throttled' ? result.retryAfterMs : null,
  };
}

/** The part of a lease in which sends may start after its last renewal. */
const STARTS_UNTIL = 0.8;

/**
 * How long a lease can be used, by this process's monotonic clock (milliseconds). The time counts from before the
 * request for the lease, and from before each piece that renewed it, so the lease ends here before it ends at the
 * dispatcher.
 */
export class LeaseClock {
  private from: number;
  private lost = false;

  constructor(
    grantedAt: number,
    readonly durationMs: number,
  ) {
    this.from = grantedAt;
  }

  /**
   * Whether a send may start. Most sends that start in time end before the lease does, even if it is not renewed again.
   */
  mayStart(now: number): boolean {
    return !this.lost && now <= this.from + this.durationMs * STARTS_UNTIL;
  }

  /** Whether another worker may have the recipients by now. */
  isLost(now: number): boolean {
    return this.lost || now >= this.from + this.durationMs;
  }

  /** A piece that was published at `from` is confirmed `now`. A late confirmation renews nothing: the lease is lost. */
  renew(from: number, now: number): void {
    this.lost = this.isLost(now);
    this.from = Math.max(this.from, from);
  }

  /** Whether an empty piece is due: nothing has renewed the lease for a third of its duration. */
  renewalIsDue(now: number): boolean {
    return now >= this.from + this.durationMs / 3;
  }
}
