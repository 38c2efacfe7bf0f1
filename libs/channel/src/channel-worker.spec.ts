import { queryObjects } from 'node:v8';
import { AppError, type BatchReleased, type Lease } from '@carillon/contracts';
import type { MessagingServer, Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { RecordingProvider } from '@carillon/testing/providers';
import { Surroundings, aLease, channelSettings, workLeaseWith } from '../test/surroundings';
import { SilentSenders } from './leases/silent-senders';
import { ChannelWorker } from './channel-worker';
import { FinishLeases } from './finish-leases';
import type { WorkLease } from './leases/work-lease';
import type { ProviderResult } from './provider';
import type { SendHeartbeats } from './send-heartbeats';
import type { ChannelSettings } from './settings';

const hint = (n: number): BatchReleased => ({
  batchId: `b${n}`,
  campaignId: campaignOf(n),
  release: 1,
  leaseMs: 10_000,
});
/** Batches with even and odd numbers belong to two campaigns. */
const campaignOf = (n: number): string => (n % 2 === 0 ? 'even' : 'odd');
const log = Logger.create('test', 'silent');

describe('a channel worker', () => {
  let taken: { batchId: string; requestId: string; holder: string }[];
  let given: unknown[];
  let working: Map<string, () => void>;
  let answer: (timeoutMs: number) => Promise<{ lease: Lease | null }>;
  let worker: ChannelWorker;
  let finishing: (more?: Partial<ChannelSettings>) => FinishLeases;
  let stopped: string[];
  let inFlight: Promise<unknown>;
  let brokerIsAway: boolean;

  beforeEach(() => {
    jest.useFakeTimers();
    [taken, given, stopped] = [[], [], []];
    working = new Map();
    inFlight = Promise.resolve();
    brokerIsAway = false;
    answer = () =>
      Promise.resolve({
        lease: { batchId: taken.at(-1)?.batchId } as Lease,
      });
    const messenger = {
      request: (_: string, request: (typeof taken)[number], { timeoutMs }: { timeoutMs: number }) => {
        taken.push(request);
        return answer(timeoutMs);
      },
      publish: (name: string, payload: unknown) =>
        brokerIsAway
          ? Promise.reject(new AppError('service_unavailable'))
          : Promise.resolve(void given.push([name, payload])),
    } as unknown as Messenger;
    const workLease = {
      workOn: ({ lease }: { lease: Lease }, stop: AbortSignal) => {
        if (stop.aborted) stopped.push(lease.batchId);
        stop.addEventListener('abort', () => stopped.push(lease.batchId));
        return new Promise<void>((resolve) => working.set(lease.batchId, resolve));
      },
      breakOff: () => {
        stopped.push('provider');
        for (const end of working.values()) end();
        return Promise.resolve();
      },
    } as unknown as WorkLease;
    const settings = { ...channelSettings, leases: 2 };
    worker = new ChannelWorker(workLease, messenger, 'me', settings, new SilentSenders(settings), log);
    const server = { close: () => inFlight } as unknown as MessagingServer;
    const heartbeats = { takeNoMore: () => undefined } as unknown as SendHeartbeats;
    finishing = (more) => new FinishLeases(worker, server, heartbeats, { ...settings, ...more }, log);
  });
  afterEach(() => jest.useRealTimers());

  const names = () => taken.map(({ batchId }) => batchId);

  it('acknowledges a hint when the batch is leased, and sends the batch afterward', async () => {
    await worker.handle(hint(1));
    expect([...working.keys()]).toEqual(['b1']);
  });

  it('leases no more batches than it has slots', async () => {
    await worker.handle(hint(1));
    await worker.handle(hint(2));
    const third = worker.handle(hint(3));
    await jest.advanceTimersByTimeAsync(100);
    expect(names()).toEqual(['b1', 'b2']);
    working.get('b1')?.();
    await third;
    expect(names()).toEqual(['b1', 'b2', 'b3']);
    expect(given).toEqual([]);
  });

  it('returns a hint when no slot becomes free in time', async () => {
    await worker.handle(hint(1));
    await worker.handle(hint(2));
    const third = worker.handle(hint(3));
    await jest.advanceTimersByTimeAsync(500);
    await third;
    expect(names()).toEqual(['b1', 'b2']);
    expect(given).toEqual([['email.batch-released', hint(3)]]);
  });

  it('halts the leases of a stopped campaign, and no others', async () => {
    await worker.handle(hint(1));
    await worker.handle(hint(2));
    worker.halt('odd');
    expect(stopped).toEqual(['b1']);
    working.get('b1')?.();
    await worker.handle(hint(3));
    worker.halt('even');
    expect(stopped).toEqual(['b1', 'b2']);
  });

  it('halts a lease whose campaign was stopped while it was requested', async () => {
    let grant: () => void = () => undefined;
    answer = () => new Promise((resolve) => (grant = () => resolve({ lease: { batchId: 'b1' } as Lease })));
    const handled = worker.handle(hint(1));
    await jest.advanceTimersByTimeAsync(0);
    worker.halt('odd');
    grant();
    await handled;
    expect(stopped).toEqual(['b1']);
  });

  it('frees the slot of a stale hint', async () => {
    answer = () => Promise.resolve({ lease: null });
    for (let n = 0; n < 10; n++) await worker.handle(hint(n));
    expect(taken).toHaveLength(10);
  });

  it('repeats the request with the same request ID when the reply is lost', async () => {
    let tries = 0;
    const granted = answer;
    answer = (...args) => (++tries < 3 ? Promise.reject(new AppError('timeout')) : granted(...args));
    const handled = worker.handle(hint(1));
    await jest.advanceTimersByTimeAsync(5_000);
    await handled;
    expect(new Set(taken.map(({ requestId }) => requestId)).size).toBe(1);
    expect([...working.keys()]).toEqual(['b1']);
    await worker.handle(hint(2));
    expect(new Set(taken.map(({ requestId }) => requestId)).size).toBe(2);
  });

  it('drops the hint and frees the slot when the dispatcher stays unavailable, without an error', async () => {
    answer = () => Promise.reject(new AppError('service_unavailable'));
    for (let n = 0; n < 3; n++) {
      const handled = worker.handle(hint(n));
      await jest.advanceTimersByTimeAsync(10_000);
      await handled;
    }
    expect(names()).toEqual(['b0', 'b0', 'b0', 'b0', 'b1', 'b1', 'b1', 'b1', 'b2', 'b2', 'b2', 'b2']);
  });

  it('declines a lease whose reply was lost, until the broker has confirmed it', async () => {
    answer = () => Promise.reject(new AppError('timeout'));
    brokerIsAway = true;
    const handled = worker.handle(hint(1));
    await jest.advanceTimersByTimeAsync(10_000);
    await handled;
    let ended = false;
    const ending = worker.finished().then(() => (ended = true));
    await jest.advanceTimersByTimeAsync(5_000);
    expect([given, ended]).toEqual([[], false]);
    brokerIsAway = false;
    // The longest pause is two seconds plus a fifth.
    await jest.advanceTimersByTimeAsync(2_400);
    await ending;
    const { requestId } = taken[0] ?? {};
    const declined = { batchId: 'b1', campaignId: 'odd', release: 1, requestId };
    expect(given).toEqual([['lease.declined', declined]]);
  });

  it.each<[string, () => Promise<{ lease: null }>]>([
    ['the hint is stale', () => Promise.resolve({ lease: null })],
    ['the next attempt is refused', () => Promise.reject(new AppError('campaign_not_found'))],
  ])('declines a lease whose reply was lost, even if then %s', async (_, then) => {
    let tries = 0;
    answer = () => (++tries === 1 ? Promise.reject(new AppError('timeout')) : then());
    const handled = worker.handle(hint(1));
    await jest.advanceTimersByTimeAsync(1_000);
    await handled;
    const { requestId } = taken[0] ?? {};
    const declined = { batchId: 'b1', campaignId: 'odd', release: 1, requestId };
    expect([tries, given]).toEqual([2, [['lease.declined', declined]]]);
  });

  it.each<[string, () => Promise<{ lease: null }>]>([
    ['no reply arrives', () => new Promise(() => undefined)],
    ['the dispatcher is unavailable', () => Promise.reject(new AppError('service_unavailable'))],
  ])('declines the lease before it can expire, even if %s', async (_, then) => {
    answer = (timeoutMs) =>
      Promise.race([
        then(),
        new Promise<never>((_resolve, reject) =>
          setTimeout(() => reject(new AppError('timeout')), timeoutMs),
        ),
      ]);
    void worker.handle({ ...hint(1), leaseMs: 3_000 });
    await jest.advanceTimersByTimeAsync(2_500);
    expect(given).toEqual([['lease.declined', expect.objectContaining({ batchId: 'b1', release: 1 })]]);
    const asked = taken.length;
    await jest.advanceTimersByTimeAsync(60_000);
    expect([taken.length, given.length]).toEqual([asked, 1]);
  });

  it('declines nothing if every reply arrived', async () => {
    answer = () => Promise.resolve({ lease: null });
    await worker.handle(hint(1));
    answer = () => Promise.reject(new AppError('campaign_not_found'));
    await worker.handle(hint(2));
    expect([taken.length, given]).toEqual([2, []]);
  });

  it('finishes leases and returns the waiting hint on shutdown', async () => {
    await worker.handle(hint(1));
    await worker.handle(hint(2));
    const waiting = worker.handle(hint(3));
    const ended = finishing().beforeApplicationShutdown();
    await waiting;
    expect(given).toEqual([['email.batch-released', hint(3)]]);
    expect(stopped).toEqual(['b1', 'b2']);
    working.get('b1')?.();
    working.get('b2')?.();
    await ended;
    expect(names()).toEqual(['b1', 'b2']);
  });

  it('also waits for a lease that is granted during shutdown', async () => {
    let grant: () => void = () => undefined;
    answer = () => new Promise((resolve) => (grant = () => resolve({ lease: { batchId: 'b1' } as Lease })));
    inFlight = worker.handle(hint(1));
    let ended = false;
    const ending = finishing()
      .beforeApplicationShutdown()
      .then(() => (ended = true));
    await jest.advanceTimersByTimeAsync(100);
    grant();
    await jest.advanceTimersByTimeAsync(100);
    expect([...working.keys()]).toEqual(['b1']);
    expect(ended).toBe(false);
    working.get('b1')?.();
    await ending;
  });

  it.each<[string, Partial<ChannelSettings>, number]>([
    ['less time than Docker waits', {}, 4_000],
    ['the time that a provider may take where a doubt lasts', { channel: 'SMS' }, 21_000],
    ['the configured time', { channel: 'SMS', finishMs: 1_000 }, 1_000],
  ])('aborts sends that take longer than %s on shutdown', async (_, settings, milliseconds) => {
    await worker.handle(hint(1));
    const ended = finishing(settings).beforeApplicationShutdown();
    await jest.advanceTimersByTimeAsync(milliseconds - 100);
    expect(stopped).not.toContain('provider');
    await jest.advanceTimersByTimeAsync(200);
    await ended;
    expect(stopped).toContain('provider');
  });
});

describe('the memory of a channel worker', () => {
  const signals = (): number => queryObjects(AbortSignal, { format: 'count' });

  it('keeps nothing of leases that have ended', async () => {
    const around = new Surroundings();
    const provider = new RecordingProvider<ProviderResult>(() => ({ kind: 'sent' }));
    const messenger = {
      request: () => Promise.resolve({ lease: aLease(1) }),
    } as unknown as Messenger;
    const silent = new SilentSenders(channelSettings);
    const workLease = workLeaseWith(around, provider, undefined, silent);
    const worker = new ChannelWorker(workLease, messenger, 'me', channelSettings, silent, log);
    const work = async (leases: number): Promise<void> => {
      for (let n = 0; n < leases; n++) {
        await worker.handle(hint(n));
        await worker.finished();
        provider.sends.length = 0;
      }
      // The target of a weak reference is kept until the event loop continues.
      await new Promise(setImmediate);
    };
    await work(10);
    const before = signals();
    await work(200);
    expect(around.sent).toHaveLength(210);
    expect(signals() - before).toBeLessThan(20);
  });
});
