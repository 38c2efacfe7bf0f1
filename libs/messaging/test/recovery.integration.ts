import { newId } from '@carillon/contracts';
import { type TestBroker, testBroker } from '@carillon/testing';
import type { Channel } from 'amqplib';
import { Consumer } from '../src/server/consumer';
import { RawBroker } from './raw-broker';
import { keyUsed, user } from './samples';
import { Seen, eventually } from './seen';
import { TestProcess } from './test-process';

const QUEUE = 'account.events';

describe('without a restart', () => {
  let broker: TestBroker;
  let account: TestProcess;
  let received: Seen<string>;

  beforeAll(async () => {
    broker = await testBroker();
  });
  beforeEach(async () => {
    received = new Seen<string>();
    account = await TestProcess.start(
      broker.amqpUrl,
      'account',
      {
        'user.get': ({ id }) => Promise.resolve(user(id)),
        'api-key.used': (_event, { messageId }) => received.add(messageId),
      },
      { consumes: [QUEUE] },
    );
  });
  afterEach(() => account.stop());
  afterAll(() => broker.remove());

  /** Repeats until it works, because an attempt at the moment of the fault can fail with an error. */
  const again = (attempt: () => Promise<unknown>) =>
    eventually(
      () =>
        attempt().then(
          () => true,
          () => false,
        ),
      (worked) => worked,
    );
  const publish = () => again(() => account.messenger.publish('api-key.used', keyUsed()));
  const request = () => again(() => account.messenger.request('user.get', { id: newId() }));

  it('a lost connection is restored with all its channels', async () => {
    expect(account.connection.isReady()).toBe(true);
    await account.cutOff(broker);
    await publish();
    await request();
    await received.count(1);
    await eventually(
      () => account.connection.isReady(),
      (ready) => ready,
    );
    expect(account.log.withMessage('connected to the broker')).not.toHaveLength(0);
  });

  it('a queue is consumed again after another client deleted and immediately declared it', async () => {
    const receivedAgain = new Seen<string>();
    const declare = (channel: Channel) =>
      channel.assertQueue('replaced', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    const consumer = new Consumer(account.connection, {
      name: 'replaced',
      prefetch: 1,
      renewAfterMs: 50,
      declare,
      handle: async (delivery) => {
        delivery.ack();
        await receivedAgain.add(String(delivery.message.properties.messageId));
        return 'done';
      },
    });
    await consumer.started();
    const raw = await RawBroker.connect(broker.amqpUrl);
    await raw.replace('replaced', { 'x-queue-type': 'quorum' });
    await raw.put('replaced', 'probe', '{}');
    expect(await receivedAgain.count(1)).toEqual(['raw']);
    await consumer.stop();
    await consumer.close();
    await raw.close();
  });

  it('a deleted event queue is declared again, and its consumer continues', async () => {
    await broker.deleteQueue(QUEUE);
    await publish();
    await received.count(1);
  });

  it('a deleted command queue is declared again, and its commands are handled', async () => {
    await broker.deleteQueue('account.commands');
    await request();
  });

  it('a publisher whose channel was closed by an error publishes again', async () => {
    const properties = { messageId: newId() };
    const nowhere = { exchange: 'no.such.exchange', routingKey: 'x', content: Buffer.from('{}'), properties };
    await expect(account.connection.publisher.publish(nowhere)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await publish();
    await received.count(1);
    expect(account.log.withMessage('channel recovered')).toMatchObject([
      { fields: { channel: 'publisher' } },
    ]);
  });

  it('a consumer whose channel was closed by an error consumes again, including messages in flight', async () => {
    const channels = new Seen<Channel>();
    const deliveries = new Seen<boolean>();
    const consumer = new Consumer(account.connection, {
      name: 'probe',
      prefetch: 1,
      renewAfterMs: null,
      declare: async (channel) => {
        void channels.add(channel);
        return channel.assertQueue('probe', {
          durable: true,
          arguments: { 'x-queue-type': 'quorum' },
        });
      },
      handle: async (delivery) => {
        void deliveries.add(delivery.message.fields.redelivered);
        if (delivery.message.fields.redelivered) delivery.ack();
        // A check of a missing queue: 404, which closes the channel.
        else await channels.items[0]?.checkQueue('no.such.queue').catch(() => undefined);
        return 'done';
      },
    });
    await consumer.started();
    await account.connection.publisher.publish({
      exchange: '',
      routingKey: 'probe',
      content: Buffer.from('{}'),
      properties: { messageId: newId(), mandatory: true },
    });
    expect(await deliveries.count(2)).toEqual([false, true]);
    expect(channels.items).toHaveLength(2);
    await consumer.stop();
    await consumer.close();
  });
});
