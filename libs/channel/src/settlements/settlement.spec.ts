import { AppError, type BatchSettled } from '@carillon/contracts';
import { LeaseClock, type RecipientResult, Settlement } from './settlement';
import type { ProviderResult } from '../provider';
import type { RefusedAddress } from './refusal-publisher';

const LEASE_MS = 90_000;
const sent: RecipientResult = { kind: 'sent' };
const never = new AbortController().signal;

describe('the settlement of a lease', () => {
  let published: BatchSettled[];
  let publish: jest.Mock<Promise<void>, [BatchSettled, readonly RefusedAddress[]]>;
  let complaints: number;
  beforeEach(() => {
    jest.useFakeTimers();
    published = [];
    complaints = 0;
    publish = jest.fn((piece: BatchSettled, _refused: readonly RefusedAddress[]) => {
      published.push(piece);
      return Promise.resolve();
    });
  });
  afterEach(() => jest.useRealTimers());

  const open = (recipients = 4) =>
    new Settlement({
      lease: { batchId: 'b', campaignId: '64b7c0ffee64b7c0ffee0001', holder: 'me', fence: 7 },
      recipients: Array.from({ length: recipients }, (_, i) => ({ i, address: `${i}@example.org` })),
      leaseClock: new LeaseClock(performance.now(), LEASE_MS),
      flushEveryMs: 500,
      publish: (piece, refused) => publish(piece, refused),
      complain: () => complaints++,
    });
  const brokerIsAway = () =>
    publish.mockImplementation(() => Promise.reject(new AppError('service_unavailable')));
  const brokerIsBack = () =>
    publish.mockImplementation((piece) => {
      published.push(piece);
      return Promise.resolve();
    });
  const asked = (settlement: Settlement) => {
    const answer: { value?: boolean } = {};
    void settlement.mayStart(never).then((value) => (answer.value = value));
    return answer;
  };

  it('reports results in few pieces, with each position once, and finally the returned recipients', async () => {
    const settlement = open();
    settlement.note(0, sent);
    settlement.note(1, sent);
    await jest.advanceTimersByTimeAsync(500);
    settlement.note(2, sent);
    await settlement.close(null);
    const lease = {
      batchId: 'b',
      campaignId: '64b7c0ffee64b7c0ffee0001',
      holder: 'me',
      fence: 7,
      leaseMs: LEASE_MS,
      providerDown: null,
    };
    expect(published).toEqual([
      { ...lease, sent: [0, 1], outcomes: [], done: false },
      { ...lease, sent: [2], outcomes: [], done: true, returned: [3] },
    ]);
  });

  it('reports many results at once, and those that arrive in the meantime immediately afterward', async () => {
    const settlement = open(150);
    for (let i = 0; i < 49; i++) settlement.note(i, sent);
    await jest.advanceTimersByTimeAsync(1);
    expect(published).toEqual([]);
    settlement.note(49, sent);
    for (let i = 50; i < 55; i++) settlement.note(i, sent);
    await jest.advanceTimersByTimeAsync(1);
    expect(published.map((piece) => piece.sent.length)).toEqual([55]);
    for (let i = 55; i < 106; i++) settlement.note(i, sent);
    await jest.advanceTimersByTimeAsync(1);
    expect(published.map((piece) => piece.sent.length)).toEqual([55, 51]);
    await settlement.close(null);
  });

  it('reports nothing while there are no results, but renews the lease after a third of its duration', async () => {
    const settlement = open();
    await jest.advanceTimersByTimeAsync(LEASE_MS / 3 - 500);
    expect(published).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(published).toMatchObject([{ sent: [], outcomes: [], done: false }]);
    await settlement.close(null);
  });

  it.each<[string, RecipientResult, object]>([
    ['a message ID', { kind: 'sent', providerId: 'SM1' }, { kind: 'sent', providerId: 'SM1' }],
    ['segments', { kind: 'sent', segments: 2 }, { kind: 'sent', segments: 2 }],
    [
      'a permanent failure',
      { kind: 'failed', reason: 'NO_SUCH_ADDRESS', permanent: true, code: '550 5.1.1', suppress: 'BOUNCED' },
      { kind: 'failed', reason: 'NO_SUCH_ADDRESS', permanent: true, providerCode: '550 5.1.1' },
    ],
    [
      'a throttling response',
      { kind: 'throttled', scope: 'recipient', reason: 'SLOW_DOWN', retryAfterMs: 5_000, code: '429' },
      { kind: 'throttled', reason: 'SLOW_DOWN', retryAfterMs: 5_000, providerCode: '429' },
    ],
    [
      'a doubt',
      { kind: 'unknown', reason: 'CONNECTION_LOST', code: null },
      { kind: 'unknown', reason: 'CONNECTION_LOST' },
    ],
  ])('reports %s', async (_, result, outcome) => {
    const settlement = open();
    settlement.note(3, result);
    await settlement.close(null);
    const nothing = {
      reason: null,
      permanent: false,
      providerCode: null,
      providerId: null,
      segments: null,
      retryAfterMs: null,
    };
    expect(published).toMatchObject([{ sent: [], outcomes: [{ i: 3, ...nothing, ...outcome }], done: true }]);
  });

  it('reports the address to suppress together with the failure', async () => {
    const settlement = open();
    const refused = { kind: 'failed', reason: 'REFUSED', permanent: true, code: '1' } as const;
    settlement.note(0, refused);
    settlement.note(1, { ...refused, suppress: 'BOUNCED' });
    settlement.note(2, { ...refused, suppress: 'STOPPED', sender: '+15005550006' });
    await settlement.close(null);
    expect(publish.mock.calls.map(([, addresses]) => addresses)).toEqual([
      [
        { address: '1@example.org', cause: 'BOUNCED', sender: null },
        { address: '2@example.org', cause: 'STOPPED', sender: '+15005550006' },
      ],
    ]);
  });

  it('keeps the first result of a recipient', async () => {
    const settlement = open();
    settlement.note(0, sent);
    settlement.note(0, { kind: 'failed', reason: 'WORKER_ERROR', permanent: false, code: null });
    await settlement.close(null);
    expect(published).toMatchObject([{ sent: [0], outcomes: [] }]);
  });

  it('reports that the provider is down', async () => {
    const down: ProviderResult = { kind: 'providerDown', reason: 'LOGIN_REFUSED', code: '535', detail: 'No' };
    await open().close(down);
    expect(published).toMatchObject([
      { done: true, providerDown: { reason: 'LOGIN_REFUSED', providerCode: '535', detail: 'No' } },
    ]);
  });

  it('repeats a piece until the broker confirms it, logs one failure, and starts no send in the meantime', async () => {
    const settlement = open();
    settlement.note(0, sent);
    brokerIsAway();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(publish.mock.calls.length).toBeGreaterThan(3);
    expect(complaints).toBe(1);
    settlement.note(1, sent);
    const answer = asked(settlement);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(answer.value).toBeUndefined();
    brokerIsBack();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(answer.value).toBe(true);
    expect(published.map((piece) => piece.sent)).toEqual([[0], [1]]);
    await settlement.close(null);
  });

  it('starts no send after the lease has expired, but still reports', async () => {
    const settlement = open();
    settlement.note(0, sent);
    brokerIsAway();
    const answer = asked(settlement);
    await jest.advanceTimersByTimeAsync(500);
    const second = asked(settlement);
    await jest.advanceTimersByTimeAsync(LEASE_MS);
    brokerIsBack();
    await jest.advanceTimersByTimeAsync(3_000);
    expect([answer.value, second.value]).toEqual([true, false]);
    settlement.note(1, sent);
    await settlement.close(null);
    expect(published.map((piece) => piece.sent)).toEqual([[0], [1]]);
  });

  it('starts no send in the last fifth of the lease, until the lease is renewed', async () => {
    const settlement = open();
    publish.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, LEASE_MS * 0.6)));
    await jest.advanceTimersByTimeAsync(LEASE_MS * 0.79);
    expect(await settlement.mayStart(new AbortController().signal)).toBe(true);
    await jest.advanceTimersByTimeAsync(LEASE_MS * 0.02);
    const answer = asked(settlement);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(answer.value).toBeUndefined();
    await jest.advanceTimersByTimeAsync(LEASE_MS * 0.15);
    expect(answer.value).toBe(true);
  });

  it('does not delay a stop', async () => {
    const settlement = open();
    brokerIsAway();
    settlement.note(0, sent);
    await jest.advanceTimersByTimeAsync(1_000);
    const stop = new AbortController();
    const waiting = settlement.mayStart(stop.signal);
    stop.abort();
    expect(await waiting).toBe(false);
  });
});
