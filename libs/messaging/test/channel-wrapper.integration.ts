import { type AddressInfo, type Server, type Socket, connect as dial, createServer } from 'node:net';
import { ServerLink, type TestBroker, testBroker } from '@carillon/testing';
import { type AmqpConnectionManager, type ChannelWrapper, connect } from 'amqp-connection-manager';
import type { Channel } from 'amqplib';
import { RawBroker } from './raw-broker';
import { Gate, Seen, eventually } from './seen';

const NOWHERE = 'amqp://127.0.0.1:1';
const QUEUE = 'plain';

/** Whether a promise has settled by now. */
const stateOf = (promise: Promise<unknown>): Promise<string> =>
  Promise.race([
    promise.then(
      () => 'resolved',
      () => 'rejected',
    ),
    new Promise<string>((resolve) => setImmediate(resolve, 'pending')),
  ]);

/**
 * The behavior of amqp-connection-manager if it is used as its manual describes. Each of these tests asserts a loss
 * that our code prevents. If one fails with a later version, that part of our code can be removed (see ADR 37).
 */
describe('amqp-connection-manager', () => {
  let broker: TestBroker;
  let raw: RawBroker;
  const managers: AmqpConnectionManager[] = [];
  const servers: Server[] = [];
  const links: ServerLink[] = [];
  beforeAll(async () => {
    broker = await testBroker();
    raw = await RawBroker.connect(broker.amqpUrl);
  });
  afterEach(async () => {
    // Closing never ends if the connection was lost before.
    for (const manager of managers.splice(0)) void manager.close();
    for (const link of links.splice(0)) await link.close();
    for (const server of servers.splice(0)) server.close();
    await broker.deleteQueue(QUEUE).catch(() => undefined);
  });
  afterAll(async () => {
    await raw.close();
    await broker.remove();
  });

  const open = (url = broker.amqpUrl, reconnectTimeInSeconds = 0.1): AmqpConnectionManager => {
    const manager = connect([url], { reconnectTimeInSeconds });
    managers.push(manager);
    return manager;
  };

  const declare = (channel: Channel) => channel.assertQueue(QUEUE, { durable: true });

  /** A wrapper that declares the queue, with the ends of its channels and its errors. */
  const channelOf = (manager: AmqpConnectionManager, options: { publishTimeout?: number } = {}) => {
    const closed = new Seen<Channel>();
    const errors = new Seen<Error>();
    const wrapper: ChannelWrapper = manager.createChannel({
      ...options,
      setup: async (channel: Channel) => {
        channel.on('close', () => void closed.add(channel));
        channel.on('error', () => undefined);
        await declare(channel);
      },
    });
    wrapper.on('error', (error) => void errors.add(error));
    return { wrapper, closed, errors };
  };

  const linkTo = async (url: string): Promise<ServerLink> => {
    const link = await ServerLink.to(url);
    links.push(link);
    return link;
  };

  const listen = async (server: Server): Promise<URL> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(broker.amqpUrl);
    url.port = String((server.address() as AddressInfo).port);
    return url;
  };

  /** A link to the broker on which the broker's replies can be dropped. */
  async function muteableLink() {
    const target = new URL(broker.amqpUrl);
    const sockets: Socket[] = [];
    const link = {
      isMute: false,
      url: '',
      cut: () => sockets.splice(0).forEach((socket) => socket.destroy()),
    };
    const url = await listen(
      createServer((near) => {
        const far = dial(Number(target.port), target.hostname);
        sockets.push(near, far);
        near.on('data', (bytes) => far.write(bytes)).on('error', () => undefined);
        far.on('data', (bytes) => !link.isMute && near.write(bytes)).on('error', () => undefined);
      }),
    );
    link.url = url.href;
    return link;
  }

  describe('when it publishes', () => {
    it('keeps messages without limit while there is no connection', async () => {
      const manager = open(NOWHERE);
      const { wrapper } = channelOf(manager);
      const failures = new Seen<unknown>();
      manager.on('connectFailed', ({ err }) => void failures.add(err));
      const published = Array.from({ length: 2_000 }, () => wrapper.publish('', QUEUE, 'x'));
      for (const one of published) one.catch(() => undefined);
      await failures.count(3);
      expect(wrapper.queueLength()).toBe(2_000);
      expect(await stateOf(Promise.race(published))).toBe('pending');
    });

    it('reports the same error for a message that was never sent and for one that is stored', async () => {
      const { wrapper: unconnected } = channelOf(open(NOWHERE), { publishTimeout: 300 });
      const link = await muteableLink();
      const { wrapper } = channelOf(open(link.url), { publishTimeout: 300 });
      await wrapper.waitForConnect();
      link.isMute = true;
      await expect(unconnected.publish('', QUEUE, 'x')).rejects.toEqual(new Error('timeout'));
      await expect(wrapper.publish('', QUEUE, 'x')).rejects.toEqual(new Error('timeout'));
      await raw.counted(QUEUE, 1);
      link.cut();
    });

    it('resolves for a mandatory message that the broker returned', async () => {
      const { wrapper } = channelOf(open());
      await expect(wrapper.publish('', 'no.such.queue', 'x', { mandatory: true })).resolves.toBe(true);
    });

    it('keeps messages while an error has closed the channel, and opens no other one', async () => {
      const manager = open();
      const { wrapper, closed } = channelOf(manager);
      await wrapper.waitForConnect();
      const wrong = wrapper.publish('no.such.exchange', QUEUE, 'x');
      await expect(wrong).rejects.toThrow('channel closed');
      await closed.count(1);
      const right = wrapper.publish('', QUEUE, 'x');
      right.catch(() => undefined);
      // The connection still works.
      await channelOf(manager).wrapper.publish('', QUEUE, 'x');
      expect(await stateOf(right)).toBe('pending');
      expect(wrapper.queueLength()).toBe(1);
    });
  });

  describe('when it opens a channel', () => {
    it('publishes on a channel whose setup failed, and does not repeat the setup', async () => {
      let tries = 0;
      const wrapper = open().createChannel({
        setup: async (channel: Channel) => {
          tries += 1;
          await declare(channel);
          throw new Error('not yet');
        },
      });
      wrapper.on('error', () => undefined);
      await wrapper.waitForConnect();
      await expect(wrapper.publish('', QUEUE, 'x')).resolves.toBe(true);
      expect(tries).toBe(1);
    });

    it('does not try again if there was no channel left', async () => {
      const manager = open(`${broker.amqpUrl}?channelMax=1`);
      const first = channelOf(manager);
      await first.wrapper.waitForConnect();
      const second = channelOf(manager);
      const [error] = await second.errors.count(1);
      expect(error?.message).toBe('No channels left to allocate');
      await first.wrapper.close();
      // The broker can accept it now.
      const third = channelOf(manager);
      await third.wrapper.waitForConnect();
      const published = second.wrapper.publish('', QUEUE, 'x');
      published.catch(() => undefined);
      await third.wrapper.publish('', QUEUE, 'x');
      expect(await stateOf(published)).toBe('pending');
    });

    it('sets up a channel that was closed meanwhile, and leaves it open', async () => {
      const manager = open();
      await channelOf(manager).wrapper.waitForConnect();
      const opened = new Seen<Channel>();
      const wrapper = manager.createChannel({ setup: (channel: Channel) => opened.add(channel) });
      await wrapper.close();
      const [channel] = await opened.count(1);
      await expect(channel?.checkQueue(QUEUE)).resolves.toMatchObject({ queue: QUEUE });
    });

    it('never finishes closing it if the connection is lost first', async () => {
      const link = await linkTo(broker.amqpUrl);
      const manager = open(link.url);
      const { wrapper } = channelOf(manager);
      await wrapper.waitForConnect();
      const connected = new Seen<string>();
      manager.on('connect', () => void connected.add('again'));
      link.freeze();
      const closing = wrapper.close();
      link.cut();
      link.restore();
      await connected.count(1);
      expect(await stateOf(closing)).toBe('pending');
    });
  });

  it('no longer consumes a queue that was deleted, even after it is declared again', async () => {
    const { wrapper, closed } = channelOf(open());
    await wrapper.waitForConnect();
    const seen = new Seen<string>();
    await wrapper.consume(QUEUE, (message) => void seen.add(message.content.toString()), { noAck: true });
    await broker.deleteQueue(QUEUE);
    await closed.count(1);
    await channelOf(open()).wrapper.waitForConnect();
    await raw.put(QUEUE, 'probe', 'x');
    await raw.counted(QUEUE, 1);
    expect(seen.items).toEqual([]);
  });

  describe('when it connects', () => {
    it('waits for the same time before each attempt', async () => {
      const manager = open(NOWHERE, 0.05);
      const pauses = new Seen<number>();
      manager.on('connectFailed', () => void pauses.add(manager.reconnectTimeInSeconds));
      expect((await pauses.count(4)).slice(0, 4)).toEqual([0.05, 0.05, 0.05, 0.05]);
    });

    it('has no heartbeat if the address says so', async () => {
      const manager = connect([`${broker.amqpUrl}?heartbeat=0`], {
        heartbeatIntervalInSeconds: 10,
        connectionOptions: { clientProperties: { connection_name: 'no heartbeat' } },
      });
      managers.push(manager);
      const [found] = await eventually(
        async () =>
          (await broker.connections()).filter(
            ({ client_properties }) => client_properties.connection_name === 'no heartbeat',
          ),
        (all) => all.length > 0,
      );
      expect(found).toMatchObject({ timeout: 0 });
    });

    it('does not report that the end of a blocked connection is the end of the block', async () => {
      const manager = open();
      const events = new Seen<string>();
      await channelOf(manager).wrapper.waitForConnect();
      for (const name of ['blocked', 'unblocked', 'disconnect', 'connect'])
        manager.on(name, () => void events.add(name));
      // A real alarm would affect all users of this broker.
      manager.connection?.emit('blocked', 'low on disk');
      manager.reconnect();
      await events.count(3);
      expect(events.items).toEqual(['blocked', 'disconnect', 'connect']);
    });

    it('reports a connection that is established while it closes', async () => {
      const gate = new Gate();
      const dials = new Seen<string>();
      const target = new URL(broker.amqpUrl);
      const url = await listen(
        createServer((near) => {
          void dials.add('dialed');
          void gate.opened.then(() => {
            const far = dial(Number(target.port), target.hostname);
            near.pipe(far).pipe(near);
            near.on('error', () => undefined);
            far.on('error', () => undefined);
          });
        }),
      );
      const manager = open(url.href);
      const events = new Seen<string>();
      manager.on('connect', () => void events.add('connect'));
      await dials.count(1);
      const closing = manager.close();
      gate.open();
      await closing;
      expect(events.items).toEqual(['connect']);
    });

    it('waits for the next attempt if it is closed while one fails', async () => {
      const dials = new Seen<Socket>();
      const url = await listen(createServer((socket) => void dials.add(socket)));
      const manager = open(url.href, 1);
      const [socket] = await dials.count(1);
      const began = performance.now();
      const closing = manager.close();
      socket?.destroy();
      await closing;
      expect(performance.now() - began).toBeGreaterThan(900);
    });
  });
});
