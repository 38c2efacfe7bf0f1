import type { Outcome } from '@carillon/contracts';
import { apply } from './apply';
import type { Batch } from './batch';
import type { Fact, Granted, Settled } from './facts';
import { tally } from './tally';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

const ready = (more: Partial<Batch> = {}): Batch => ({
  id: '65e1c0000000000000000001-1024',
  campaign: '65e1c0000000000000000001',
  user: '65e1c0000000000000000002',
  channel: 'EMAIL',
  integration: 'default',
  ratePerSecond: null,
  seq: 1024,
  roster: '65e1c0000000000000000001-1',
  offset: 0,
  size: 4,
  state: 'READY',
  rev: 1,
  due: now,
  release: 0,
  releasedUntil: null,
  fence: 0,
  hand: null,
  todo: [0, 1, 2, 3],
  cancelled: false,
  holes: [],
  verdict: { state: 'SENT', reason: null },
  exceptions: [],
  plannedAt: now,
  settledAt: null,
  ...more,
});

const release: Fact = { type: 'released', until: later(10) };
const grant = (more: Partial<Granted> = {}): Granted => ({
  type: 'granted',
  now,
  holder: 'worker-1',
  requestId: 'request-1',
  until: later(90),
  limit: 200,
  withdrawn: [],
  ...more,
});
const settled = (more: Partial<Settled> = {}): Settled => ({
  type: 'settled',
  now,
  fence: 1,
  sent: [],
  outcomes: [],
  done: true,
  until: later(90),
  notBefore: null,
  ...more,
});
const outcome = (i: number, more: Partial<Outcome>): Outcome => ({
  i,
  kind: 'failed',
  reason: null,
  permanent: false,
  providerCode: null,
  providerId: null,
  retryAfterMs: null,
  ...more,
});

const after = (batch: Batch, ...facts: Fact[]): Batch => facts.reduce(apply, batch);
const inHand = (more: Partial<Batch> = {}): Batch => after(ready(more), release, grant());
const sms = { channel: 'SMS' } as const;

describe('a batch', () => {
  it('is released, taken, settled and done, and its verdict speaks for every position', () => {
    const done = after(inHand(), settled({ sent: [0, 1, 2, 3] }));
    expect(done).toMatchObject({ state: 'DONE', hand: null, todo: [], exceptions: [] });
    expect(tally(done)).toEqual({ SENT: 4 });
  });

  it('counts each release and each hand', () => {
    const twice = after(ready(), release, { type: 'release-expired' }, release, grant());
    expect(twice).toMatchObject({ state: 'HELD', release: 2, fence: 1 });
  });

  it.each<[string, Batch, Fact]>([
    ['a second release', after(ready(), release), release],
    ['a grant before a release', ready(), grant()],
    ['a grant of what somebody holds', inHand(), grant({ requestId: 'request-2' })],
    ['an expired release of what was taken', inHand(), { type: 'release-expired' }],
    ['a sweep of what nobody holds', ready(), { type: 'swept', now }],
    ['a cancel after the end', after(inHand(), settled({ sent: [0, 1, 2, 3] })), { type: 'cancelled', now }],
    [
      'a settlement that is delivered twice',
      after(inHand(), settled({ sent: [0, 1, 2, 3] })),
      settled({ sent: [0, 1, 2, 3] }),
    ],
    ['an expiry of what is in a hand', inHand(), { type: 'expired', now }],
    ['a temporary failure from an old hand', inHand(), settled({ fence: 0, outcomes: [outcome(1, {})] })],
    [
      'a result for a position that is not there',
      after(inHand(), settled({ sent: [0, 1, 2, 3] })),
      settled({ sent: [9] }),
    ],
    [
      'a result for a hole',
      after(inHand({ holes: [3], todo: [0, 1, 2] }), settled({ sent: [0, 1, 2] })),
      settled({ sent: [3] }),
    ],
  ])('is not changed by %s', (_, batch, fact) => {
    expect(apply(batch, fact)).toBe(batch);
  });
});

describe('a hand', () => {
  it('has no more positions than its limit', () => {
    expect(after(ready(), release, grant({ limit: 3 })).hand?.positions).toEqual([0, 1, 2]);
  });

  it('leaves out who has withdrawn, for good', () => {
    const held = after(ready(), release, grant({ withdrawn: [{ position: 1, reason: 'UNSUBSCRIBED' }] }));
    expect(held.hand?.positions).toEqual([0, 2, 3]);
    expect(tally(held)).toEqual({ QUEUED: 3, SKIPPED: 1 });
  });

  it('is not made when everybody has withdrawn', () => {
    const withdrawn = [0, 1, 2, 3].map((position) => ({ position, reason: 'SUPPRESSED' as const }));
    expect(after(ready(), release, grant({ withdrawn }))).toMatchObject({
      state: 'DONE',
      hand: null,
      fence: 0,
    });
  });

  it('gives back what it did not start', () => {
    const back = after(inHand(), settled({ sent: [0], done: true }));
    expect(back).toMatchObject({ state: 'READY', todo: [1, 2, 3], due: now, hand: null });
  });

  it('is renewed by each piece, an empty one too', () => {
    const renewed = after(inHand(), settled({ done: false, until: later(180) }));
    expect(renewed.hand?.until).toEqual(later(180));
  });

  it('ends by itself with its last position', () => {
    expect(after(inHand(), settled({ sent: [0, 1, 2, 3], done: false }))).toMatchObject({
      state: 'DONE',
      hand: null,
    });
  });

  it('waits with the rest while the provider is down, and nobody fails', () => {
    const waiting = after(inHand(), settled({ sent: [0], notBefore: later(30) }));
    expect(waiting).toMatchObject({ state: 'READY', due: later(30), exceptions: [] });
  });
});

