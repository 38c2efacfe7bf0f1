import { portionOf } from './portion';

const CAPACITY = 16;

describe('the part of a hand in what an integration bears', () => {
  it('is nothing to be counted where it bears whatever there is', () => {
    expect(portionOf('EMAIL', { ratePerSecond: null, maxConnections: null }, CAPACITY)).toBeNull();
  });

  it.each([
    ['all of a slow rate', 1 / 60, 1],
    ['all of a rate that one hand can keep', 2, 1],
    ['a part of a rate that needs more', 10, 4],
    ['a part of a fast rate, by the places of one campaign', 10_000, 6],
  ])('is %s', (_, ratePerSecond, hands) => {
    const portion = portionOf('EMAIL', { ratePerSecond, maxConnections: null }, CAPACITY);
    expect(portion).toMatchObject({ hands, concurrency: null });
    expect((portion?.pacePerSecond ?? 0) * hands).toBeCloseTo(ratePerSecond);
  });

  it.each([
    ['the only connection', 1, 1, 1],
    ['all of few', 4, 1, 4],
    ['all that is left over, too', 9, 1, 9],
    ['half of ten', 10, 2, 5],
    ['a part of very many, by the places of one campaign', 1_000, 6, 166],
  ])('is %s', (_, maxConnections, hands, concurrency) => {
    const portion = portionOf('EMAIL', { ratePerSecond: null, maxConnections }, CAPACITY);
    expect(portion).toMatchObject({ hands, concurrency, pacePerSecond: null });
  });

  it('keeps both where there are both', () => {
    expect(portionOf('EMAIL', { ratePerSecond: 100, maxConnections: 10 }, CAPACITY)).toMatchObject({
      hands: 2,
      pacePerSecond: 50,
      concurrency: 5,
    });
  });

  it('is the smallest there can be for who has not heard of a worker yet', () => {
    expect(portionOf('EMAIL', { ratePerSecond: 100, maxConnections: null }, 0)).toMatchObject({ hands: 40 });
    expect(portionOf('EMAIL', { ratePerSecond: null, maxConnections: 40 }, 0)).toMatchObject({
      hands: 8,
      concurrency: 5,
    });
  });
});
