import { eventsOf } from './messages';
import { queueNames, queues, queuesOf } from './services';

describe('every queue', () => {
  it.each(queueNames)('%s takes at least one event and is one of its service', (queue) => {
    expect(eventsOf(queue)).not.toEqual([]);
    expect(queuesOf(queues[queue].service)).toContain(queue);
  });
});
