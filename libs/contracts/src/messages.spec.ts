import { eventsOf } from './messages';
import { queueNames, queues, queuesOf } from './services';

describe('every queue', () => {
  it.each(queueNames)('%s receives at least one event and belongs to its service', (queue) => {
    expect(eventsOf(queue)).not.toEqual([]);
    expect(queuesOf(queues[queue].service)).toContain(queue);
  });
});
