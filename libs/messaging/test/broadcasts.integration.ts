import { newId } from '@carillon/contracts';
import { type TestBroker, eventually, testBroker } from '@carillon/testing';
import { Seen } from './seen';
import { TestProcess } from './test-process';

describe('a broadcast', () => {
  let broker: TestBroker;
  beforeAll(async () => {
    broker = await testBroker();
  });
  afterAll(() => broker.remove());

  const gateway = (received: Seen<string>) =>
    TestProcess.start(broker.amqpUrl, 'gateway', { 'access.changed': ({ userId }) => received.add(userId) });

  it('may be sent without a receiver', async () => {
    const account = await TestProcess.start(broker.amqpUrl, 'account');
    await account.messenger.broadcast('access.changed', { userId: newId() });
    await account.stop();
  });

  it('reaches every running process of the same service', async () => {
    const [first, second] = [new Seen<string>(), new Seen<string>()];
    const listeners = [await gateway(first), await gateway(second)];
    const account = await TestProcess.start(broker.amqpUrl, 'account');
    const userId = newId();
    await account.messenger.broadcast('access.changed', { userId });
    expect(await first.count(1)).toEqual([userId]);
    expect(await second.count(1)).toEqual([userId]);
    await Promise.all([...listeners, account].map((process) => process.stop()));
  });

  it('is reported as a gap if it may have been missed during a lost connection, and the next one is received', async () => {
    const received = new Seen<string>();
    const gaps = new Seen<string>();
    const listener = await gateway(received);
    listener.server.onBroadcastGap(() => void gaps.add('gap'));
    await listener.cutOff(broker);
    await gaps.count(1);
    // Its own channel may still be opening, and publishing waits for it only briefly.
    await listener.connection.publisher.channel.opened();
    const userId = newId();
    await listener.messenger.broadcast('access.changed', { userId });
    expect(await received.count(1)).toEqual([userId]);
    await listener.stop();
  });

  it('is consumed again after every reported loss', async () => {
    const listener = await gateway(new Seen<string>());
    let opened = 0;
    listener.server.onBroadcastsOpen(() => (opened += 1));
    for (const times of [1, 2]) {
      await listener.cutOff(broker);
      await eventually(() => opened === times);
    }
    await listener.stop();
  });

  it('is logged and not delivered again if its handler throws', async () => {
    const tries = new Seen<string>();
    const listener = await TestProcess.start(broker.amqpUrl, 'gateway', {
      'access.changed': ({ userId }) => {
        void tries.add(userId);
        return Promise.reject(new Error('cache is broken'));
      },
    });
    await listener.messenger.broadcast('access.changed', { userId: newId() });
    await listener.messenger.broadcast('access.changed', { userId: newId() });
    await tries.count(2);
    await listener.stop();
    expect(listener.log.withMessage('message dropped')).toHaveLength(2);
  });
});
