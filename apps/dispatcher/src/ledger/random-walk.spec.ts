import type { Channel, RetrySelection } from '@carillon/contracts';
import { grant, later, outcome, ready, release, settled } from '../../test/batches';
import { apply } from './apply';
import type { Batch } from './batch';
import type { Fact, Settled } from './facts';
import { statesOf, tally } from './tally';

const SIZE = 12;
const WALKS = 200;
const LONGEST = 3_000;

/** Numbers that look random and are the same in every run (mulberry32). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * sides);
  };
}

interface Sending {
  fence: number;
  left: number[];
  /** What was sent and is not reported yet. */
  unsaid: Pick<Settled, 'sent' | 'outcomes'> & { sent: number[]; outcomes: Settled['outcomes'][number][] };
}

/** So many runs at most. */
const RUNS = 3;
const route = { integrationId: 'default', ratePerSecond: null, maxConnections: null };
/** Whom further runs are for: one with its reasons asks for those who were refused for good, too. */
const selections: RetrySelection[] = [
  { states: ['FAILED'], channels: null, reasons: ['REFUSED'] },
  { states: ['FAILED', 'UNCONFIRMED'], channels: null, reasons: null },
];

/**
 * A batch, a provider that remembers whom it accepted and refuses some until they are mended, workers that crash, are swept
 * while still at it, and report in pieces, a broker that delivers those in any order and some of them twice, and a user
 * who starts further runs, or cancels.
 */
class World {
  batch: Batch;
  readonly accepted: number[][] = Array.from({ length: SIZE }, () => []);
  /** Hands that were swept, and the fences that reported a position as unknown. */
  readonly swept = new Set<number>();
  readonly unknown: Set<number>[] = Array.from({ length: SIZE }, () => new Set());
  /** Who was in doubt, and was asked to be sent to all the same. */
  readonly asked = new Set<number>();
  private readonly refused = new Set([2, 7]);
  private readonly sendings: Sending[] = [];
  private readonly queue: Fact[] = [];
  private readonly retries: Fact[] = [];
  private readonly runs: number;
  private seconds = 0;
  private readonly work = [
    () => this.offer(),
    ...Array.from({ length: 3 }, () => () => this.send()),
    () => this.report(),
    ...Array.from({ length: 2 }, () => () => this.deliver()),
  ];
  private readonly mishaps = [() => this.crash(), () => this.sweep(), () => this.repeatRetry()];

  constructor(
    channel: Channel,
    private readonly roll: (sides: number) => number,
    private readonly mayBeCancelled: boolean,
  ) {
    const todo = Array.from({ length: SIZE }, (_, i) => i);
    this.runs = 1 + roll(RUNS);
    this.batch = ready({ channel, size: SIZE, todo, rev: 0 });
  }

  get over(): boolean {
    const { state, run } = this.batch;
    const ended = state === 'CANCELLED' || (state === 'DONE' && (run >= this.runs || this.batch.cancelled));
    return ended && this.queue.length === 0 && this.sendings.length === 0;
  }

  step(): void {
    const actions = this.roll(12) === 0 ? this.mishaps : this.work;
    if (this.batch.state === 'DONE' && this.roll(4) === 0) this.retry();
    if (this.mayBeCancelled && this.roll(100) === 0)
      this.happen({ type: 'cancelled', now: later(this.seconds) });
    actions[this.roll(actions.length)]?.();
    this.seconds += this.roll(40);
  }

  private happen(fact: Fact): void {
    this.batch = apply(this.batch, fact);
    expectSound(this.batch);
  }

  private offer(): void {
    const before = this.batch.fence;
    this.happen(release);
    this.happen(grant({ now: later(this.seconds), limit: 1 + this.roll(SIZE) }));
    const { hand } = this.batch;
    if (hand && hand.fence > before) {
      this.sendings.push({
        fence: hand.fence,
        left: [...hand.positions],
        unsaid: { sent: [], outcomes: [] },
      });
    }
  }

  private send(): void {
    const sending = this.sendings[this.roll(this.sendings.length)];
    const i = sending?.left.shift();
    if (!sending || i === undefined) return;
    const fate = this.roll(10);
    if (this.refused.has(i)) {
      sending.unsaid.outcomes.push(outcome(i, { permanent: true, reason: 'REFUSED' }));
    } else if (fate < 7) {
      this.accepted[i]?.push(sending.fence);
      sending.unsaid.sent.push(i);
    } else if (fate === 7) sending.unsaid.outcomes.push(outcome(i, { kind: 'throttled', retryAfterMs: 10 }));
    else {
      if (fate === 8) this.accepted[i]?.push(sending.fence);
      this.unknown[i]?.add(sending.fence);
      sending.unsaid.outcomes.push(outcome(i, { kind: 'unknown' }));
    }
  }