describe('a failure', () => {
  it('that is permanent ends the delivery with its reason', () => {
    const failed = after(
      inHand(),
      settled({
        sent: [0, 2, 3],
        outcomes: [outcome(1, { permanent: true, reason: 'NO_SUCH_ADDRESS', providerCode: '550 5.1.1' })],
      }),
    );
    expect(failed.state).toBe('DONE');
    expect(failed.exceptions).toEqual([
      expect.objectContaining({
        i: 1,
        state: 'FAILED',
        reason: 'NO_SUCH_ADDRESS',
        providerCode: '550 5.1.1',
        attempts: 1,
      }),
    ]);
    expect(tally(failed)).toEqual({ SENT: 3, FAILED: 1 });
  });

  it('that is temporary makes the batch ready again for that position alone, at its time', () => {
    const again = after(
      inHand(),
      settled({ sent: [0, 2, 3], outcomes: [outcome(1, { reason: 'MAILBOX_BUSY' })] }),
    );
    expect(again).toMatchObject({ state: 'READY', todo: [1], due: later(300) });
    expect(tally(again)).toEqual({ SENT: 3, QUEUED: 1 });
  });

  it('waits its own time while others of the batch go on', () => {
    const mixed = after(inHand(), settled({ sent: [0], outcomes: [outcome(1, {})] }));
    expect(mixed.due).toEqual(now);
    expect(after(mixed, release, grant()).hand?.positions).toEqual([2, 3]);
  });

  it('that is temporary too often becomes FAILED', () => {
    let batch = ready({ todo: [1], holes: [0, 2, 3] });
    let hours = 0;
    while (batch.state === 'READY') {
      const at = later(3600 * (hours += 30));
      const fence = batch.fence + 1;
      batch = after(
        batch,
        release,
        grant({ now: at }),
        settled({ now: at, fence, outcomes: [outcome(1, { reason: 'BUSY' })] }),
      );
    }
    expect(batch.exceptions[0]).toMatchObject({
      state: 'FAILED',
      reason: 'BUSY',
      attempts: 6,
      permanent: false,
    });
  });

  it('that asks for patience is not counted as an attempt', () => {
    const throttled = after(
      inHand(),
      settled({ sent: [0, 2, 3], outcomes: [outcome(1, { kind: 'throttled', retryAfterMs: 5_000 })] }),
    );
    expect(throttled.due).toEqual(later(5));
    expect(throttled.exceptions[0]).toMatchObject({ state: 'QUEUED', attempts: 0 });
  });

  it('after which it was sent keeps its history', () => {
    const again = after(inHand(), settled({ sent: [0, 2, 3], outcomes: [outcome(1, {})] }));
    const sent = after(again, release, grant({ now: later(300) }), settled({ fence: 2, sent: [1] }));
    expect(sent.exceptions).toEqual([
      expect.objectContaining({ i: 1, state: 'SENT', attempts: 2, reason: null }),
    ]);
    expect(tally(sent)).toEqual({ SENT: 4 });
  });
});

