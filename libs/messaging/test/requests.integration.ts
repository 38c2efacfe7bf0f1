import { Socket } from 'node:net';
import { AppError, type CommandName, newId } from '@carillon/contracts';
import { type TestBroker, testBroker } from '@carillon/testing';
import { MessagingConnection, Messenger, currentTrace, timeLeft, withTrace } from '@carillon/messaging';
import { RawBroker } from './raw-broker';
import { user } from './samples';
import { Gate, Seen, eventually } from './seen';
import { TestLog } from './test-log';
import { TestProcess } from './test-process';

describe('a request', () => {
  let broker: TestBroker;
  let caller: TestProcess;
  let raw: RawBroker;
  const owners: TestProcess[] = [];

  beforeAll(async () => {
    broker = await testBroker();
    caller = await TestProcess.start(broker.amqpUrl, 'gateway');
    raw = await RawBroker.connect(broker.amqpUrl);
  });
  afterEach(async () => {
    await Promise.all(owners.splice(0).map((owner) => owner.stop()));
  });
  afterAll(async () => {
    await Promise.all([caller.stop(), raw.close()]);
    await broker.remove();
  });

  const account: (...args: [Parameters<typeof TestProcess.start>[2]]) => Promise<TestProcess> = async (
    handlers,
  ) => {
    const owner = await TestProcess.start(broker.amqpUrl, 'account', handlers);
    owners.push(owner);
    return owner;
  };

  it("gets its owner's reply", async () => {
    await account({ 'user.get': ({ id }) => Promise.resolve(user(id)) });
    const id = newId();
    await expect(caller.messenger.request('user.get', { id })).resolves.toEqual(user(id));
  });

  /** By default, a socket holds small packets back until the last one is acknowledged (RFC 896), which takes 40 ms. */
  it('is sent at once', async () => {
    const owner = await account({ 'user.get': ({ id }) => Promise.resolve(user(id)) });
    const times: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const began = performance.now();
      await owner.messenger.request('user.get', { id: newId() });
      times.push(performance.now() - began);
    }
    // This excludes slow requests, which also occur on a busy machine, and the very first requests, which are always
    // fast.
    expect(times.sort((a, b) => a - b)[5]).toBeLessThan(30);
  });

  it('is sent together with simultaneous requests, regardless of its size', async () => {
    await account({ 'user.get': ({ id }) => Promise.resolve(user(id)) });
    const ask = () => caller.messenger.request('user.get', { id: newId() });
    await ask();
    const written = [jest.spyOn(Socket.prototype, '_write'), jest.spyOn(Socket.prototype, '_writev')];
    const sent = Array.from({ length: 20 }, ask);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    // amqplib writes each of them separately. A channel or the heartbeat may also have written.
    expect(written.reduce((calls, { mock }) => calls + mock.calls.length, 0)).toBeLessThan(5);
    for (const spy of written) spy.mockRestore();
    await expect(Promise.all(sent)).resolves.toHaveLength(20);
  });

  it("gets its owner's AppError unchanged", async () => {
    const thrown = new AppError(
      'subscriber_exists',
      'Somebody has it',
      [{ field: 'groups.1', code: 'conflict', detail: 'taken' }],
      { subscriberId: '65f000000000000000000000' },
    );
    await account({ 'user.get': () => Promise.reject(thrown) });
    const caught = await caller.messenger
      .request('user.get', { id: newId() })
      .catch((error: unknown) => error);
    expect(caught).toBeInstanceOf(AppError);
    expect(caught).toMatchObject({ kind: 'conflict', ...thrown.toJSON() });
  });

  it('does not reveal an internal error, which the owner logs', async () => {
    const owner = await account({ 'user.get': () => Promise.reject(new Error('password is hunter2')) });
    const request = caller.messenger.request('user.get', { id: newId() });
    await expect(request).rejects.toMatchObject({
      code: 'internal',
      detail: 'Internal error',
    });
    expect(owner.log.withMessage('command failed')).toHaveLength(1);
  });

  it('fails at once when its owner is not running', async () => {
    const began = performance.now();
    const asked = caller.messenger.request('user.get', { id: newId() }, { timeoutMs: 60_000 });
    await expect(asked).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('fails at once after its owner has stopped', async () => {
    const owner = await account({ 'user.get': ({ id }) => Promise.resolve(user(id)) });
    await caller.messenger.request('user.get', { id: newId() });
    await owner.stop();
    await expect(caller.messenger.request('user.get', { id: newId() })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  it('fails at once when the broker is unavailable', async () => {
    const connection = new MessagingConnection({
      url: 'amqp://127.0.0.1:1',
      service: 'gateway',
      log: new TestLog(),
    });
    const connecting = connection.connect();
    const began = performance.now();
    const asked = new Messenger(connection).request('user.get', { id: newId() }, { timeoutMs: 60_000 });
    await expect(asked).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(performance.now() - began).toBeLessThan(10_000);
    await connection.close();
    await connecting;
  });

  it('ends in a timeout when the owner takes too long', async () => {
    const gate = new Gate();
    await account({ 'user.get': ({ id }) => gate.opened.then(() => user(id)) });
    const request = caller.messenger.request('user.get', { id: newId() }, { timeoutMs: 50 });
    await expect(request).rejects.toMatchObject({ code: 'timeout', kind: 'unavailable' });
    gate.open();
  });

  it('is not handled after its caller has stopped waiting', async () => {
    const gate = new Gate();
    const ran = new Seen<string>();
    const owner = await TestProcess.start(broker.amqpUrl, 'subscriber', {
      'subscriber.list': async ({ groupId }) => {
        void ran.add(groupId);
        await gate.opened;
        return { items: [], next: null };
      },
    });
    owners.push(owner);
    const page = (groupId: string, timeoutMs: number) =>
      caller.messenger.request(
        'subscriber.list',
        { userId: newId(), groupId, channel: null, after: null, limit: 1 },
        { timeoutMs },
      );
    const busy = Array.from({ length: 8 }, () => page(newId(), 10_000));
    await ran.count(8);
    const late = newId();
    await expect(page(late, 50)).rejects.toMatchObject({ code: 'timeout' });
    await raw.counted('subscriber.reads', 0);
    gate.open();
    await Promise.all(busy);
    await page(newId(), 10_000);
    expect(ran.items).not.toContain(late);
  });

  it('exposes how long its caller still waits', async () => {
    const left: (number | null)[] = [];
    await account({
      'user.get': async ({ id }) => {
        left.push(timeLeft());
        await Promise.resolve();
        return user(id);
      },
    });
    await caller.messenger.request('user.get', { id: newId() }, { timeoutMs: 60_000 });
    await caller.messenger.request('user.get', { id: newId() });
    const [long, short] = left;
    expect(long).toBeGreaterThan(30_000);
    expect(long).toBeLessThanOrEqual(60_000);
    expect(short).toBeLessThanOrEqual(5_000);
    expect(timeLeft()).toBeNull();
  });

  it.each([
    ['longer than in the contract, if its caller is patient', 40_000, 30_000],
    ['as long as in the contract, if that is longer than its caller’s patience', 100, 1_000],
  ])('waits %s', async (_, patienceMs, least) => {
    const left: (number | null)[] = [];
    await account({
      'user.get': ({ id }) => {
        left.push(timeLeft());
        return Promise.resolve(user(id));
      },
    });
    await new Messenger(caller.connection, { patienceMs }).request('user.get', { id: newId() });
    expect(left[0]).toBeGreaterThan(least);
  });

  it.each([
    [
      'a list',
      'subscriber.list',
      { userId: newId(), groupId: newId(), channel: null, after: null, limit: 1 },
    ],
    ['a count', 'group.count', { userId: newId(), ids: [newId()] }],
    ['a command', 'group.find-missing', { userId: newId(), ids: [] }],
  ] satisfies [string, CommandName, object][])(
    'does not wait behind %s if a campaign depends on it',
    async (_, name, payload) => {
      const gate = new Gate();
      const ran = new Seen<string>();
      const busy = async (): Promise<never> => {
        void ran.add(name);
        await gate.opened;
        throw new AppError('timeout');
      };
      const owner = await TestProcess.start(broker.amqpUrl, 'subscriber', {
        [name]: busy,
        'audience.page': () => Promise.resolve({ items: [], next: null, recent: [] }),
      });
      owners.push(owner);
      const prefetch = name === 'subscriber.list' ? 8 : 64;
      const slow = Array.from({ length: prefetch + 1 }, () =>
        caller.messenger.request(name, payload as never),
      );
      const ends = Promise.allSettled(slow);
      await ran.count(prefetch);
      const query = { userId: newId(), groupId: newId(), keys: [], after: null, limit: 1 };
      expect(await caller.messenger.request('audience.page', query)).toEqual({
        items: [],
        next: null,
        recent: [],
      });
      gate.open();
      await ends;
    },
  );

  it('does not reach the handler with a payload that does not match', async () => {
    const ran = new Seen<string>();
    const owner = await account({
      'user.get': ({ id }) => {
        void ran.add(id);
        return Promise.resolve(user(id));
      },
    });
    await expect(caller.messenger.request('user.get', { id: 'nonsense' })).rejects.toMatchObject({
      code: 'internal',
    });
    expect(ran.items).toEqual([]);
    expect(owner.log.withMessage('invalid command')).toMatchObject([{ fields: { command: 'user.get' } }]);
  });

  it('refuses a reply that does not match', async () => {
    await account({ 'user.get': () => Promise.resolve({ name: 'half a user' }) });
    await expect(caller.messenger.request('user.get', { id: newId() })).rejects.toMatchObject({
      code: 'internal',
    });
    expect(caller.log.withMessage('a reply does not match its contract')).toHaveLength(1);
  });

  it('gets its response through a quorum queue, also from a process with the other setting', async () => {
    const answered = new Set<string>();
    for (const commandQueues of ['quorum', 'classic'] as const) {
      const refuse = () => {
        answered.add(commandQueues);
        throw new AppError('user_not_found');
      };
      const options = { commandQueues };
      owners.push(
        await TestProcess.start(broker.amqpUrl, 'account', { 'account.sending-profile': refuse }, options),
      );
    }
    const request = () => caller.messenger.request('account.sending-profile', { userId: newId() });
    await expect(request()).rejects.toMatchObject({ code: 'user_not_found' });
    await eventually(
      () => Promise.allSettled([request(), request()]),
      () => answered.size === 2,
    );
  });

  it('contains the IDs of the client’s request', async () => {
    const traces = new Seen<unknown>();
    await account({
      'user.get': ({ id }, { requestId }) => {
        void traces.add([requestId, currentTrace().requestId]);
        return Promise.resolve(user(id));
      },
    });
    await withTrace({ requestId: 'req-1' }, () => caller.messenger.request('user.get', { id: newId() }));
    expect(traces.items).toEqual([['req-1', 'req-1']]);
  });

  it('fails at once when the connection is lost while it waits', async () => {
    const gate = new Gate();
    const ran = new Seen<string>();
    await account({
      'user.get': async ({ id }) => {
        void ran.add(id);
        await gate.opened;
        return user(id);
      },
    });
    const waiting = caller.messenger.request('user.get', { id: newId() }, { timeoutMs: 60_000 });
    const failed = expect(waiting).rejects.toMatchObject({ code: 'service_unavailable' });
    await ran.count(1);
    await caller.cutOff(broker);
    await failed;
    gate.open();
  });
});
