import { FixedClock } from '@carillon/testing/clock';
import { BucketSketch } from './bucket-sketch';

const RATE = { perSecond: 0.1, burst: 5 };

function arrange() {
  const clock = new FixedClock(new Date(0));
  return { clock, sketch: new BucketSketch(RATE, clock) };
}

function takeAll(sketch: BucketSketch, name: string): number {
  let count = 0;
  while (sketch.take(name).taken) count += 1;
  return count;
}

describe('a sketch of buckets', () => {
  it('admits a burst, and then requests at the rate', () => {
    const { sketch, clock } = arrange();
    expect(takeAll(sketch, 'ann')).toBe(5);
    expect(sketch.take('ann')).toEqual({ taken: false, lastsS: 10 });
    clock.advance(9_999);
    expect(sketch.take('ann')).toEqual({ taken: false, lastsS: 1 });
    clock.advance(1);
    expect(takeAll(sketch, 'ann')).toBe(1);
    clock.advance(1_000_000);
    expect(takeAll(sketch, 'ann')).toBe(5);
  });

  it('keeps its counts, regardless of how many other names are counted', () => {
    const { sketch } = arrange();
    takeAll(sketch, 'ann');
    for (let i = 0; i < 100_000; i++) sketch.take(`stranger ${i}`);
    expect(sketch.take('ann').taken).toBe(false);
  });

  it('rarely affects a name by others: of a thousand names, most keep all tokens after twenty thousand other attempts', () => {
    const { sketch } = arrange();
    for (let i = 0; i < 20_000; i++) sketch.take(`stranger ${i}`);
    const taken = Array.from({ length: 1_000 }, (_, i) => takeAll(sketch, `person ${i}`));
    expect(Math.min(...taken)).toBeGreaterThanOrEqual(3);
    expect(taken.filter((count) => count === 5).length).toBeGreaterThan(950);
  });

  it('returns a token, and all of them on forgiveness', () => {
    const { sketch } = arrange();
    takeAll(sketch, 'ann');
    sketch.giveBack('ann');
    expect(takeAll(sketch, 'ann')).toBe(1);
    sketch.forgive('ann');
    expect(takeAll(sketch, 'ann')).toBe(5);
  });

  it('ignores a clock that is set back', () => {
    const { sketch, clock } = arrange();
    takeAll(sketch, 'ann');
    clock.advance(-3_600_000);
    expect(sketch.peek('ann').taken).toBe(false);
    clock.advance(10_000);
    expect(takeAll(sketch, 'ann')).toBe(1);
  });

  it('records use elsewhere as a debt that ends', () => {
    const { sketch, clock } = arrange();
    sketch.applyElsewhere('ann', 1_000, 1);
    expect(sketch.take('ann').taken).toBe(false);
    clock.advance(((3 * RATE.burst + 2) / RATE.perSecond) * 1_000);
    expect(sketch.take('ann').taken).toBe(true);
  });
});