  private report(): void {
    const at = this.roll(this.sendings.length);
    const sending = this.sendings[at];
    if (!sending) return;
    const done = sending.left.length === 0 || this.roll(4) === 0;
    const { fence, left, unsaid } = sending;
    const piece = settled({ fence, ...unsaid, returned: done ? left : [], now: later(this.seconds) });
    this.queue.push(piece, ...(this.roll(3) === 0 ? [piece] : []));
    sending.unsaid = { sent: [], outcomes: [] };
    if (done) this.sendings.splice(at, 1);
  }

  private deliver(): void {
    const [fact] = this.queue.splice(this.roll(this.queue.length), 1);
    if (fact) this.happen(fact);
  }

  /** The next run; it mends some of whom the provider refused. */
  private retry(): void {
    if (this.batch.run >= this.runs || this.batch.cancelled) return;
    const selection = selections[this.roll(selections.length)] ?? never();
    const stateOf = statesOf(this.batch);
    if (selection.states.includes('UNCONFIRMED'))
      for (let i = 0; i < SIZE; i++) if (stateOf(i) === 'UNCONFIRMED') this.asked.add(i);
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
  }

  /** Somebody else is late with it. */
  private repeatRetry(): void {
    const fact = this.retries[this.roll(this.retries.length)];
    if (fact) expect(apply(this.batch, fact)).toBe(this.batch);
  }

  private crash(): void {
    this.sendings.splice(this.roll(this.sendings.length), 1);
  }

  /** Also of a hand whose worker is only slow: then its truth comes late. Never one that is answered for in the queue. */
  private sweep(): void {
    const { hand } = this.batch;
    if (!hand || this.queue.some((fact) => fact.type === 'settled' && fact.fence === hand.fence)) return;
    this.swept.add(hand.fence);
    this.happen({ type: 'swept', now: later(this.seconds) });
    // Its lease is over: what is in flight ends, nothing more is started.
    for (const sending of this.sendings) if (sending.fence === hand.fence) sending.left = [];
  }
}

function never(): never {
  throw new Error('There is always one');
}

function expectSound(batch: Batch): void {
  const { todo, hand, state } = batch;
  const sum = Object.values(tally(batch)).reduce((a, b) => a + b, 0);
  const flaws = [
    sum !== SIZE && 'the counts do not add up',
    (hand !== null) !== (state === 'HELD') && 'a hand without being held, or the other way round',
    (hand?.positions.some((i) => !todo.includes(i)) ?? false) && 'a hand with what is not to be sent',
    (todo.length === 0) !== (state === 'DONE') && 'done with something to do, or the other way round',
  ];
  expect(flaws.filter((flaw) => flaw !== false)).toEqual([]);
}

/** What the provider knows against what the ledger says. */
function lies({ batch, accepted, swept, unknown, asked }: World): string[] {
  const stateOf = statesOf(batch);
  return accepted.flatMap((fences, i) => {
    const state = stateOf(i);
    const doubted = fences.slice(0, -1).every((fence) => swept.has(fence) || unknown[i]?.has(fence));
    const again = batch.channel === 'EMAIL' || asked.has(i);
    return [
      ...(state === 'SENT' && fences.length === 0 ? [`${i} was never sent`] : []),
      ...(fences.length > 0 && state !== 'SENT' && state !== 'UNCONFIRMED'
        ? [`${i} was sent, not ${state}`]
        : []),
      ...(fences.length > 1 && !doubted ? [`${i} was sent twice without a doubt`] : []),
      ...(fences.length > 1 && !again ? [`${i} was sent twice by ${batch.channel}`] : []),
    ];
  });
}

describe.each<[Channel, string, boolean]>([
  ['EMAIL', 'in up to three runs', false],
  ['SMS', 'in up to three runs', false],
  ['EMAIL', 'and cancelled on the way', true],
  ['SMS', 'and cancelled on the way', true],
])('a batch of %s, %s, whatever happens in whatever order', (channel, _, mayBeCancelled) => {
  it('comes to an end that agrees with the provider', () => {
    for (let seed = 1; seed <= WALKS; seed++) {
      const world = new World(channel, dice(seed), mayBeCancelled);
      for (let steps = 0; !world.over && steps < LONGEST; steps++) world.step();
      expect({ seed, over: world.over, lies: lies(world) }).toEqual({ seed, over: true, lies: [] });
    }
  });
});
