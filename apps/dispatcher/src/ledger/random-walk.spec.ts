import type { Channel } from '@carillon/contracts';
import { grant, later, outcome, ready, release, settled } from '../../test/batches';
import { apply } from './apply';
import type { Batch } from './batch';
import type { Fact, Settled } from './facts';
import { statesOf, tally } from './tally';

const SIZE = 12;
const WALKS = 400;
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

/**
 * A batch, a provider that remembers whom it accepted, workers that crash, are swept while still at it, and report in
 * pieces, and a broker that delivers those in any order and some of them twice.
 */
class World {
  batch: Batch;
  readonly accepted: number[][] = Array.from({ length: SIZE }, () => []);
  /** Hands that were swept, and the fences that reported a position as unknown. */
  readonly swept = new Set<number>();
  readonly unknown: Set<number>[] = Array.from({ length: SIZE }, () => new Set());
  private readonly sendings: Sending[] = [];
  private readonly queue: Fact[] = [];
  private seconds = 0;
  private readonly work = [
    () => this.offer(),
    ...Array.from({ length: 3 }, () => () => this.send()),
    () => this.report(),
    ...Array.from({ length: 2 }, () => () => this.deliver()),
  ];
  private readonly mishaps = [() => this.crash(), () => this.sweep()];

  constructor(
    channel: Channel,
    private readonly roll: (sides: number) => number,
  ) {
    const todo = Array.from({ length: SIZE }, (_, i) => i);
    this.batch = ready({ channel, size: SIZE, todo, rev: 0 });
  }

  get over(): boolean {
    return this.batch.state === 'DONE' && this.queue.length === 0 && this.sendings.length === 0;
  }

  step(): void {
    const actions = this.roll(12) === 0 ? this.mishaps : this.work;
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
    if (fate < 7) {
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
function lies({ batch, accepted, swept, unknown }: World): string[] {
  const stateOf = statesOf(batch);
  return accepted.flatMap((fences, i) => {
    const state = stateOf(i);
    const doubted = fences.slice(0, -1).every((fence) => swept.has(fence) || unknown[i]?.has(fence));
    return [
      ...(state === 'SENT' && fences.length === 0 ? [`${i} was never sent`] : []),
      ...(fences.length > 0 && state !== 'SENT' && state !== 'UNCONFIRMED'
        ? [`${i} was sent, not ${state}`]
        : []),
      ...(fences.length > 1 && !doubted ? [`${i} was sent twice without a doubt`] : []),
      ...(fences.length > 1 && batch.channel !== 'EMAIL' ? [`${i} was sent twice by ${batch.channel}`] : []),
    ];
  });
}

describe.each<Channel>(['EMAIL', 'SMS'])('a batch of %s, whatever happens in whatever order', (channel) => {
  it('comes to an end that agrees with the provider', () => {
    for (let seed = 1; seed <= WALKS; seed++) {
      const world = new World(channel, dice(seed));
      for (let steps = 0; !world.over && steps < LONGEST; steps++) world.step();
      expect({ seed, over: world.over, lies: lies(world) }).toEqual({ seed, over: true, lies: [] });
    }
  });
});
