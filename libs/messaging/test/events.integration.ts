import { AppError, type Payload } from '@carillon/contracts';
import { type TestBroker, testBroker } from '@carillon/testing';
import { DeadLetters, type MessageContext, withTrace } from '@carillon/messaging';
import { RawBroker } from './raw-broker';
import { keyUsed } from './samples';
import { Gate, Seen, eventually } from './seen';
import { TestLog } from './test-log';
import { TestProcess, type TestProcessOptions } from './test-process';

const QUEUE = 'account.events';
type KeyUsed = Payload<'api-key.used'>;

describe('an event', () => {
  let broker: TestBroker;
  let raw: RawBroker;
  let dead: DeadLetters;
  let teller: TestProcess;
  const listeners: TestProcess[] = [];

  beforeAll(async () => {
    broker = await testBroker();
    teller = await TestProcess.start(broker.amqpUrl, 'gateway');
    raw = await RawBroker.connect(broker.amqpUrl);
    dead = await DeadLetters.open(broker.amqpUrl, new TestLog(), [30, 60]);
  });
  afterEach(async () => {
    await Promise.all(listeners.splice(0).map((listener) => listener.stop()));
    await broker.purgeQueue(QUEUE);
    await broker.purgeQueue(`${QUEUE}.dead`);
  });
  afterAll(async () => {
    await Promise.all([teller.stop(), raw.close(), dead.close()]);
    await broker.remove();
  });

  async function listen(
    handler: (event: KeyUsed, context: MessageContext) => Promise<void>,
    options: TestProcessOptions = {},
  ): Promise<TestProcess> {
    const listener = await TestProcess.start(
      broker.amqpUrl,
      'account',
      { 'api-key.used': handler },
      { consumes: [QUEUE], ...options },
    );
    listeners.push(listener);
    return listener;
  }

  const steady = async ({ server }: TestProcess): Promise<number> =>
    (await server.steadyForMs(QUEUE)) ?? Infinity;
  const buried = (count: number) =>
    eventually(
      () => dead.show(QUEUE, 10),
      (messages) => messages.length === count,
    );

  it('reaches its handler with all of its metadata', async () => {
    const seen = new Seen<[KeyUsed, MessageContext]>();
    await listen((event, context) => seen.add([event, context]));
    const event = keyUsed();
    const before = Date.now();
    await withTrace({ requestId: 'req-7' }, () => teller.messenger.publish('api-key.used', event));
    const [first] = await seen.count(1);
    expect(first?.[0]).toEqual(event);
    expect(first?.[1]).toMatchObject({ requestId: 'req-7', attempt: 1, redelivered: false });
    expect(first?.[1].messageId).toMatch(/^[0-9a-f]{24}$/);
    expect(first?.[1].occurredAt.getTime()).toBeGreaterThanOrEqual(before);
  });

  it('waits for a service that has never run', async () => {
    await teller.messenger.publish('api-key.used', keyUsed());
    const seen = new Seen<KeyUsed>();
    await listen((event) => seen.add(event));
    await seen.count(1);
  });

  it('is returned by a process that cannot handle it, for another process that can', async () => {
    let isAble = false;
    const tries = new Seen<KeyUsed>();
    const unable = await listen(
      async (event) => {
        await tries.add(event);
        if (!isAble) throw new AppError('service_unavailable');
      },
      { isAble: () => Promise.resolve(isAble) },
    );
    const event = keyUsed();
    await teller.messenger.publish('api-key.used', event);
    await tries.count(1);
    await eventually(
      () => unable.server.steadyForMs(QUEUE),
      (consumed) => consumed === null,
    );
    const seen = new Seen<KeyUsed>();
    const other = await listen((each) => seen.add(each));
    expect(await seen.count(1)).toEqual([event]);
    expect(await unable.connection.consumersOf(QUEUE)).toBe(1);
    isAble = true;
    await eventually(
      () => unable.connection.consumersOf(QUEUE),
      (consumers) => consumers === 2,
    );
    expect(await other.server.steadyForMs(QUEUE)).toBeGreaterThan(await steady(unable));
  });

  it('is held if its process can handle it, but another service is unavailable', async () => {
    const tries = new Seen<KeyUsed>();
    let isAway = true;
    const listener = await listen(
      async (event) => {
        await tries.add(event);
        if (isAway) throw new AppError('service_unavailable');
      },
      { isAble: () => Promise.resolve(true) },
    );
    await teller.messenger.publish('api-key.used', keyUsed());
    await tries.count(7);
    expect(listener.log.withMessage('event deferred')).toHaveLength(1);
    isAway = false;
    await listener.server.steadyForMs(QUEUE);
    await raw.counted(QUEUE, 0);
  });

  it('fails for its publisher if no queue accepts it, and the queue exists for the next one', async () => {
    await broker.deleteQueue(QUEUE);
    await expect(teller.messenger.publish('api-key.used', keyUsed())).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await eventually(
      () =>
        teller.messenger.publish('api-key.used', keyUsed()).then(
          () => true,
          () => false,
        ),
      (published) => published,
    );
  });

  it('is neither lost nor blocks other events when its handler throws', async () => {
    const done = new Seen<number>();
    const listener = await listen((_event, { attempt }) => {
      if (attempt === 1) return Promise.reject(new Error('not yet'));
      return done.add(attempt);
    });
    await Promise.all(Array.from({ length: 40 }, () => teller.messenger.publish('api-key.used', keyUsed())));
    await done.count(40);
    await listener.stop();
    await raw.counted(QUEUE, 0);
  });

  it('counts as not handled while it is postponed', async () => {
    const listener = await listen(() => Promise.reject(new Error('not yet')), { ladder: [60_000] });
    const before = await eventually(
      () => steady(listener),
      (milliseconds) => milliseconds > 0,
    );
    await teller.messenger.publish('api-key.used', keyUsed());
    const after = await eventually(
      () => steady(listener),
      (milliseconds) => milliseconds < before,
    );
    expect(after).toBeLessThan(-30_000);
  });

  it('is delayed further by the time during which it could not be published', async () => {
    const listener = await listen(() => Promise.reject(new Error('not yet')), { ladder: [60_000] });
    const { manager } = listener.connection;
    manager.emit('blocked', { reason: 'low on disk' });
    await teller.messenger.publish('api-key.used', keyUsed());
    await eventually(
      () => listener.log.withMessage('event deferred').length,
      (held) => held === 1,
    );
    const publishedAfter = performance.now();
    manager.emit('unblocked', {});
    const steadyMs = await steady(listener);
    expect(performance.now() - steadyMs).toBeGreaterThan(publishedAfter + 60_000);
  });

  it('climbs the ladder and is then dead-lettered with its error', async () => {
    const attempts = new Seen<number>();
    await listen((_event, { attempt }) => {
      void attempts.add(attempt);
      return Promise.reject(new AppError('user_not_found', 'Gone'));
    });
    const event = keyUsed();
    await teller.messenger.publish('api-key.used', event);
    expect(await buried(1)).toMatchObject([
      {
        event: 'api-key.used',
        attempts: 3,
        code: 'user_not_found',
        detail: 'Gone',
        payload: event,
        queue: QUEUE,
      },
    ]);
    expect(attempts.items).toEqual([1, 2, 3]);
  });

  it('is dead-lettered at once when its payload does not match', async () => {
    const seen = new Seen<KeyUsed>();
    await listen((event) => seen.add(event));
    await raw.put(QUEUE, 'api-key.used', '{"uses":"none"}');
    await raw.put(QUEUE, 'api-key.used', 'not JSON');
    const messages = await buried(2);
    expect(messages.map(({ code, attempts }) => [code, attempts])).toEqual([
      ['invalid_payload', 1],
      ['invalid_payload', 1],
    ]);
    expect(messages[1]?.payload).toBe('not JSON');
    expect(seen.items).toEqual([]);
  });

  it('waits for a process that knows its name, as during an upgrade', async () => {
    const older = await TestProcess.start(broker.amqpUrl, 'account', {}, { consumes: [QUEUE] });
    listeners.push(older);
    const event = keyUsed();
    await teller.messenger.publish('api-key.used', event);
    await eventually(
      () => older.log.withMessage('event failed and will be retried'),
      (tries) => tries.length > 4,
    );
    const seen = new Seen<KeyUsed>();
    await listen((each) => seen.add(each));
    expect(await seen.count(1)).toEqual([event]);
    expect(await dead.show(QUEUE, 10)).toEqual([]);
  });

  it('is dead-lettered when its name has been unknown for a day', async () => {
    await listen(() => Promise.resolve());
    await raw.put(QUEUE, 'key.eaten', '{}', { attempt: 287 });
    expect(await buried(1)).toMatchObject([{ code: 'unknown_message', event: 'key.eaten', attempts: 288 }]);
  });

  it('is held, not failed, while a dependency is unavailable', async () => {
    const attempts = new Seen<number>();
    const listener = await listen(
      (_event, { attempt }) => {
        void attempts.add(attempt);
        if (attempts.items.length < 4) return Promise.reject(new TypeError('the database is away'));
        return Promise.resolve();
      },
      { classify: (error) => (error instanceof TypeError ? new AppError('service_unavailable') : null) },
    );
    await teller.messenger.publish('api-key.used', keyUsed());
    expect(await attempts.count(4)).toEqual([1, 1, 1, 1]);
    await listener.stop();
    await raw.counted(QUEUE, 0);
    expect(await dead.show(QUEUE, 10)).toEqual([]);
  });

  it('goes to the end of its queue and counts as new if it is held too long', async () => {
    const seen = new Seen<MessageContext>();
    await listen(
      (_event, context) => {
        void seen.add(context);
        return seen.items.length < 5 ? Promise.reject(new AppError('timeout')) : Promise.resolve();
      },
      { holdLimitMs: 1 },
    );
    await teller.messenger.publish('api-key.used', keyUsed());
    const contexts = await seen.count(5);
    expect(new Set(contexts.map(({ messageId }) => messageId)).size).toBe(1);
    expect(contexts.map(({ attempt, redelivered }) => [attempt, redelivered])).toEqual(
      Array(5).fill([1, false]),
    );
  });

  it('moves to another process if this one stops while holding it', async () => {
    const tries = new Seen<string>();
    const first = await listen(() => {
      void tries.add('first');
      return Promise.reject(new AppError('service_unavailable'));
    });
    await teller.messenger.publish('api-key.used', keyUsed());
    await tries.count(1);
    await first.stop();
    const seen = new Seen<boolean>();
    await listen((_event, { redelivered }) => seen.add(redelivered));
    expect(await seen.count(1)).toEqual([true]);
  });

  it('is dead-lettered if it ends its process every time', async () => {
    await teller.messenger.publish('api-key.used', keyUsed());
    let crashes = 0;
    while (await raw.takeAndCrash(QUEUE)) crashes += 1;
    expect(crashes).toBe(21);
    expect(await buried(1)).toMatchObject([
      { code: 'delivery_limit', event: 'api-key.used', attempts: null },
    ]);
  });

  it.each(['carillon.retry.30ms', `${QUEUE}.dead`])('survives the deletion of %s', async (queue) => {
    const started = new Gate();
    const fail = new Gate();
    await listen(async () => {
      started.open();
      await fail.opened;
      throw new Error('always');
    });
    await teller.messenger.publish('api-key.used', keyUsed());
    await started.opened;
    await broker.deleteQueue(queue);
    fail.open();
    expect(await buried(1)).toMatchObject([{ attempts: 3 }]);
  });

  it('is held only by the process that receives it again if the channel is lost', async () => {
    const tries = new Seen<boolean>();
    const listener = await listen((_event, { redelivered }) => {
      void tries.add(redelivered);
      return Promise.reject(new AppError('service_unavailable'));
    });
    await teller.messenger.publish('api-key.used', keyUsed());
    await tries.count(1);
    await listener.cutOff(broker);
    const seen = await tries.count(tries.items.length + 5);
    expect(seen.slice(seen.indexOf(true))).not.toContain(false);
  });
});
