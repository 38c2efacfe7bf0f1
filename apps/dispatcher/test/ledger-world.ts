import type { Channel, RetrySelection } from '@carillon/contracts';
import { apply } from '../src/ledger/apply';
import type { Batch } from '../src/ledger/batch';
import type { Fact, Settled } from '../src/ledger/facts';
import { grant, later, outcome, ready, release, settled } from './batches';
import { Provider, type AcceptedMessage } from './ledger-provider';
import { expectSound } from './soundness';

const SIZE = 12;

interface Sending {
  fence: number;
  left: number[];
  /** Results that are not reported yet. */
  unreported: Pick<Settled, 'sent' | 'outcomes'> & {
    sent: number[];
    outcomes: Settled['outcomes'][number][];
  };
}

/** The maximum number of runs of a campaign. */
const RUNS = 3;
const route = { senderId: 'default', ratePerSecond: null, maxConnections: null };
/** The selections of further runs. A selection with reasons includes permanent failures. */
const selections: RetrySelection[] = [
  { states: ['FAILED'], channels: null, reasons: ['REFUSED'] },
  { states: ['FAILED', 'UNCONFIRMED'], channels: null, reasons: null },
];

/**
 * A simulation of a batch, a provider, workers, a broker, and a user. The provider remembers accepted messages, refuses
 * some recipients until they are fixed, and reports on the others at any time. Workers crash, lose leases while they
 * still send, and report in parts. The broker delivers all messages in any order, and some of them twice. The user
 * starts further runs or cancels the campaign.
 */
export class World {
  batch: Batch;
  private readonly provider: Provider;
  /** Expired leases, and the fences that reported a position as unknown. */
  readonly expiredFences = new Set<number>();
  readonly unknown: Set<number>[] = Array.from({ length: SIZE }, () => new Set());
  /** The recipients of further runs. */
  readonly repeatable = new Set<number>();
  private readonly refused = new Set([2, 7]);
  private readonly sendings: Sending[] = [];
  private readonly queue: Fact[] = [];
  private readonly retries: Fact[] = [];
  private readonly runs: number;
  private steps = 0;
  private seconds = 0;
  private readonly work = [
    () => this.offer(),
    ...Array.from({ length: 3 }, () => () => this.send()),
    () => this.report(),
    ...Array.from({ length: 2 }, () => () => this.deliver()),
    () => this.callBack(),
  ];
  private readonly mishaps = [() => this.crash(), () => this.expire(), () => this.repeatRetry()];

  constructor(
    channel: Channel,
    private readonly roll: (sides: number) => number,
    private readonly mayBeCancelled: boolean,
  ) {
    const todo = Array.from({ length: SIZE }, (_, i) => i);
    this.runs = 1 + roll(RUNS);
    this.provider = new Provider(SIZE, channel !== 'EMAIL', roll);
    this.batch = ready({ channel, size: SIZE, todo, rev: 0 });
  }

  get accepted(): readonly AcceptedMessage[][] {
    return this.provider.accepted;
  }

  get over(): boolean {
    const { state, run } = this.batch;
    const ended = state === 'CANCELLED' || (state === 'DONE' && (run >= this.runs || this.batch.cancelled));
    const isQuiet = this.queue.length === 0 && this.provider.isQuiet && this.sendings.length === 0;
    return ended && isQuiet;
  }

  step(): void {
    this.steps += 1;
    const actions = this.roll(12) === 0 ? this.mishaps : this.work;
    if (this.batch.state === 'DONE' && this.roll(4) === 0) this.retry();
    if (this.mayBeCancelled && this.roll(100) === 0)
      this.happen({ type: 'cancelled', now: later(this.seconds) });
    actions[this.roll(actions.length)]?.();
    this.seconds += this.roll(40);
  }

  private happen(fact: Fact): void {
    const before = this.batch;
    this.batch = apply(before, fact);
    expectSound(this.batch, before);
  }

