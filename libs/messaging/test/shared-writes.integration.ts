import type { Socket } from 'node:net';
import { newId } from '@carillon/contracts';
import { type TestBroker, testBroker } from '@carillon/testing';
import { keyUsed, user } from './samples';
import { Seen } from './seen';
import { TestProcess } from './test-process';

describe('data that is written to the broker at the same time', () => {
  let broker: TestBroker;
  let service: TestProcess;
  let caller: TestProcess;
  beforeAll(async () => {
    broker = await testBroker();
    service = await TestProcess.start(broker.amqpUrl, 'account', {
      'user.get': ({ id }) => ({ ...user(id), name: 'n'.repeat(4_000) }),
    });
    caller = await TestProcess.start(broker.amqpUrl, 'gateway');
  });
  afterAll(async () => {
    await Promise.all([service.stop(), caller.stop()]);
    await broker.remove();
  });

  /** Counts the writes of a stream; for a socket, each is a system call. */
  function writesOf({ connection }: TestProcess): Seen<Buffer> {
    const socket = connection.writes.socket as Socket & { _writev: NonNullable<Socket['_writev']> };
    const seen = new Seen<Buffer>();
    const one = socket._write.bind(socket);
    const many = socket._writev.bind(socket);
    jest.spyOn(socket, '_write').mockImplementation((chunk: Buffer, ...rest) => {
      void seen.add(chunk);
      one(chunk, ...rest);
    });
    jest.spyOn(socket, '_writev').mockImplementation((chunks, done) => {
      void seen.add(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)));
      many(chunks, done);
    });
    return seen;
  }
  afterEach(() => jest.restoreAllMocks());

  it('leaves in one system call: a reply of several frames, and its ack', async () => {
    const writes = writesOf(service);
    for (let n = 1; n <= 5; n += 1) {
      await caller.messenger.request('user.get', { id: newId() });
      expect(writes.items).toHaveLength(n);
    }
  });

  it('leaves in one system call for each full buffer, after a reconnect, too', async () => {
    await caller.cutOff(broker);
    await caller.connection.connect();
    const writes = writesOf(caller);
    await Promise.all(Array.from({ length: 500 }, () => caller.messenger.publish('api-key.used', keyUsed())));
    const bytes = writes.items.reduce((sum, { length }) => sum + length, 0);
    const writableHighWaterMark = caller.connection.writes.socket?.writableHighWaterMark ?? 0;
    expect(bytes).toBeGreaterThan(2 * writableHighWaterMark);
    expect(writes.items.length).toBeLessThanOrEqual(Math.ceil(bytes / writableHighWaterMark));
  });
});
