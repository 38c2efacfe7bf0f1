import type { Channel, DeliveryState, RetrySelection } from '@carillon/contracts';
import { grant, later, outcome, ready, release, report, settled } from '../../test/batches';
import { apply } from './apply';
import type { Batch } from './batch';
import type { Fact, Report, Settled } from './facts';
import { statesOf, tally } from './tally';

const SIZE = 12;
const WALKS = 200;
const LONGEST = 3_000;
/** A callback comes so many steps after its message was taken, at most. */
const LATEST = 300;

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

/** A message that the provider took, and whether it said later that this one arrived, was read, or failed. */
interface Taken {
  fence: number;
  id: string;
  end: 'nothing' | 'arrived' | 'read' | 'failed';
}

/** What the provider calls back about a message, in no order. An email has neither a name nor callbacks. */
const words: Record<Taken['end'], Report['state'][]> = {
  nothing: [],
  arrived: ['SENT', 'DELIVERED'],
  read: ['SENT', 'DELIVERED', 'READ'],
  failed: ['SENT', 'FAILED'],
};

/** So many runs at most. */
const RUNS = 3;
const route = { integrationId: 'default', ratePerSecond: null, maxConnections: null };
/** Whom further runs are for: one with its reasons asks for those who were refused for good, too. */
const selections: RetrySelection[] = [
  { states: ['FAILED'], channels: null, reasons: ['REFUSED'] },
  { states: ['FAILED', 'UNCONFIRMED'], channels: null, reasons: null },
];

/**
 * A batch, a provider that remembers whom it accepted, refuses some until they are mended and calls back about the others
 * whenever it likes, workers that crash, are swept while still at it, and report in pieces, a broker that delivers all
 * that in any order and some of it twice, and a user who starts further runs, or cancels.
 */
class World {
  batch: Batch;
  readonly accepted: Taken[][] = Array.from({ length: SIZE }, () => []);
  /** Hands that were swept, and the fences that reported a position as unknown. */
  readonly swept = new Set<number>();
  readonly unknown: Set<number>[] = Array.from({ length: SIZE }, () => new Set());
  /** Whom a further run was for. */
  readonly asked = new Set<number>();
  private readonly refused = new Set([2, 7]);
  private readonly sendings: Sending[] = [];
  private readonly queue: Fact[] = [];
  /** What the provider will call back, and at which step at the earliest. */
  private readonly calls: { report: Report; from: number }[] = [];
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
    const isQuiet = this.queue.length === 0 && this.calls.length === 0 && this.sendings.length === 0;
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
      const providerId = this.accept(i, sending);
      if (providerId === null) sending.unsaid.sent.push(i);
      else sending.unsaid.outcomes.push(outcome(i, { kind: 'sent', providerId, segments: 1 }));
    } else if (fate === 7) sending.unsaid.outcomes.push(outcome(i, { kind: 'throttled', retryAfterMs: 10 }));
    else {
      if (fate === 8) this.accept(i, sending);
      this.unknown[i]?.add(sending.fence);
      sending.unsaid.outcomes.push(outcome(i, { kind: 'unknown' }));
    }
  }

  /** Answers the name of the message, if it has one; all that will ever be said about it is on its way at once. */
  private accept(i: number, { fence }: Sending): string | null {
    const id = `m${i}-${fence}`;
    const isCalledBack = this.batch.channel !== 'EMAIL';
    const ends = Object.keys(words) as Taken['end'][];
    const end = (isCalledBack ? ends[this.roll(ends.length)] : undefined) ?? 'nothing';
    this.accepted[i]?.push({ fence, id, end });
    const from = this.steps + (this.roll(3) === 0 ? this.roll(LATEST) : 0);
    for (const state of words[end]) {
      const call = {
        report: report(i, { providerId: id, state, at: later(this.seconds) }),
        from,
      };
      this.calls.push(call, ...(this.roll(3) === 0 ? [call] : []));
    }
    return isCalledBack ? id : null;
  }

  /** Some of what is on its way, gathered. */
  private callBack(): void {
    const due = this.calls.filter(({ from }) => from <= this.steps);
    const gathered = Array.from({ length: 1 + this.roll(4) }, () =>
      due.splice(this.roll(due.length), 1),
    ).flat();
    for (const call of gathered) this.calls.splice(this.calls.indexOf(call), 1);
    const items = gathered.map((call) => call.report);
    this.happen({ type: 'reported', now: later(this.seconds), items });
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
    for (const i of this.batch.todo) this.asked.add(i);
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

function expectSound(batch: Batch, before: Batch): void {
  const { todo, hand, state } = batch;
  const sum = Object.values(tally(batch)).reduce((a, b) => a + b, 0);
  const [is, was] = [statesOf(batch), statesOf(before)];
  const unread = Array.from({ length: SIZE }, (_, i) => i).filter(
    (i) => hasArrived(was(i)) && is(i) !== was(i) && is(i) !== 'READ',
  );
  const flaws = [
    sum !== SIZE && 'the counts do not add up',
    (hand !== null) !== (state === 'HELD') && 'a hand without being held, or the other way round',
    (hand?.positions.some((i) => !todo.includes(i)) ?? false) && 'a hand with what is not to be sent',
    (todo.length === 0) !== (state === 'DONE') && 'done with something to do, or the other way round',
    unread.length > 0 && 'what had arrived has not arrived any more',
  ];
  expect(flaws.filter((flaw) => flaw !== false)).toEqual([]);
}

function hasArrived(state: DeliveryState | null): boolean {
  return state === 'DELIVERED' || state === 'READ';
}

/** What the provider knows against what the ledger says. */
function lies(world: World): string[] {
  const stateOf = statesOf(world.batch);
  return world.accepted.flatMap((taken, i) => [
    ...untruths(taken, stateOf(i)).map((untruth) => `${i}: ${untruth}`),
    ...repetitions(world, taken, i),
  ]);
}

function untruths(taken: readonly Taken[], state: DeliveryState | null): string[] {
  const ends = new Set(taken.map(({ end }) => end));
  const arrived = ends.has('read') ? 'READ' : ends.has('arrived') ? 'DELIVERED' : null;
  if (arrived) return state === arrived ? [] : [`is ${arrived}, not ${state}`];
  if (taken.length === 0) return state === 'SENT' || hasArrived(state) ? ['was never sent'] : [];
  if (!ends.has('nothing')) return state === 'SENT' ? ['has failed, and is not SENT'] : [];
  return state === 'SENT' || state === 'UNCONFIRMED' ? [] : [`was sent, not ${state}`];
}

function repetitions({ batch, swept, unknown, asked }: World, taken: readonly Taken[], i: number): string[] {
  const isExcused = ({ fence, end }: Taken): boolean =>
    swept.has(fence) || unknown[i]?.has(fence) === true || end === 'failed';
  const again = batch.channel === 'EMAIL' || asked.has(i);
  return [
    ...(taken.slice(0, -1).every(isExcused) ? [] : [`${i} was sent twice without a doubt`]),
    ...(taken.length > 1 && !again ? [`${i} was sent twice by ${batch.channel}`] : []),
  ];
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
