import { type Server, createServer, connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { newId } from '@carillon/contracts';
import { type QueueInfo, type TestBroker, testBroker } from '@carillon/testing';
import { MessagingConnection, MessagingServer, Messenger } from '@carillon/messaging';
import { eventually } from './seen';
import { TestLog } from './test-log';
import { TestProcess } from './test-process';

describe('at boot', () => {
  let broker: TestBroker;
  beforeAll(async () => {
    broker = await testBroker();
  });
  afterAll(() => broker.remove());

  it('every queue is declared with every argument', async () => {
    const process = await TestProcess.start(
      broker.amqpUrl,
      'account',
      { 'user.get': () => null },
      { ladder: [1_000, 300_000] },
    );
    const queues = await eventually(
      () => broker.queues(),
      (all) => all.some(({ name }) => name === 'account.commands'),
    );
    const facts = ({ name, type, durable, auto_delete, arguments: args }: QueueInfo) =>
      [name, { type, durable, auto_delete, args }] as const;
    const found = Object.fromEntries(queues.map(facts));
    const quorum = { 'x-queue-type': 'quorum', 'x-delivery-limit': 20, 'x-overflow': 'reject-publish' };
    expect(found['campaign.events']).toEqual({
      type: 'quorum',
      durable: true,
      auto_delete: false,
      args: {
        ...quorum,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': 'campaign.events.dead',
        'x-dead-letter-strategy': 'at-least-once',
      },
    });
    expect(found['deliveries.email']?.args).toEqual({ ...quorum, 'x-message-ttl': 30_000 });
    expect(found['carillon.retry.5m']?.args).toEqual({
      ...quorum,
      'x-message-ttl': 300_000,
      'x-dead-letter-exchange': '',
      'x-dead-letter-strategy': 'at-least-once',
    });
    expect(found['campaign.events.dead']?.args).toMatchObject({ 'x-queue-type': 'quorum' });
    expect(found['account.commands']).toMatchObject({ type: 'classic', durable: true, auto_delete: true });
    await process.stop();
  });

  it('a service without a handler for one of its messages does not start', async () => {
    const connection = new MessagingConnection({
      url: broker.amqpUrl,
      service: 'campaign',
      log: new TestLog(),
    });
    const server = new MessagingServer({ connection, service: 'campaign' });
    server.addHandler('user.get', () => Promise.resolve(null));
    const error = await new Promise<unknown>((resolve) => void server.listen(resolve));
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain('campaign.publish has no handler');
    expect(String(error)).toContain('campaign.completed has no handler');
    expect(String(error)).toContain('user.get has a handler but is not sent to campaign');
    await connection.close();
  });

  it('a process waits for an unavailable broker, and logs this once', async () => {
    const log = new TestLog();
    const port = await freePort();
    const states: boolean[] = [];
    const url = new URL(broker.amqpUrl);
    const target = { host: url.hostname, port: Number(url.port) };
    url.port = String(port);
    const connection = new MessagingConnection({
      url: url.href,
      service: 'account',
      log,
      onStateChange: (connected) => states.push(connected),
    });
    const connecting = connection.connect();
    await eventually(
      () => log.withMessage('waiting for the broker').length,
      (count) => count === 1,
    );
    expect(connection.isReady()).toBe(false);
    const forwarder = createServer(
      (socket) => void pipeline(socket, connect(target), socket, () => undefined),
    ).listen(port);
    await connecting;
    expect(connection.isReady()).toBe(true);
    await new Messenger(connection).broadcast('access.changed', { userId: newId() });
    await connection.close();
    expect(log.lines.map(({ message }) => message)).toEqual([
      'waiting for the broker',
      'connected to the broker',
    ]);
    expect(states).toEqual([true, false]);
    forwarder.close();
  });
});

async function freePort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
