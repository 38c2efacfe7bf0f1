import { retryStep } from './topology';

describe('the name of a retry queue', () => {
  it.each([
    [1_000, 'carillon.retry.1s'],
    [10_000, 'carillon.retry.10s'],
    [60_000, 'carillon.retry.1m'],
    [300_000, 'carillon.retry.5m'],
    [50, 'carillon.retry.50ms'],
  ])('for a step of %d ms is %s', (milliseconds, name) => {
    expect(retryStep(milliseconds)).toBe(name);
  });
});
