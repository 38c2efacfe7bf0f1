import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startBroker } from './start-broker';

/** AMQP 0-9-1 §4.2.2: a broker replies to a client's header with a method frame. */
const METHOD_FRAME = Buffer.from([1]);

describe('an existing broker', () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(METHOD_FRAME)).on('error', () => undefined);
  });
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => void server.close());

  const start = (AMQP_URL: string, note: (line: string) => void = () => undefined) =>
    startBroker({ directory: '/nowhere', programs: '/nowhere', environment: { AMQP_URL }, note }, () =>
      Promise.reject(new Error('Docker is not asked')),
    );

  it('may be a list of brokers: services get the list unchanged, and no password is shown', async () => {
    const { port } = server.address() as AddressInfo;
    const url = `amqp://me:secret@127.0.0.1:1, amqp://me:secret@127.0.0.1:${port}/vhost`;
    const lines: string[] = [];
    const broker = await start(url, (line) => lines.push(line));
    expect(broker.amqpUrl).toBe(url);
    expect(lines).toEqual([
      `waiting for amqp://me:***@127.0.0.1:1, amqp://me:***@127.0.0.1:${port}/vhost, given by AMQP_URL`,
    ]);
  });

  it('needs a URL with a protocol', async () => {
    await expect(start('localhost:5672')).rejects.toThrow('AMQP_URL is not of the form amqp://');
  });
});
