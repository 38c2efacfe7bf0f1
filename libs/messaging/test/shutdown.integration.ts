import { newId } from '@carillon/contracts';
import { ServerLink, type TestBroker, testBroker } from '@carillon/testing';
import { RawBroker } from './raw-broker';
import { keyUsed, user } from './samples';
import { Gate, Seen } from './seen';
import { TestProcess } from './test-process';

const QUEUE = 'account.events';

describe('when a process stops', () => {
  let broker: TestBroker;
  let raw: RawBroker;
  let other: TestProcess;

  beforeAll(async () => {
    broker = await testBroker();
    raw = await RawBroker.connect(broker.amqpUrl);
    other = await TestProcess.start(broker.amqpUrl, 'campaign', {
      'campaign.targets-group': () => Promise.resolve({ inUse: false }),
    });
  });
  afterEach(() => broker.purgeQueue(QUEUE));
  afterAll(async () => {
    await Promise.all([other.stop(), raw.close()]);
    await broker.remove();
  });

  const publish = (count: number) =>
    Promise.all(Array.from({ length: count }, () => other.messenger.publish('api-key.used', keyUsed())));

  it('it finishes messages in flight, consumes no more, and can still publish and send requests', async () => {
    const gate = new Gate();
    const taken = new Seen<string>();
    const finished = new Seen<string>();
    const account = await TestProcess.start(
      broker.amqpUrl,
      'account',
      {
        'api-key.used': async (_event, { messageId }) => {
          void taken.add(messageId);
          await gate.opened;
          await account.messenger.request('campaign.targets-group', { userId: newId(), groupId: newId() });
          await account.messenger.publish('campaign.completed', {
            campaignId: newId(),
            run: 1,
            finishedAt: '2026-03-01T10:00:00.000Z',
          });
          void finished.add(messageId);
        },
      },
      { consumes: [QUEUE] },
    );
    await publish(20);
    await taken.count(8);
    const stopped = account.stop();
    gate.open();
    await stopped;
    expect(finished.items).toEqual(taken.items);
    await raw.counted(QUEUE, 20 - finished.items.length);
    await raw.counted('campaign.events', finished.items.length);
  });

  it('it responds to the commands in flight', async () => {
    const gate = new Gate();
    const taken = new Seen<string>();
    const account = await TestProcess.start(broker.amqpUrl, 'account', {
      'user.get': async ({ id }) => {
        void taken.add(id);
        await gate.opened;
        return user(id);
      },
    });
    const id = newId();
    const answer = other.messenger.request('user.get', { id });
    await taken.count(1);
    const stopped = account.stop();
    gate.open();
    await expect(answer).resolves.toEqual(user(id));
    await stopped;
  });

  it('it requeues messages that do not finish within the limit', async () => {
    const taken = new Seen<string>();
    const account = await TestProcess.start(
      broker.amqpUrl,
      'account',
      {
        'api-key.used': (_event, { messageId }) =>
          taken.add(messageId).then(() => new Promise(() => undefined)),
      },
      { consumes: [QUEUE], drainMs: 20 },
    );
    await publish(3);
    await taken.count(3);
    await account.stop();
    expect(account.log.withMessage('returned unfinished messages')).toMatchObject([{ fields: { count: 3 } }]);
    await raw.counted(QUEUE, 3);
  });

  it('it still forwards an event whose handler fails', async () => {
    const gate = new Gate();
    const taken = new Seen<string>();
    const account = await TestProcess.start(
      broker.amqpUrl,
      'account',
      {
        'api-key.used': async (_event, { messageId }) => {
          void taken.add(messageId);
          await gate.opened;
          throw new Error('broken');
        },
      },
      { consumes: [QUEUE], ladder: [20] },
    );
    await publish(1);
    await taken.count(1);
    const stopped = account.stop();
    gate.open();
    await stopped;
    const attempts = new Seen<number>();
    const next = await TestProcess.start(
      broker.amqpUrl,
      'account',
      { 'api-key.used': (_event, { attempt }) => attempts.add(attempt) },
      { consumes: [QUEUE], ladder: [20] },
    );
    expect(await attempts.count(1)).toEqual([2]);
    await next.stop();
  });

  it('it does not wait for a broker that stopped reading, such as one that blocks publishers', async () => {
    const link = await ServerLink.to(broker.amqpUrl);
    const account = await TestProcess.start(
      link.url,
      'account',
      { 'user.get': ({ id }) => user(id), 'api-key.used': () => Promise.resolve() },
      { consumes: [QUEUE] },
    );
    link.freeze();
    await account.server.close();
    // The missing heartbeats, which a broker that only blocks publishers sends, have not ended the connection yet.
    expect(account.connection.manager.isConnected()).toBe(true);
    await link.close();
    await account.connection.close();
  });
});