  private offer(): void {
    const before = this.batch.fence;
    this.happen(release);
    this.happen(grant({ now: later(this.seconds), limit: 1 + this.roll(SIZE) }));
    const { lease } = this.batch;
    if (lease && lease.fence > before) {
      this.sendings.push({
        fence: lease.fence,
        left: [...lease.positions],
        unreported: { sent: [], outcomes: [] },
      });
    }
  }

  private send(): void {
    const sending = this.sendings[this.roll(this.sendings.length)];
    const i = sending?.left.shift();
    if (!sending || i === undefined) return;
    const fate = this.roll(10);
    if (this.refused.has(i)) {
      sending.unreported.outcomes.push(outcome(i, { permanent: true, reason: 'REFUSED' }));
    } else if (fate < 7) {
      const providerId = this.accept(i, sending);
      if (providerId === null) sending.unreported.sent.push(i);
      else sending.unreported.outcomes.push(outcome(i, { kind: 'sent', providerId, segments: 1 }));
    } else if (fate === 7)
      sending.unreported.outcomes.push(outcome(i, { kind: 'throttled', retryAfterMs: 10 }));
    else {
      if (fate === 8) this.accept(i, sending);
      this.unknown[i]?.add(sending.fence);
      sending.unreported.outcomes.push(outcome(i, { kind: 'unknown' }));
    }
  }

  private accept(i: number, { fence }: Sending): string | null {
    return this.provider.accept(i, fence, { step: this.steps, at: later(this.seconds) });
  }

  /** Applies some of the provider's pending reports together. */
  private callBack(): void {
    const items = this.provider.callBack(this.steps);
    this.happen({ type: 'reported', now: later(this.seconds), items });
  }

  private report(): void {
    const at = this.roll(this.sendings.length);
    const sending = this.sendings[at];
    if (!sending) return;
    const done = sending.left.length === 0 || this.roll(4) === 0;
    const { fence, left, unreported } = sending;
    const piece = settled({ fence, ...unreported, returned: done ? left : [], now: later(this.seconds) });
    this.queue.push(piece, ...(this.roll(3) === 0 ? [piece] : []));
    sending.unreported = { sent: [], outcomes: [] };
    if (done) this.sendings.splice(at, 1);
  }

  private deliver(): void {
    const [fact] = this.queue.splice(this.roll(this.queue.length), 1);
    if (fact) this.happen(fact);
  }

  /** Starts the next run, and fixes some recipients that the provider refused. */
  private retry(): void {
    if (this.batch.run >= this.runs || this.batch.cancelled) return;
    const selection = selections[this.roll(selections.length)] ?? never();
    if (this.roll(2) === 0) this.refused.clear();
    const fact: Fact = {
      type: 'retried',
      run: this.batch.run + 1,
      selection,
      route,
      now: later(this.seconds),
    };
    this.retries.push(fact);
    this.happen(fact);
    for (const i of this.batch.todo) this.repeatable.add(i);
  }

  /** Repeats an earlier retry. */
  private repeatRetry(): void {
    const fact = this.retries[this.roll(this.retries.length)];
    if (fact) expect(apply(this.batch, fact)).toBe(this.batch);
  }

  private crash(): void {
    this.sendings.splice(this.roll(this.sendings.length), 1);
  }

  /**
   * Expires a lease, even of a worker that is only slow and reports late, but never a lease with results in the queue.
   */
  private expire(): void {
    const { lease } = this.batch;
    if (!lease || this.queue.some((fact) => fact.type === 'settled' && fact.fence === lease.fence)) return;
    this.expiredFences.add(lease.fence);
    this.happen({ type: 'lease-expired', now: later(this.seconds) });
    // The lease has expired, so sends in flight end, and no new send starts.
    for (const sending of this.sendings) if (sending.fence === lease.fence) sending.left = [];
  }
}

function never(): never {
  throw new Error('There is always one');
}
