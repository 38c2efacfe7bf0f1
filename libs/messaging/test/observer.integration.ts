import { AppError, newId } from '@carillon/contracts';
import type { HandledMessage, MessagingObserver } from '@carillon/messaging';
import { type TestBroker, testBroker } from '@carillon/testing';
import { RawBroker } from './raw-broker';
import { keyUsed, user } from './samples';
import { eventually } from './seen';
import { TestProcess } from './test-process';

const QUEUE = 'account.events';

/** Records observations; times only as plausible or not. */
class Notes implements MessagingObserver {
  readonly published_: unknown[] = [];
  readonly requested_: unknown[] = [];
  readonly handled_: HandledMessage[] = [];

  published(message: string, stored: boolean): void {
    this.published_.push([message, stored]);
  }

  requested(owner: string, result: string, seconds: number): void {
    this.requested_.push([owner, result, seconds >= 0 && seconds < 60]);
  }

  handled(message: HandledMessage): void {
    this.handled_.push(message);
  }
}

describe('the observer of a process', () => {
  let broker: TestBroker;
  let caller: TestProcess;
  let owner: TestProcess;
  let raw: RawBroker;
  let callerNotes: Notes;
  let ownerNotes: Notes;
  /** The state for the next events. */
  let fail: Error | null = null;
  const startOwner = () =>
    TestProcess.start(
      broker.amqpUrl,
      'account',
      {
        'user.get': ({ id }) => {
          if (fail) throw fail;
          return user(id);
        },
        'api-key.used': () => {
          if (fail) throw fail;
        },
      },
      { consumes: [QUEUE], observer: ownerNotes },
    );

  beforeAll(async () => {
    broker = await testBroker();
    raw = await RawBroker.connect(broker.amqpUrl);
    [callerNotes, ownerNotes] = [new Notes(), new Notes()];
    caller = await TestProcess.start(broker.amqpUrl, 'gateway', {}, { observer: callerNotes });
    owner = await startOwner();
  });
  beforeEach(() => {
    fail = null;
    for (const { published_, requested_, handled_ } of [callerNotes, ownerNotes])
      for (const notes of [published_, requested_, handled_]) notes.length = 0;
  });
  afterAll(async () => {
    await Promise.all([caller.stop(), owner.stop(), raw.close()]);
    await broker.remove();
  });

  const results = (count: number) =>
    eventually(
      () =>
        Promise.resolve(ownerNotes.handled_.map(({ message, queue, result }) => [message, queue, result])),
      (found) => found.length >= count,
    );
  const ask = () => caller.messenger.request('user.get', { id: newId() });

  it('observes an event on both sides', async () => {
    await caller.messenger.publish('api-key.used', keyUsed());
    expect(callerNotes.published_).toEqual([['api-key.used', true]]);
    expect(await results(1)).toEqual([['api-key.used', QUEUE, 'done']]);
    const [handled] = ownerNotes.handled_;
    expect(handled?.seconds).toBeGreaterThanOrEqual(0);
    expect(handled?.ageSeconds).toBeGreaterThanOrEqual(0);
  });

  it('observes each attempt of an event, and its dead-lettering', async () => {
    fail = new Error('a bug');
    await caller.messenger.publish('api-key.used', keyUsed());
    expect((await results(3)).map(([, , result]) => result)).toEqual(['retried', 'retried', 'dead']);
    expect(ownerNotes.handled_.map(({ ageSeconds }) => ageSeconds === null)).toEqual([true, true, false]);
    await broker.purgeQueue(`${QUEUE}.dead`);
  });

  it('observes an event that no queue accepts', async () => {
    await owner.stop();
    await broker.deleteQueue(QUEUE);
    await expect(caller.messenger.publish('api-key.used', keyUsed())).rejects.toThrow('No queue accepts');
    expect(callerNotes.published_).toEqual([['api-key.used', false]]);
    owner = await startOwner();
  });

  it.each<[string, Error | null, string, string]>([
    ['a response', null, 'answered', 'done'],
    ['a refusal', new AppError('user_not_found'), 'refused', 'refused'],
    ['a bug', new Error('a bug'), 'failed', 'failed'],
    ['an outage', new AppError('service_unavailable'), 'unavailable', 'failed'],
  ])('observes %s to a command', async (_, error, asked, answered) => {
    fail = error;
    await ask().catch(() => undefined);
    expect(callerNotes.requested_).toEqual([['account', asked, true]]);
    expect(await results(1)).toEqual([['user.get', 'account.commands', answered]]);
  });

  it('observes a command without a running owner', async () => {
    await expect(
      caller.messenger.request('group.find-missing', { userId: newId(), ids: [] }),
    ).rejects.toThrow();
    expect(callerNotes.requested_).toEqual([['subscriber', 'unavailable', true]]);
  });

  it('observes all unknown message names as one', async () => {
    await raw.put(QUEUE, 'from-a-later-release', '{}');
    expect((await results(1))[0]).toEqual(['unknown', QUEUE, 'retried']);
  });
});
