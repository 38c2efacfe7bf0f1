import { queues } from '@carillon/contracts';
import { eventsOf, queueNames, queuesOf, retryStep } from './topology';

describe('the names on the broker', () => {
  it.each([
    [1_000, 'carillon.retry.1s'],
    [10_000, 'carillon.retry.10s'],
    [60_000, 'carillon.retry.1m'],
    [300_000, 'carillon.retry.5m'],
    [50, 'carillon.retry.50ms'],
  ])('of a step of %d ms is %s', (milliseconds, name) => {
    expect(retryStep(milliseconds)).toBe(name);
  });

  it('give every queue at least one event, and its service the queue', () => {
    for (const queue of queueNames) {
      expect(eventsOf(queue)).not.toEqual([]);
      expect(queuesOf(queues[queue].service)).toContain(queue);
    }
  });
});
