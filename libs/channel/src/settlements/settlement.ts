import type { BatchSettled, LeasedRecipient, Outcome } from '@carillon/contracts';
import type { LeaseClock } from '../leases/lease-clock';
import { timing } from '../limits';
import { pause } from '../pause';
import type { ProviderDown, ProviderResult } from '../provider';
import { type RefusedAddress, refusalIn } from './tell-refusals';

/** Every result but `providerDown`, which is about no recipient. */
export type RecipientResult = Exclude<ProviderResult, ProviderDown>;

type Recipient = Pick<LeasedRecipient, 'i' | 'address'>;

interface SettlementOptions {
  lease: Pick<BatchSettled, 'batchId' | 'campaignId' | 'holder' | 'fence'>;
  /** Everybody in the lease. */
  recipients: readonly Recipient[];
  leaseClock: LeaseClock;
  /** How often what is known is reported (milliseconds). */
  flushEveryMs: number;
  /** Resolves when the broker keeps the piece safe, and the news of who must not be written to any more with it. */
  publish: (piece: BatchSettled, refused: readonly RefusedAddress[]) => Promise<void>;
  /** Told about the first failure of each piece. */
  complain: (error: unknown) => void;
}

/**
 * The report of one lease: outcomes in few, large pieces, one after the other, each repeated until the broker has it.
 * What is written here is the truth, so it is never given up while the process lives; no send starts meanwhile.
 */
export class Settlement {
  private piece = emptyPiece();
  /** Who has no result, by position. */
  private readonly left: Map<number, Recipient>;
  private failing = false;
  private readonly over = new AbortController();
  private readonly finished: Promise<void>;
  private down: ProviderDown | null = null;
  private waiting: (() => void)[] = [];

  constructor(private readonly options: SettlementOptions) {
    this.left = new Map(options.recipients.map((recipient) => [recipient.i, recipient]));
    this.finished = this.run();
  }

  get sendTimeoutMs(): number {
    return this.options.leaseClock.sendTimeoutMs;
  }

  /** What comes first of a recipient counts. */
  note(i: number, result: RecipientResult): void {
    const recipient = this.left.get(i);
    if (!recipient) return;
    noteIn(this.piece, recipient, result);
    this.left.delete(i);
  }

  /** Resolves with true as soon as a send may start, with false when none may any more. */
  async mayStart(ended: AbortSignal): Promise<boolean> {
    const { leaseClock } = this.options;
    for (;;) {
      const now = performance.now();
      if (ended.aborted || leaseClock.isLost(now)) return false;
      if (!this.failing && leaseClock.mayStart(now)) return true;
      await this.news(ended);
    }
  }

  /** Reports the rest and ends the lease: whatever was not noted is named and given back. Resolves when the broker has it. */
  async close(down: ProviderDown | null): Promise<void> {
    this.down = down;
    this.over.abort();
    await this.finished;
  }

  private async run(): Promise<void> {
    while (await pause(this.options.flushEveryMs, this.over.signal)) {
      const nothing = this.piece.sent.length === 0 && this.piece.outcomes.length === 0;
      if (!nothing || this.options.leaseClock.renewalIsDue(performance.now())) await this.deliver(false);
    }
    await this.deliver(true);
  }

  /** What has been noted so far, as a message; what comes now belongs to the next one. */
  private cut(done: boolean): { piece: BatchSettled; refused: RefusedAddress[] } {
    const { sent, outcomes, refused } = this.piece;
    this.piece = emptyPiece();
    const { down } = this;
    const providerDown = down && { reason: down.reason, providerCode: down.code, detail: down.detail };
    const returned = done ? { returned: [...this.left.keys()] } : {};
    return { piece: { ...this.options.lease, sent, outcomes, done, ...returned, providerDown }, refused };
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
        this.tell();
        return;
      } catch (error) {
        this.failing = true;
        if (failures === 0) complain(error);
        await pause(
          timing.settlePauses[failures] ?? timing.settlePauses[timing.settlePauses.length - 1] ?? 0,
        );
      }
    }
  }

  /** Resolves when a piece was confirmed, or there is no use in waiting for one. */
  private news(ended: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        ended.removeEventListener('abort', done);
        resolve();
      };
      ended.addEventListener('abort', done);
      this.waiting.push(done);
    });
  }

  private tell(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** What became of some positions of a lease. */
interface Piece {
  sent: number[];
  outcomes: Outcome[];
  refused: RefusedAddress[];
}

function emptyPiece(): Piece {
  return { sent: [], outcomes: [], refused: [] };
}

/** Writes a result down; of what is plainly sent, the position alone. */
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
