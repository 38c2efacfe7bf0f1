import type { Batch } from './batch';
import { after, grant, inFlight, later, now, outcome, ready, release, settled } from '../../test/batches';
import { apply } from './apply';
import type { Declined, Erased, Fact } from './facts';
import { tally } from './tally';

const decline = (more: Partial<Declined> = {}): Declined => ({
  type: 'declined',
  now,
  release: 1,
  requestId: 'request-1',
  ...more,
});

const erase = (positions: number[], more: Partial<Erased> = {}): Erased => ({
  type: 'erased',
  now,
  requestId: 'request-1',
  positions,
  ...more,
});

describe('apply', () => {
  it('releases, leases, settles, and completes a batch whose outcome covers every position', () => {
    const done = after(inFlight(), settled({ sent: [0, 1, 2, 3] }));
    expect(done).toMatchObject({ state: 'DONE', lease: null, todo: [], exceptions: [] });
    expect(tally(done)).toEqual({ SENT: 4 });
  });

  it('counts each release and each lease', () => {
    const twice = after(ready(), release, { type: 'release-taken-back' }, release, grant());
    expect(twice).toMatchObject({ state: 'LEASED', release: 2, fence: 1 });
  });

  it.each<[string, Batch, Fact]>([
    ['a second release', after(ready(), release), release],
    ['a declined unknown request', ready(), decline()],
    ['a declined request before the current lease', inFlight(), decline({ requestId: 'request-2' })],
    ['a declined request for an earlier release', after(ready(), release), decline({ release: 0 })],
    [
      'a declined request whose lease has ended',
      after(inFlight(), settled({ sent: [0, 1, 2, 3] })),
      decline(),
    ],
    ['an erasure for another lease', inFlight(), erase([1], { requestId: 'request-2' })],
    [
      'an erasure of a recipient of a sent message',
      after(inFlight(), settled({ sent: [1], returned: [] })),
      erase([1]),
    ],
    ['a grant before a release', ready(), grant()],
    ['a grant of a leased batch', inFlight(), grant({ requestId: 'request-2' })],
    ['the expiry of a release that was leased', inFlight(), { type: 'release-taken-back' }],
    ['the end of a lease that does not exist', ready(), { type: 'lease-expired', now }],
    [
      'a cancellation after the end',
      after(inFlight(), settled({ sent: [0, 1, 2, 3] })),
      { type: 'cancelled', now },
    ],
    [
      'a settlement that is delivered twice',
      after(inFlight(), settled({ sent: [0, 1, 2, 3] })),
      settled({ sent: [0, 1, 2, 3] }),
    ],
    ['an expiry of a leased batch', inFlight(), { type: 'expired', now }],
    ['a temporary failure from an old lease', inFlight(), settled({ fence: 0, outcomes: [outcome(1, {})] })],
    [
      'a result for a position that does not exist',
      after(inFlight(), settled({ sent: [0, 1, 2, 3] })),
      settled({ sent: [9] }),
    ],
  ])('does not change a batch by %s', (_, batch, fact) => {
    expect(apply(batch, fact)).toBe(batch);
  });
});

describe('a declined request', () => {
  it('ends its lease and adds no doubt', () => {
    const declined = after(inFlight({ channel: 'SMS' }), decline());
    expect(declined).toMatchObject({
      state: 'READY',
      lease: null,
      todo: [0, 1, 2, 3],
      exceptions: [],
      due: now,
    });
  });

  it('keeps earlier results', () => {
    const declined = after(inFlight(), settled({ sent: [1], returned: [] }), decline());
    expect(declined).toMatchObject({ state: 'READY', todo: [0, 2, 3], exceptions: [] });
  });

  it('prevents a later grant', () => {
    const declined = after(ready(), release, decline());
    expect(declined).toMatchObject({ state: 'READY', releasedUntil: null });
    expect(apply(declined, grant())).toBe(declined);
  });
});

