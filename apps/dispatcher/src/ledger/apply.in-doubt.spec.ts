import { after, grant, inFlight, later, now, outcome, ready, release, settled } from '../../test/batches';
import { isAlone } from './apply';
import type { Batch } from './batch';
import type { Fact } from './facts';
import { tally } from './tally';

const sms = { channel: 'SMS' } as const;

describe('a doubtful send', () => {
  const unknown = outcome(1, { kind: 'unknown', reason: 'NO_ANSWER' });

  it('repeats an email once, and then marks it as UNCONFIRMED', () => {
    const once = after(inFlight(), settled({ sent: [0, 2, 3], outcomes: [unknown] }));
    expect(once).toMatchObject({ state: 'READY', todo: [1] });
    const twice = after(once, release, grant({ now: later(60) }), settled({ fence: 2, outcomes: [unknown] }));
    expect(twice.state).toBe('DONE');
    expect(tally(twice)).toEqual({ SENT: 3, UNCONFIRMED: 1 });
  });

  it('never repeats an SMS', () => {
    expect(tally(after(inFlight(sms), settled({ sent: [0, 2, 3], outcomes: [unknown] })))).toEqual({
      SENT: 3,
      UNCONFIRMED: 1,
    });
  });

  it('requeues only the unsettled emails of a lost lease', () => {
    const lost = after(inFlight(), settled({ sent: [0], returned: [] }), {
      type: 'lease-expired',
      now: later(120),
    });
    expect(lost).toMatchObject({ state: 'READY', todo: [1, 2, 3], lease: null });
    expect(tally(lost)).toEqual({ SENT: 1, QUEUED: 3 });
  });

  it('counts a lost lease as an attempt, so that possible duplicates can be found', () => {
    const lost = after(inFlight(), { type: 'lease-expired', now: later(120) });
    const sent = after(
      lost,
      release,
      grant({ now: later(120) }),
      settled({ fence: 2, sent: [0, 1, 2, 3], returned: [] }),
    );
    expect(sent.exceptions.map(({ state, attempts }) => [state, attempts])).toEqual(
      [0, 1, 2, 3].map(() => ['SENT', 2]),
    );
  });

  it('keeps a temporary failure that was reported before the lease was lost', () => {
    const piece = settled({ outcomes: [outcome(1, { reason: 'MAILBOX_BUSY' })], returned: [] });
    const lost = after(inFlight(), piece, { type: 'lease-expired', now: later(120) });
    expect(lost.exceptions.find(({ i }) => i === 1)).toMatchObject({ doubts: 0, reason: 'MAILBOX_BUSY' });
  });

  it('marks the SMS of a lost lease as UNCONFIRMED', () => {
    const lost = after(inFlight(sms), settled({ sent: [0], returned: [] }), {
      type: 'lease-expired',
      now: later(120),
    });
    expect(tally(lost)).toEqual({ SENT: 1, UNCONFIRMED: 3 });
  });

  it.each([
    { size: 8, leases: [8, 3, 1, 1] },
    { size: 200, leases: [200, 14, 1, 1] },
  ])(
    'makes smaller leases each time, so that one of $size that crashes workers ends up alone',
    ({ size, leases }) => {
      let batch = ready({ size, todo: Array.from({ length: size }, (_, position) => position) });
      const sizes: number[] = [];
      for (let turn = 0; turn < 40 && batch.state === 'READY'; turn++) {
        batch = after(batch, release, grant({ limit: size }));
        const positions = batch.lease?.positions ?? [];
        if (positions.includes(5)) sizes.push(positions.length);
        expect(isAlone(batch)).toBe(sizes.length > 1 && positions.length === 1);
        const poisoned = positions.includes(5);
        batch = after(
          batch,
          poisoned ? { type: 'lease-expired', now } : settled({ fence: batch.fence, sent: positions }),
        );
      }
      expect(sizes).toEqual(leases);
      expect(tally(batch)).toEqual({ SENT: size - 1, UNCONFIRMED: 1 });
    },
  );
});

