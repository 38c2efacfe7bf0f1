import { Bucket } from './bucket';

const taken = (bucket: Bucket, times: number, now: number): number =>
  Array.from({ length: times }, () => bucket.take(now)).filter(Boolean).length;

describe('a bucket', () => {
  it('allows a burst, and then the rate', () => {
    const bucket = new Bucket({ burst: 10, perSecond: 4 }, 0);
    expect(taken(bucket, 50, 0)).toBe(10);
    expect(taken(bucket, 50, 500)).toBe(2);
    expect(taken(bucket, 50, 60_000)).toBe(10);
  });

  it('does not exceed them, regardless of attempts in between', () => {
    const bucket = new Bucket({ burst: 1, perSecond: 3 }, 0);
    let through = 0;
    for (let now = 0; now <= 10_000; now++) through += taken(bucket, 2, now);
    // If a request isn't a whole number of milliseconds, its last thousandths are available slightly late.
    expect(through).toBe(1 + 29);
  });

  it('is not emptied by a clock that is set back', () => {
    const bucket = new Bucket({ burst: 2, perSecond: 1 }, 10_000);
    expect(taken(bucket, 1, 10_000)).toBe(1);
    expect(taken(bucket, 5, 0)).toBe(1);
    expect(taken(bucket, 5, 1_000)).toBe(1);
  });

  it.each([
    ['nothing', 0, 200, 2],
    ['one', 1, 199, 2],
    ['half', 100, 100, 1],
    ['all but one', 199, 1, 1],
    ['all', 200, 0, 1],
    ['more than there was', 400, 0, 3],
  ])('with %s used returns what is left, and for how long that lasts', (_, used, left, lastsS) => {
    const bucket = new Bucket({ burst: 200, perSecond: 100 }, 0);
    bucket.book(used, 1_000, 0);
    expect([bucket.left, bucket.lastsS]).toEqual([left, lastsS]);
  });

  it('has a debt after use elsewhere, but no more than the given limit', () => {
    const bucket = new Bucket({ burst: 10, perSecond: 10 }, 0);
    bucket.book(1_000, 20, 0);
    expect([bucket.take(2_000), bucket.lastsS]).toEqual([false, 1]);
    expect(bucket.take(2_099)).toBe(false);
    expect(bucket.take(2_100)).toBe(true);
  });

  it('does not lose a debt because of a smaller one', () => {
    const bucket = new Bucket({ burst: 10, perSecond: 10 }, 0);
    bucket.book(1_000, 30, 0);
    bucket.book(1, 0, 0);
    expect(bucket.take(3_000)).toBe(false);
    expect(bucket.take(3_100)).toBe(true);
  });

  it('takes requests back, and is never more than full', () => {
    const bucket = new Bucket({ burst: 2, perSecond: 1 }, 0);
    taken(bucket, 2, 0);
    bucket.book(-1, 0, 0);
    expect(taken(bucket, 5, 0)).toBe(1);
    bucket.book(-50, 0, 0);
    expect(taken(bucket, 5, 0)).toBe(2);
  });

  it('keeps the use when the rate changes', () => {
    const bucket = new Bucket({ burst: 10, perSecond: 1 }, 0);
    taken(bucket, 10, 0);
    bucket.adopt({ burst: 100, perSecond: 10 });
    expect(taken(bucket, 500, 0)).toBe(90);
    expect(taken(bucket, 500, 1_000)).toBe(10);
  });
});