describe('a lease', () => {
  it('has no more positions than its limit', () => {
    expect(after(ready(), release, grant({ limit: 3 })).lease?.positions).toEqual([0, 1, 2]);
  });

  it('stores the recipients in the service window, if any', () => {
    const lease = (inServiceWindow: number[]) =>
      after(ready(), release, grant({ limit: 3, inServiceWindow })).lease;
    expect(lease([1, 3])).toMatchObject({ positions: [0, 1, 2], inServiceWindow: [1] });
    expect(lease([3])).not.toHaveProperty('inServiceWindow');
  });

  it('skips excluded recipients permanently', () => {
    const held = after(ready(), release, grant({ excluded: [{ position: 1, reason: 'UNSUBSCRIBED' }] }));
    expect(held.lease?.positions).toEqual([0, 2, 3]);
    expect(tally(held)).toEqual({ QUEUED: 3, SKIPPED: 1 });
  });

  it('is granted for the recipients within the daily limits, and postpones those of a full group', () => {
    const rampUp = {
      date: '2026-03-01',
      allowed: new Set([1, 2]),
      postponed: { positions: [0], until: later(43_200) },
    };
    const leased = after(ready(), release, grant({ rampUp }));
    expect(leased.lease).toMatchObject({ positions: [1, 2], rampUpDate: '2026-03-01' });
    expect(leased.exceptions).toEqual([
      expect.objectContaining({ i: 0, state: 'QUEUED', reason: 'RAMP_UP_LIMIT', attempts: 0 }),
    ]);
    const rest = after(leased, settled({ sent: [1, 2] }));
    expect([rest.state, rest.todo, rest.due]).toEqual(['READY', [0, 3], now]);
    const none = {
      ...rampUp,
      allowed: new Set<number>(),
      postponed: { positions: [0, 1, 2, 3], until: later(9) },
    };
    const waiting = after(ready(), release, grant({ rampUp: none }));
    expect([waiting.state, waiting.lease, waiting.due]).toEqual(['READY', null, later(9)]);
  });

  it('is not granted if all recipients are excluded', () => {
    const excluded = [0, 1, 2, 3].map((position) => ({ position, reason: 'SUPPRESSED' as const }));
    expect(after(ready(), release, grant({ excluded }))).toMatchObject({
      state: 'DONE',
      lease: null,
      fence: 0,
    });
  });

  it('skips recipients who are erased before its worker has the response', () => {
    const left = after(inFlight(), erase([1, 9]));
    expect(left).toMatchObject({
      state: 'LEASED',
      todo: [0, 2, 3],
      lease: { positions: [0, 2, 3], fence: 1 },
    });
    expect(left.exceptions).toMatchObject([{ i: 1, state: 'SKIPPED', reason: 'ERASED' }]);
    expect(after(left, settled({ sent: [0, 2, 3] }))).toMatchObject({ state: 'DONE', lease: null });
  });

  it('ends if all its recipients are erased', () => {
    expect(after(inFlight(), erase([0, 1, 2, 3]))).toMatchObject({ state: 'DONE', lease: null });
    const some = after(ready(), release, grant({ limit: 2 }), erase([0, 1]));
    expect(some).toMatchObject({ state: 'READY', lease: null, todo: [2, 3], due: now });
  });

  it('keeps a result that arrives while the exclusions are looked up', () => {
    const lost = after(inFlight(), { type: 'lease-expired', now }, settled({ fence: 1, sent: [1] }), release);
    const held = after(lost, grant({ excluded: [{ position: 1, reason: 'UNSUBSCRIBED' }] }));
    expect(tally(held)).toEqual({ SENT: 1, QUEUED: 3 });
  });

  it('returns unstarted positions', () => {
    const back = after(inFlight(), settled({ sent: [0] }));
    expect(back).toMatchObject({ state: 'READY', todo: [1, 2, 3], due: now, lease: null });
  });

  it('is renewed by each part of the result, even by an empty part', () => {
    const renewed = after(inFlight(), settled({ returned: [], until: later(180) }));
    expect(renewed.lease?.until).toEqual(later(180));
  });

  it('ends with its last position', () => {
    expect(after(inFlight(), settled({ sent: [0, 1, 2, 3], returned: [] }))).toMatchObject({
      state: 'DONE',
      lease: null,
    });
  });

  it('postpones the remaining positions while the provider is down, and fails no recipient', () => {
    const waiting = after(inFlight(), settled({ sent: [0], notBefore: later(30) }));
    expect(waiting).toMatchObject({ state: 'READY', due: later(30), exceptions: [] });
  });
});

describe('cancelling', () => {
  const cancel: Fact = { type: 'cancelled', now };

  it('cancels positions without a lease', () => {
    expect(tally(after(ready(), cancel))).toEqual({ CANCELLED: 4 });
    expect(after(ready(), release, cancel)).toMatchObject({ state: 'CANCELLED' });
  });

  it('lets a lease finish and cancels the remaining positions', () => {
    const held = after(ready(), release, grant({ limit: 2 }), cancel);
    expect(held.state).toBe('LEASED');
    expect(tally(held)).toEqual({ QUEUED: 2, CANCELLED: 2 });
    const over = after(held, settled({ sent: [0], outcomes: [outcome(1, {})] }));
    expect(over.state).toBe('CANCELLED');
    expect(tally(over)).toEqual({ SENT: 1, CANCELLED: 3 });
  });

  it('repeats no doubtful message', () => {
    const lost = after(inFlight(), cancel, { type: 'lease-expired', now });
    expect(tally(lost)).toEqual({ UNCONFIRMED: 4 });
  });

  it('still accepts a late result', () => {
    const held = after(
      ready(),
      release,
      grant({ limit: 2 }),
      cancel,
      { type: 'lease-expired', now },
      settled({ sent: [1] }),
    );
    expect(tally(held)).toEqual({ SENT: 1, UNCONFIRMED: 1, CANCELLED: 2 });
  });
});

describe('a batch that is too old', () => {
  it('fails the remaining recipients as EXPIRED', () => {
    const old = after(ready(), { type: 'expired', now });
    expect(old.state).toBe('DONE');
    expect(tally(old)).toEqual({ FAILED: 4 });
  });
});