describe('a doubtful send that is not repeated', () => {
  const doubted = after(inFlight(), settled({ sent: [3], returned: [] }), {
    type: 'lease-expired',
    now: later(120),
  });
  const next = (...facts: Fact[]): Batch => after(doubted, release, grant({ now: later(120) }), ...facts);

  it.each<[string, Batch]>([
    ['the campaign is canceled', after(doubted, { type: 'cancelled', now: later(130) })],
    ['it takes too long', after(doubted, { type: 'expired', now: later(9999) })],
    ['its sender is deleted', next(settled({ fence: 2, permanentFailure: 'INTEGRATION_NOT_FOUND' }))],
  ])('is UNCONFIRMED when %s', (_, batch) => {
    expect(tally(batch)).toEqual({ SENT: 1, UNCONFIRMED: 3 });
    expect(batch).toMatchObject({ state: 'DONE', todo: [] });
  });

  it('is UNCONFIRMED if the recipient is excluded or the provider throttles for too long', () => {
    const left = after(
      doubted,
      release,
      grant({ now: later(120), excluded: [{ position: 0, reason: 'UNSUBSCRIBED' }] }),
    );
    expect(tally(left)).toEqual({ SENT: 1, QUEUED: 2, UNCONFIRMED: 1 });
    const last = { reason: 'MAILBOX_BUSY', retryAfterMs: 60 * 3_600_000 } as const;
    expect(tally(next(settled({ fence: 2, outcomes: [outcome(0, last)] })))).toMatchObject({
      UNCONFIRMED: 1,
    });
  });

  it('is FAILED if the provider refuses it permanently', () => {
    const refused = next(settled({ fence: 2, outcomes: [outcome(0, { permanent: true })] }));
    expect(tally(refused)).toEqual({ SENT: 1, QUEUED: 2, FAILED: 1 });
  });
});

describe('a late result', () => {
  const leaseExpired: Fact = { type: 'lease-expired', now: later(120) };

  it('removes the position from the queue', () => {
    const late = after(inFlight(), leaseExpired, settled({ sent: [2] }));
    expect(late).toMatchObject({ state: 'READY', todo: [0, 1, 3] });
  });

  it('resolves UNCONFIRMED', () => {
    const late = after(inFlight(sms), leaseExpired, settled({ sent: [2] }));
    expect(tally(late)).toEqual({ SENT: 1, UNCONFIRMED: 3 });
  });

  it('counts if it is a refusal', () => {
    const late = after(
      inFlight(sms),
      leaseExpired,
      settled({ outcomes: [outcome(2, { permanent: true, reason: 'UNKNOWN_ADDRESS' })] }),
    );
    expect(tally(late)).toEqual({ FAILED: 1, UNCONFIRMED: 3 });
  });

  it('is recorded once as a duplicate if the next lease has also sent the message', () => {
    const second = after(inFlight(), leaseExpired, release, grant({ now: later(120), limit: 4 }));
    const both = after(
      second,
      settled({ fence: 2, sent: [0], returned: [] }),
      settled({ fence: 1, sent: [0] }),
    );
    expect(both.exceptions.find(({ i }) => i === 0)).toMatchObject({ state: 'SENT', duplicate: true });
    expect(after(both, settled({ fence: 1, sent: [0] }))).toBe(both);
  });

  it('does not end or renew another lease', () => {
    const second = after(inFlight(), leaseExpired, release, grant({ now: later(120) }));
    const late = after(second, settled({ fence: 1, sent: [0], until: later(999) }));
    expect(late.lease).toMatchObject({ fence: 2, until: later(90), positions: [1] });
  });

  it('overrides a later revocation of another lease', () => {
    const second = after(inFlight(), leaseExpired, release, grant({ now: later(120) }));
    const refused = after(second, settled({ fence: 2, outcomes: [outcome(0, { permanent: true })] }));
    expect(tally(after(refused, settled({ fence: 1, sent: [0] })))).toEqual({ SENT: 1, QUEUED: 3 });
  });

  it('overrides exclusion and expiry', () => {
    const left = after(
      inFlight(),
      leaseExpired,
      release,
      grant({ now: later(120), excluded: [{ position: 0, reason: 'UNSUBSCRIBED' }] }),
    );
    expect(tally(after(left, settled({ sent: [0] })))).toEqual({ SENT: 1, QUEUED: 3 });
    const expired = after(inFlight(), leaseExpired, { type: 'expired', now: later(9999) });
    expect(tally(after(expired, settled({ sent: [0] })))).toEqual({ SENT: 1, UNCONFIRMED: 3 });
  });

  it('does not remove a position from another lease if it requests another attempt', () => {
    const second = after(inFlight(), leaseExpired, release, grant({ now: later(120) }));
    expect(second.lease?.positions).toEqual([0, 1]);
    const late = after(second, settled({ fence: 1, sent: [0], outcomes: [outcome(1)] }));
    expect(late.lease?.positions).toEqual([1]);
    expect(after(late, settled({ fence: 2, returned: [] })).state).toBe('LEASED');
  });
});