describe('doubt', () => {
  const unknown = outcome(1, { kind: 'unknown', reason: 'NO_ANSWER' });

  it('has an email sent once more, then calls it UNCONFIRMED', () => {
    const once = after(inHand(), settled({ sent: [0, 2, 3], outcomes: [unknown] }));
    expect(once).toMatchObject({ state: 'READY', todo: [1] });
    const twice = after(once, release, grant({ now: later(60) }), settled({ fence: 2, outcomes: [unknown] }));
    expect(twice.state).toBe('DONE');
    expect(tally(twice)).toEqual({ SENT: 3, UNCONFIRMED: 1 });
  });

  it('never has an SMS sent again', () => {
    expect(tally(after(inHand(sms), settled({ sent: [0, 2, 3], outcomes: [unknown] })))).toEqual({
      SENT: 3,
      UNCONFIRMED: 1,
    });
  });

  it('about a lost hand puts emails back and leaves what was settled alone', () => {
    const lost = after(inHand(), settled({ sent: [0], done: false }), { type: 'swept', now: later(120) });
    expect(lost).toMatchObject({ state: 'READY', todo: [1, 2, 3], hand: null });
    expect(tally(lost)).toEqual({ SENT: 1, QUEUED: 3 });
  });

  it('about a lost hand spares a temporary failure that was already reported', () => {
    const piece = settled({ outcomes: [outcome(1, { reason: 'MAILBOX_BUSY' })], done: false });
    const lost = after(inHand(), piece, { type: 'swept', now: later(120) });
    expect(lost.exceptions.find(({ i }) => i === 1)).toMatchObject({ doubts: 0, reason: 'MAILBOX_BUSY' });
  });

  it('about a lost hand of SMS ends as UNCONFIRMED', () => {
    const lost = after(inHand(sms), settled({ sent: [0], done: false }), { type: 'swept', now: later(120) });
    expect(tally(lost)).toEqual({ SENT: 1, UNCONFIRMED: 3 });
  });

  it('halves the hand each time, so that one poisonous recipient ends alone', () => {
    let batch = ready({ size: 8, todo: [0, 1, 2, 3, 4, 5, 6, 7] });
    const sizes: number[] = [];
    for (let turn = 0; turn < 40 && batch.state === 'READY'; turn++) {
      batch = after(batch, release, grant({ limit: 8 }));
      const positions = batch.hand?.positions ?? [];
      if (positions.includes(5)) sizes.push(positions.length);
      const poisoned = positions.includes(5);
      batch = after(
        batch,
        poisoned ? { type: 'swept', now } : settled({ fence: batch.fence, sent: positions }),
      );
    }
    expect(sizes).toEqual([8, 4, 2, 1]);
    expect(tally(batch)).toEqual({ SENT: 7, UNCONFIRMED: 1 });
  });
});

describe('a late truth', () => {
  const swept: Fact = { type: 'swept', now: later(120) };

  it('takes the position out of the backlog', () => {
    const late = after(inHand(), swept, settled({ sent: [2] }));
    expect(late).toMatchObject({ state: 'READY', todo: [0, 1, 3] });
  });

  it('resolves UNCONFIRMED', () => {
    const late = after(inHand(sms), swept, settled({ sent: [2] }));
    expect(tally(late)).toEqual({ SENT: 1, UNCONFIRMED: 3 });
  });

  it('that is a refusal counts as well', () => {
    const late = after(
      inHand(sms),
      swept,
      settled({ outcomes: [outcome(2, { permanent: true, reason: 'NO_SUCH_NUMBER' })] }),
    );
    expect(tally(late)).toEqual({ FAILED: 1, UNCONFIRMED: 3 });
  });

  it('about what the next hand has sent too is recorded as a duplicate, once', () => {
    const second = after(inHand(), swept, release, grant({ now: later(120), limit: 4 }));
    const both = after(
      second,
      settled({ fence: 2, sent: [0], done: false }),
      settled({ fence: 1, sent: [0] }),
    );
    expect(both.exceptions.find(({ i }) => i === 0)).toMatchObject({ state: 'SENT', duplicate: true });
    expect(after(both, settled({ fence: 1, sent: [0] }))).toBe(both);
  });

  it('does not end or renew the hand of another', () => {
    const second = after(inHand(), swept, release, grant({ now: later(120) }));
    const late = after(second, settled({ fence: 1, sent: [0], until: later(999) }));
    expect(late.hand).toMatchObject({ fence: 2, until: later(90), positions: [1] });
  });
});

describe('cancelling', () => {
  const cancel: Fact = { type: 'cancelled', now };

  it('ends what is not in a hand', () => {
    expect(tally(after(ready(), cancel))).toEqual({ CANCELLED: 4 });
    expect(after(ready(), release, cancel)).toMatchObject({ state: 'CANCELLED' });
  });

  it('lets a hand finish and cancels what it leaves', () => {
    const held = after(ready(), release, grant({ limit: 2 }), cancel);
    expect(held.state).toBe('HELD');
    expect(tally(held)).toEqual({ QUEUED: 2, CANCELLED: 2 });
    const over = after(held, settled({ sent: [0], outcomes: [outcome(1, {})] }));
    expect(over.state).toBe('CANCELLED');
    expect(tally(over)).toEqual({ SENT: 1, CANCELLED: 3 });
  });

  it('sends nothing again that is in doubt', () => {
    const lost = after(inHand(), cancel, { type: 'swept', now });
    expect(tally(lost)).toEqual({ UNCONFIRMED: 4 });
  });

  it('still hears a late truth', () => {
    const held = after(
      ready(),
      release,
      grant({ limit: 2 }),
      cancel,
      { type: 'swept', now },
      settled({ sent: [1] }),
    );
    expect(tally(held)).toEqual({ SENT: 1, UNCONFIRMED: 1, CANCELLED: 2 });
  });
});

describe('a batch that is too old', () => {
  it('fails what is left as EXPIRED', () => {
    const old = after(ready(), { type: 'expired', now });
    expect(old.state).toBe('DONE');
    expect(tally(old)).toEqual({ FAILED: 4 });
  });
});
