import { type TestBroker, testBroker } from '@carillon/testing';
import { DeadLetters } from '@carillon/messaging';
import { RawBroker } from './raw-broker';
import { keyUsed } from './samples';
import { Seen } from './seen';
import { TestLog } from './test-log';
import { TestProcess } from './test-process';

const QUEUE = 'account.events';

describe('dead messages', () => {
  let broker: TestBroker;
  let raw: RawBroker;
  let dead: DeadLetters;
  let account: TestProcess;
  let broken = true;
  const handled = new Seen<number>();

  beforeAll(async () => {
    broker = await testBroker();
    raw = await RawBroker.connect(broker.amqpUrl);
    dead = await DeadLetters.open(broker.amqpUrl, new TestLog(), []);
    account = await TestProcess.start(
      broker.amqpUrl,
      'account',
      {
        'api-key.used': (_event, { attempt }) =>
          broken ? Promise.reject(new Error('bug')) : handled.add(attempt),
      },
      { consumes: [QUEUE], ladder: [] },
    );
  });
  beforeEach(async () => {
    broken = true;
    await broker.purgeQueue(`${QUEUE}.dead`);
    await Promise.all([1, 2, 3].map(() => account.messenger.publish('api-key.used', keyUsed())));
    await raw.counted(`${QUEUE}.dead`, 3);
  });
  afterAll(async () => {
    await Promise.all([account.stop(), dead.close(), raw.close()]);
    await broker.remove();
  });

  it('are counted for every queue with a dead-letter queue', async () => {
    expect(await dead.list()).toEqual([
      { queue: 'account.events', count: 3 },
      { queue: 'campaign.events', count: 0 },
      { queue: 'subscriber.events', count: 0 },
      { queue: 'dispatcher.events', count: 0 },
      { queue: 'dispatcher.settlements', count: 0 },
      { queue: 'dispatcher.callbacks', count: 0 },
      { queue: 'dispatcher.engagement', count: 0 },
      { queue: 'dispatcher.conversions', count: 0 },
    ]);
  });

  it('can be shown any number of times and stay', async () => {
    for (let look = 0; look < 25; look += 1) expect(await dead.show(QUEUE, 2)).toHaveLength(2);
    expect(await dead.show(QUEUE, 10)).toMatchObject(
      Array(3).fill({ code: 'internal', detail: 'bug', attempts: 1 }),
    );
  });

  it('are handled as new after a replay', async () => {
    broken = false;
    expect(await dead.replay(QUEUE, { limit: 10 })).toBe(3);
    expect(await handled.count(3)).toEqual([1, 1, 1]);
    await raw.counted(`${QUEUE}.dead`, 0);
  });

  it('are replayed once if they die again during the replay', async () => {
    expect(await dead.replay(QUEUE, { limit: 1_000 })).toBe(3);
    await raw.counted(`${QUEUE}.dead`, 3);
  });

  it('can be dropped by ID, and the others stay', async () => {
    const messages = await dead.show(QUEUE, 10);
    const [, middle] = messages;
    expect(await dead.drop(QUEUE, { id: middle?.id ?? '' })).toBe(1);
    const left = await dead.show(QUEUE, 10);
    expect(new Set(left)).toEqual(new Set(messages.filter((message) => message !== middle)));
    expect(await dead.drop(QUEUE, { id: 'unknown' })).toBe(0);
  });

  it('can be dropped up to a limit, the oldest first', async () => {
    const messages = await dead.show(QUEUE, 10);
    expect(await dead.drop(QUEUE, { limit: 2 })).toBe(2);
    expect(await dead.show(QUEUE, 10)).toEqual(messages.slice(2));
  });
});
