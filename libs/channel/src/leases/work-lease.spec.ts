import type { Lease } from '@carillon/contracts';
import { RecordingProvider } from '@carillon/testing/providers';
import { Surroundings, aLease, workLeaseWith } from '../../test/surroundings';
import type { ProviderResult } from '../provider';
import type { IsolatedSend, IsolatedSends } from '../isolation/isolated-sends';
import type { WorkLease } from './work-lease';

const sent: ProviderResult = { kind: 'sent' };
const down: ProviderResult = { kind: 'providerDown', reason: 'LOGIN_REFUSED', code: '535', detail: 'No' };
const silent: ProviderResult = { kind: 'unknown', reason: 'SERVER_TIMEOUT', code: null, suspect: true };

describe('a lease', () => {
  let around: Surroundings;
  let provider: RecordingProvider<ProviderResult>;
  let stop: AbortController;
  beforeEach(() => {
    jest.useFakeTimers();
    around = new Surroundings();
    stop = new AbortController();
  });
  afterEach(() => jest.useRealTimers());

  function worker(answer: ConstructorParameters<typeof RecordingProvider<ProviderResult>>[0]): WorkLease {
    provider = new RecordingProvider(answer);
    return workLeaseWith(around, provider);
  }
  const work = (by: WorkLease, lease: Lease) => by.workOn({ lease, askedAt: performance.now() }, stop.signal);
  const takes =
    (milliseconds: number, result: ProviderResult = sent) =>
    () =>
      new Promise<ProviderResult>((resolve) => setTimeout(() => resolve(result), milliseconds));
  const ends = () => around.published.filter((piece) => piece.done);

  it('sends to each recipient once and reports it', async () => {
    await work(
      worker(() => sent),
      aLease(200),
    );
    expect(provider.sends.map(({ address }) => address)).toEqual(
      aLease(200).recipients.map(({ address }) => address),
    );
    expect(around.sent.sort((a, b) => a - b)).toEqual(aLease(200).recipients.map(({ i }) => i));
    expect(ends()).toHaveLength(1);
    expect(around.published.at(-1)).toMatchObject({
      batchId: 'b',
      holder: 'me',
      fence: 1,
      done: true,
      providerDown: null,
    });
  });

  it('sends at most as many messages at once as its channel allows', async () => {
    const done = work(worker(takes(100)), aLease(20));
    await jest.advanceTimersByTimeAsync(400);
    await done;
    expect(provider.mostAtOnce).toBe(5);
  });

  it('sends as many messages at once as the provider finds useful', async () => {
    const by = worker(takes(100));
    provider.useful = 2;
    const done = work(by, aLease(40));
    await jest.advanceTimersByTimeAsync(350);
    expect([provider.mostAtOnce, provider.sends.length]).toEqual([2, 8]);
    provider.useful = 4;
    await jest.advanceTimersByTimeAsync(300);
    expect([provider.mostAtOnce, provider.sends.length]).toEqual([4, 20]);
    provider.useful = 1;
    await jest.advanceTimersByTimeAsync(300);
    expect(provider.sends).toHaveLength(23);
    provider.useful = Infinity;
    await jest.advanceTimersByTimeAsync(1_000);
    await done;
    expect(provider.mostAtOnce).toBe(5);
    expect(around.sent).toHaveLength(40);
  });

  it('runs in an isolated process, without touching the message, if it was lost earlier', async () => {
    const sends: IsolatedSend[] = [];
    const turn = { taken: 0, ended: 0 };
    const isolated = {
      isPossible: true,
      turn: () => {
        turn.taken++;
        return Promise.resolve(() => {
          turn.ended++;
          return Promise.resolve();
        });
      },
      send: (send: IsolatedSend): Promise<ProviderResult> => {
        sends.push(send);
        return Promise.resolve({ kind: 'unknown', reason: 'WORKER_LOST', code: null });
      },
      close: () => undefined,
    } as unknown as IsolatedSends;
    provider = new RecordingProvider(() => sent);
    provider.compile = () => {
      throw new Error('It kills');
    };
    await work(workLeaseWith(around, provider, isolated), aLease(1, { alone: true }));
    expect(provider.sends).toEqual([]);
    expect(sends).toMatchObject([
      {
        content: { content: { subject: 'Hello' } },
        sender: { id: 'default' },
        recipient: { address: '0@example.org' },
      },
    ]);
    expect(turn).toEqual({ taken: 1, ended: 1 });
    expect(ends()).toMatchObject([
      { outcomes: [{ i: 0, kind: 'unknown', reason: 'WORKER_LOST' }], returned: [] },
    ]);
  });

  it('keeps its rate', async () => {
    const from = performance.now();
    const done = work(
      worker(() => sent),
      aLease(5, { sendsPerSecond: 2 }),
    );
    await jest.advanceTimersByTimeAsync(2_500);
    await done;
    expect(provider.sends.map(({ at }) => at - from)).toEqual([0, 500, 1_000, 1_500, 2_000]);
  });

  it('starts at its assigned time, and respects its own concurrency', async () => {
    const from = performance.now();
    const done = work(worker(takes(100)), aLease(6, { startInMs: 700, concurrency: 2 }));
    await jest.advanceTimersByTimeAsync(1_500);
    await done;
    expect(provider.sends.map(({ at }) => at - from)).toEqual([700, 700, 800, 800, 900, 900]);
    expect(provider.mostAtOnce).toBe(2);
  });

  it('ends after a few seconds, even with a slow provider, and returns the remaining recipients', async () => {
    const done = work(worker(takes(1_000)), aLease(200));
    await jest.advanceTimersByTimeAsync(7_000);
    await done;
    expect(provider.sends).toHaveLength(30);
    expect(around.sent).toHaveLength(30);
    expect(ends()).toMatchObject([
      {
        returned: aLease(200)
          .recipients.slice(30)
          .map(({ i }) => i),
      },
    ]);
  });

  it('lasts as long as its rate needs', async () => {
    const done = work(
      worker(() => sent),
      aLease(20, { sendsPerSecond: 1 }),
    );
    await jest.advanceTimersByTimeAsync(20_000);
    await done;
    expect(provider.sends).toHaveLength(20);
  });

  it('stops sending to a provider that does not respond, and reports the known result of each send', async () => {
    await work(
      worker(() => silent),
      aLease(200),
    );
    const outcomes = around.published.flatMap((piece) => piece.outcomes);
    expect(outcomes).toHaveLength(provider.sends.length);
    expect(provider.sends.length).toBeLessThan(10);
    expect(ends()).toMatchObject([{ providerDown: { reason: 'SERVER_TIMEOUT' } }]);
  });

  it.each([
    ['SMS', 'three', 3],
    ['EMAIL', 'the concurrency', 5],
  ] as const)(
    'leaves no more sends in doubt by %s than %s when the provider does not respond',
    async (channel, _, most) => {
      const done = work(worker(takes(10_000, silent)), aLease(200, { channel }));
      await jest.advanceTimersByTimeAsync(11_000);
      await done;
      expect(around.published.flatMap((piece) => piece.outcomes)).toHaveLength(most);
      expect(ends()).toMatchObject([{ providerDown: { reason: 'SERVER_TIMEOUT' } }]);
    },
  );

  it('stops sending when the previous, shorter lease received no responses either', async () => {
    const answers = [silent, silent, silent, silent, silent, sent, silent, silent];
    const by = worker(() => takes(10_000, answers[provider.sends.length - 1])());
    provider.useful = 2;
    const reasons: (string | undefined)[] = [];
    for (let leases = 0; leases < 4; leases++) {
      const done = work(by, aLease(200));
      await jest.advanceTimersByTimeAsync(11_000);
      await done;
      reasons.push(ends().at(-1)?.providerDown?.reason);
    }
    expect(reasons).toEqual([undefined, 'SERVER_TIMEOUT', undefined, undefined]);
    expect(provider.sends).toHaveLength(8);
  });

  it('stops at once and fails no recipient when the provider is down', async () => {
    await work(
      worker(({ i }) => (i === 7 ? down : sent)),
      aLease(200),
    );
    expect(provider.sends.length).toBeLessThan(20);
    expect(around.sent).not.toContain(7);
    expect(ends()).toMatchObject([
      { done: true, providerDown: { reason: 'LOGIN_REFUSED', providerCode: '535' } },
    ]);
    expect(around.published.flatMap((piece) => piece.outcomes)).toEqual([]);
  });

  it('on stop returns the recipients that were not started, and waits for the sends in flight', async () => {
    const done = work(worker(takes(1_000)), aLease(200));
    await jest.advanceTimersByTimeAsync(1_500);
    stop.abort();
    await jest.advanceTimersByTimeAsync(1_000);
    await done;
    expect(provider.sends).toHaveLength(10);
    expect(around.sent).toHaveLength(10);
    expect(ends()).toHaveLength(1);
  });

  it('starts no send that could outlast its lease while its reports are undeliverable', async () => {
    const by = worker(takes(1_000));
    const from = performance.now();
    const done = work(by, aLease(1_000, { sendsPerSecond: 10 }));
    await jest.advanceTimersByTimeAsync(2_000);
    around.brokerIsAway = true;
    await jest.advanceTimersByTimeAsync(200_000);
    const started = provider.sends.length;
    expect(provider.sends.at(-1)?.at).toBeLessThan(from + 90_000 - 45_000);
    around.brokerIsAway = false;
    await jest.advanceTimersByTimeAsync(10_000);
    await done;
    expect(provider.sends).toHaveLength(started);
    expect(around.sent.sort((a, b) => a - b)).toEqual(provider.sends.map((_, i) => i));
    expect(ends()).toHaveLength(1);
  });

  it('reports the result of a provider that throws as unknown', async () => {
    await work(
      worker(({ i }) => {
        if (i === 1) throw new Error('A bug');
        return sent;
      }),
      aLease(3),
    );
    expect(around.sent).toEqual([0, 2]);
    expect(around.published[0]?.outcomes).toMatchObject([{ i: 1, kind: 'unknown', reason: 'WORKER_ERROR' }]);
  });
});
