import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { newId } from '@carillon/contracts';
import { ServerLink, type TestBroker, testBroker } from '@carillon/testing';
import { MessagingConnection } from '@carillon/messaging';
import { RawBroker } from './raw-broker';
import { keyUsed, user } from './samples';
import { Gate, Seen, eventually } from './seen';
import { TestLog } from './test-log';
import { TestProcess } from './test-process';

const NOWHERE = 'amqp://127.0.0.1:1';

describe('a connection', () => {
  let broker: TestBroker;
  const servers: Server[] = [];
  beforeAll(async () => {
    broker = await testBroker();
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  afterAll(() => broker.remove());

  const open = (url: string, onStateChange?: (connected: boolean) => void) => {
    const log = new TestLog();
    const options = onStateChange ? { onStateChange } : {};
    return { log, connection: new MessagingConnection({ url, service: 'account', log, ...options }) };
  };

  /** A server that isn't a broker; returns its URL. */
  const listen = async (server: Server): Promise<string> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `amqp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  /** Repeats until it works: a channel may still be opening. */
  const published = (publish: () => Promise<void>) =>
    eventually(
      () =>
        publish().then(
          () => true,
          () => false,
        ),
      (worked) => worked,
    );

  it('is attempted with each of several brokers in turn, even after a broker that refuses the login', async () => {
    const stranger = new URL(broker.amqpUrl);
    stranger.password = 'wrong';
    const { log, connection } = open(`${NOWHERE},${stranger.href}, ${broker.amqpUrl}`);
    await connection.connect();
    expect(connection.isReady()).toBe(true);
    await connection.close();
    expect(log.lines.map(({ message }) => message)).toEqual([
      'waiting for the broker',
      'connected to the broker',
    ]);
  });

  it('is attempted again soon, then less and less often, at different times in each process', async () => {
    const dials = new Seen<number>();
    const pauses: number[] = [];
    const url = await listen(
      createServer((socket) => {
        void dials.add(performance.now());
        socket.destroy();
      }),
    );
    const { connection } = open(url);
    connection.manager.on('connectFailed', () => pauses.push(connection.manager.reconnectTimeInSeconds));
    await dials.count(4);
    await connection.close();
    for (const [n, expected] of [0.2, 0.4, 0.8].entries()) {
      expect(pauses[n]).toBeGreaterThanOrEqual(expected * 0.8);
      expect(pauses[n]).toBeLessThanOrEqual(expected * 1.2);
    }
    expect(new Set(pauses.map((pause, n) => pause / 2 ** n)).size).toBe(pauses.length);
  });

  it('has a name, and a heartbeat of ten seconds regardless of its URL', async () => {
    const { connection } = open(`${broker.amqpUrl}?heartbeat=0`);
    await connection.connect();
    const [found] = await eventually(
      () => broker.connections(),
      (all) => all.length > 0,
    );
    expect(found).toMatchObject({ timeout: 10, client_properties: { connection_name: 'carillon/account' } });
    await connection.close();
  });

  it('is not reported, and does not stay open, if it is closed while it is being made', async () => {
    const gate = new Gate();
    const dials = new Seen<string>();
    const { hostname, port, pathname, username, password } = new URL(broker.amqpUrl);
    const url = new URL(
      await listen(
        createServer((socket) => {
          void dials.add('dialled');
          void gate.opened.then(() =>
            pipeline(socket, connect(Number(port), hostname), socket, () => undefined),
          );
        }),
      ),
    );
    Object.assign(url, { pathname, username, password });
    const states: boolean[] = [];
    const { log, connection } = open(url.href, (connected) => states.push(connected));
    const connecting = connection.connect();
    await dials.count(1);
    const closing = connection.close();
    gate.open();
    await Promise.all([closing, connecting]);
    expect(connection.manager.isConnected()).toBe(false);
    expect(states).toEqual([]);
    expect(log.lines).toEqual([]);
  });

  it('does not wait for the next attempt if it is closed while it is being made', async () => {
    const dials = new Seen<Socket>();
    const { connection } = open(await listen(createServer((socket) => void dials.add(socket))));
    const [socket] = await dials.count(1);
    const closing = connection.close();
    socket?.destroy();
    const began = performance.now();
    await closing;
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('refuses messages while it is lost, and does not send them after it recovers', async () => {
    const link = await ServerLink.to(broker.amqpUrl);
    const teller = await TestProcess.start(link.url, 'gateway');
    const raw = await RawBroker.connect(broker.amqpUrl);
    const publish = () => teller.messenger.publish('api-key.used', keyUsed());
    await broker.purgeQueue('account.events');
    link.cut();
    const began = performance.now();
    const refused = await Promise.allSettled(Array.from({ length: 20 }, publish));
    // The wait for confirms is three times as long.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(refused.map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
    link.restore();
    await published(publish);
    await raw.counted('account.events', 1);
    await Promise.all([teller.stop(), raw.close(), link.close()]);
  });

  it('refuses messages at once while the broker blocks it, and accepts them after a reconnect', async () => {
    const gate = new Gate();
    const asked = new Seen<string>();
    const owner = await TestProcess.start(broker.amqpUrl, 'account', {
      'user.get': async ({ id }) => {
        void asked.add(id);
        await gate.opened;
        return user(id);
      },
    });
    const waiting = owner.messenger.request('user.get', { id: newId() });
    await asked.count(1);
    // A real alarm would affect all users of this broker.
    owner.connection.manager.emit('blocked', { reason: 'low on disk' });
    const refusal = { code: 'service_unavailable', detail: 'The broker accepts no messages at the moment' };
    await expect(waiting).rejects.toMatchObject(refusal);
    await expect(owner.messenger.publish('api-key.used', keyUsed())).rejects.toMatchObject(refusal);
    expect(owner.connection.isReady()).toBe(false);
    await owner.cutOff(broker);
    await published(() => owner.messenger.publish('api-key.used', keyUsed()));
    gate.open();
    await owner.stop();
  });
});
