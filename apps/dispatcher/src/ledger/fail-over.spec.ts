import type { DeliveryReason, Outcome, Route } from '@carillon/contracts';
import { after, grant, later, now, outcome, ready, release, settled } from '../../test/batches';
import type { Batch } from './batch';
import { fromDocument, toDocument } from './batch-document';
import type { Fact } from './facts';
import { senderOf } from './senders';

const pool = ['first', 'second', 'third'];
const pooled = (more: Partial<Batch> = {}): Batch => ready({ sender: 'first', pool, ...more });
const leased = (batch = pooled()): Batch => after(batch, release, grant());
const sendersOf = (batch: Batch): (string | null)[] => [0, 1, 2, 3].map((i) => senderOf(batch, i));
const refused = (i: number, reason: DeliveryReason, more: Partial<Outcome> = {}): Outcome =>
  outcome(i, { reason, permanent: true, providerCode: 'no', ...more });
const rerouted = (from: string, to: string | readonly string[], more: Partial<Fact> = {}): Fact =>
  ({ type: 'rerouted', now, from, to: [to].flat(), ...more }) as Fact;

describe('a refusal by a sender of a pool', () => {
  it('gives the recipient to the next sender at once, and keeps who refused it', () => {
    const batch = after(
      leased(),
      settled({ sent: [0, 2, 3], outcomes: [refused(1, 'SENDER_NOT_REGISTERED')] }),
    );
    expect(batch).toMatchObject({ state: 'READY', sender: 'second', todo: [1], due: now });
    expect(sendersOf(batch)).toEqual(['first', 'second', 'first', 'first']);
    expect(batch.exceptions).toEqual([
      expect.objectContaining({
        ...{ i: 1, state: 'QUEUED', attempts: 1 },
        failovers: [
          {
            ...{ run: 1, sender: 'first', reason: 'SENDER_NOT_REGISTERED', permanent: true },
            ...{ providerCode: 'no', isTried: true, at: now },
          },
        ],
      }),
    ]);
    expect(fromDocument(toDocument(batch))).toEqual(batch);
    const sent = after(batch, release, grant(), settled({ fence: 2, sent: [1], outcomes: [] }));
    expect(sent.state).toBe('DONE');
    expect(sendersOf(sent)).toEqual(['first', 'second', 'first', 'first']);
  });

  it('fails the recipient when every sender has refused it', () => {
    let batch = pooled({ todo: [1] });
    for (const fence of [1, 2, 3])
      batch = after(
        batch,
        release,
        grant(),
        settled({ fence, sent: [], outcomes: [refused(1, 'UNROUTABLE')] }),
      );
    expect(batch).toMatchObject({ state: 'DONE', exceptions: [{ state: 'FAILED', attempts: 3 }] });
    expect(batch.exceptions[0]?.failovers.map(({ sender }) => sender)).toEqual(['first', 'second']);
  });

  it('counts a request to slow down as no attempt', () => {
    const batch = after(
      leased(),
      settled({ sent: [0, 2, 3], outcomes: [refused(1, 'TOO_MANY_REQUESTS', { kind: 'throttled' })] }),
    );
    expect(batch).toMatchObject({ sender: 'second', due: now, exceptions: [{ attempts: 0 }] });
  });

  it.each<[string, DeliveryReason]>([
    ['the recipient', 'NO_SUCH_ADDRESS'],
    ['an opt-out', 'OPTED_OUT'],
    ['the message', 'CONTENT_REFUSED'],
    ['a greylisting server', 'SLOW_DOWN'],
  ])('is final, or retried by the same sender, if it concerns %s', (_, reason) => {
    const permanent = after(leased(), settled({ sent: [0, 2, 3], outcomes: [refused(1, reason)] }));
    expect(permanent).toMatchObject({ state: 'DONE', sender: 'first' });
    const outcomes = [refused(1, reason, { permanent: false })];
    const temporary = after(leased(), settled({ sent: [0, 2, 3], outcomes }));
    expect(temporary).toMatchObject({ state: 'READY', sender: 'first' });
    expect(temporary.senders).toBeUndefined();
  });

  it('counts once, and not from an earlier lease', () => {
    const fact = settled({ sent: [0, 2, 3], outcomes: [refused(1, 'UNROUTABLE')] });
    const batch = after(leased(), fact);
    expect(after(batch, fact)).toEqual(batch);
    const next = after(batch, release, grant());
    expect(after(next, fact)).toEqual(next);
  });
});

describe('a message that all senders of a pool have refused', () => {
  const single = pooled({ todo: [1] });
  /** One lease as soon as the batch is due, and its result. */
  function answered(batch: Batch, result: Outcome | Partial<Extract<Fact, { type: 'settled' }>>): Batch {
    const fence = batch.fence + 1;
    const at = batch.due;
    const more = 'kind' in result ? { outcomes: [result] } : result;
    return after(batch, release, grant({ now: at }), settled({ fence, now: at, sent: [], ...more }));
  }
  const temporarily = (more: Partial<Outcome> = {}): Outcome =>
    refused(1, 'SERVER_BUSY', { permanent: false, ...more });

  it('goes to the first sender again after a pause', () => {
    const leases: [sender: string | null, due: Date][] = [];
    let batch = single;
    for (let n = 0; n < 7; n++) {
      leases.push([batch.sender, batch.due]);
      batch = answered(batch, temporarily());
    }
    const [second, third] = [later(60), later(60 + 300)];
    expect(leases).toEqual([
      ...[
        ['first', now],
        ['second', now],
        ['third', now],
      ],
      ...[
        ['first', second],
        ['second', second],
        ['third', second],
      ],
      ['first', third],
    ]);
    expect(batch.exceptions[0]).toMatchObject({ state: 'QUEUED', attempts: 7 });
    expect(fromDocument(toDocument(batch))).toEqual(batch);
  });

  it('stores only the last refusal of each sender', () => {
    let batch = single;
    for (let n = 0; n < 9; n++) batch = answered(batch, temporarily({ providerCode: String(n) }));
    expect(batch.exceptions[0]?.failovers.map(({ sender, providerCode }) => [sender, providerCode])).toEqual([
      ['first', '6'],
      ['second', '7'],
      ['third', '8'],
    ]);
  });

  it('has as many rounds as a single sender has attempts', () => {
    const count = (batch: Batch): number => {
      let [next, leases] = [batch, 0];
      for (; next.state !== 'DONE' && leases < 100; leases++) next = answered(next, temporarily());
      expect(next.exceptions).toMatchObject([{ state: 'FAILED', reason: 'SERVER_BUSY', permanent: false }]);
      return leases;
    };
    expect(count(single)).toBe(3 * count(ready({ sender: 'first', todo: [1] })));
  });

  it('does not go again to a sender that refused it permanently', () => {
    let batch = single;
    const senders: (string | null)[] = [];
    for (let n = 0; n < 5; n++) {
      senders.push(batch.sender);
      batch = answered(batch, batch.sender === 'second' ? refused(1, 'UNROUTABLE') : temporarily());
    }
    expect(senders).toEqual(['first', 'second', 'third', 'first', 'third']);
    expect(batch.sender).toBe('first');
    expect(after(batch, rerouted('first', 'second', { now: batch.due }))).toBe(batch);
    expect(after(batch, rerouted('first', ['second', 'third'], { now: batch.due })).sender).toBe('third');
  });

  it('waits for the senders that refused it temporarily if the last one refuses it permanently', () => {
    let batch = single;
    for (const outcome of [temporarily(), refused(1, 'UNROUTABLE'), refused(1, 'UNROUTABLE')])
      batch = answered(batch, outcome);
    expect(batch).toMatchObject({ state: 'READY', sender: 'first', exceptions: [{ attempts: 3 }] });
    expect(answered(batch, refused(1, 'UNROUTABLE'))).toMatchObject({
      state: 'DONE',
      exceptions: [{ state: 'FAILED', reason: 'UNROUTABLE', permanent: true }],
    });
    expect(answered(batch, { sent: [1] })).toMatchObject({ state: 'DONE', exceptions: [{ state: 'SENT' }] });
  });

  it('waits for the senders that refused it temporarily if the last one is deleted', () => {
    const waiting = answered(answered(single, temporarily()), temporarily());
    const batch = answered(waiting, { outcomes: [], permanentFailure: 'INTEGRATION_NOT_FOUND' });
    expect(batch).toMatchObject({ state: 'READY', sender: 'first', exceptions: [{ attempts: 2 }] });
  });

  it('stays with its only sender, or with the one that may have sent it', () => {
    const alone = answered(pooled({ pool: ['first'], todo: [1] }), temporarily());
    expect(alone).toMatchObject({ state: 'READY', sender: 'first', exceptions: [{ failovers: [] }] });
    expect(alone.senders).toBeUndefined();
    const third = answered(answered(single, temporarily()), temporarily());
    const doubtful = answered(third, outcome(1, { kind: 'unknown', reason: 'SERVER_TIMEOUT' }));
    expect(answered(doubtful, temporarily())).toMatchObject({ state: 'READY', sender: 'third' });
  });

  it('waits as long as the last sender asks, which counts as no attempt', () => {
    const throttled = temporarily({ kind: 'throttled', reason: 'TOO_MANY_REQUESTS', retryAfterMs: 90_000 });
    let batch = single;
    for (const _ of pool) batch = answered(batch, throttled);
    expect(batch).toMatchObject({
      ...{ sender: 'first', due: later(90) },
      exceptions: [{ attempts: 0, throttles: 1 }],
    });
  });
});

describe('a message that may have been sent', () => {
  const unknown = settled({
    sent: [0, 2, 3],
    outcomes: [outcome(1, { kind: 'unknown', reason: 'SERVER_TIMEOUT' })],
  });

  it('stays with its sender, whatever happens to it', () => {
    const doubtful = after(leased(), unknown);
    expect(doubtful).toMatchObject({ state: 'READY', sender: 'first', todo: [1] });
    expect(after(doubtful, rerouted('first', 'second', { now: later(600) }))).toBe(doubtful);
    const refusedLater = after(
      doubtful,
      release,
      grant({ now: later(600) }),
      settled({ fence: 2, now: later(600), sent: [], outcomes: [refused(1, 'SENDER_REFUSED')] }),
    );
    expect(sendersOf(refusedLater)).toEqual(['first', 'first', 'first', 'first']);
    expect(refusedLater.exceptions[0]).toMatchObject({ state: 'FAILED', failovers: [] });
  });

  it('stays with its sender after a lost worker', () => {
    const lost = after(leased(), { type: 'lease-expired', now: later(120) });
    expect(after(lost, rerouted('first', 'second', { now: later(600) }))).toBe(lost);
  });

  it('is never sent by another sender on SMS', () => {
    const sms = leased(pooled({ channel: 'SMS' }));
    const done = after(sms, unknown);
    expect(done).toMatchObject({ state: 'DONE', exceptions: [{ i: 1, state: 'UNCONFIRMED' }] });
    expect(done.senders).toBeUndefined();
  });

  it('does not keep the others of its batch from another sender', () => {
    const doubtful = after(leased(), settled({ ...unknown, sent: [0], returned: [2, 3] }));
    const moved = after(doubtful, rerouted('first', 'second'));
    expect(moved.sender).toBe('second');
    expect(sendersOf(moved)).toEqual(['first', 'first', 'second', 'second']);
    const granted = after(moved, release, grant());
    expect(granted.lease?.positions).toEqual([2, 3]);
    const rest = after(granted, settled({ fence: 2, sent: [2, 3], outcomes: [] }));
    expect(rest).toMatchObject({ state: 'READY', sender: 'first', todo: [1] });
  });
});

describe('a sender that cannot be used', () => {
  it('loses its recipients to another sender of the pool', () => {
    const moved = after(pooled(), rerouted('first', 'third'));
    expect(moved).toMatchObject({ state: 'READY', sender: 'third', exceptions: [] });
    expect(after(moved, release, grant()).lease?.positions).toEqual([0, 1, 2, 3]);
  });

  it('keeps them if the other sender is not in the pool, the batch is leased, or it has another sender', () => {
    for (const batch of [pooled({ pool: ['first'] }), leased(), pooled({ sender: 'third' })])
      expect(after(batch, rerouted('first', 'second'))).toBe(batch);
  });

  it('returns recipients that another sender may get at once', () => {
    const down = settled({ sent: [0], outcomes: [], returned: [1, 2, 3], notBefore: later(1) });
    expect(after(leased(), down)).toMatchObject({ state: 'READY', due: now, todo: [1, 2, 3] });
  });

  it('gives its recipients to the next sender if it is deleted, and the last one fails them', () => {
    const deleted = (fence: number): Fact =>
      settled({
        ...{ fence, sent: [], outcomes: [], returned: [0, 1, 2, 3] },
        permanentFailure: 'INTEGRATION_NOT_FOUND',
      });
    const second = after(leased(pooled({ pool: ['first', 'second'] })), deleted(1));
    expect(second).toMatchObject({ state: 'READY', sender: 'second', todo: [0, 1, 2, 3] });
    const failed = after(second, release, grant(), deleted(2));
    expect(failed).toMatchObject({ state: 'DONE' });
    expect(failed.exceptions.map(({ state }) => state)).toEqual(Array(4).fill('FAILED'));
  });
});

describe('a further run', () => {
  const failed = after(
    leased(pooled({ pool: ['first'] })),
    settled({
      sent: [0, 2, 3],
      outcomes: [refused(1, 'UNROUTABLE')],
    }),
  );
  const direct = (senderId: string) => ({ senderId, ratePerSecond: null, maxConnections: null });
  const retriedBy = (route: Route): Batch =>
    after(failed, {
      ...{ type: 'retried', now, run: 2, route },
      selection: { states: ['FAILED'], channels: null, reasons: ['UNROUTABLE'] },
    });

  it('has the pool of its route, and the earlier recipients keep their sender', () => {
    const members = [
      { ...direct('abroad'), weight: 1, countries: ['DE'] },
      { ...direct('new'), weight: 1 },
      { ...direct('spare'), weight: 1 },
    ];
    const again = retriedBy({ ...direct('pool'), pool: { strategy: 'ORDER', members } });
    expect(again).toMatchObject({ sender: 'new', pool: ['new', 'spare'], todo: [1] });
    expect(sendersOf(again)).toEqual(['first', 'new', 'first', 'first']);
  });

  it('has no pool if its route has none', () => {
    const again = retriedBy(direct('new'));
    expect(again.sender).toBe('new');
    expect(again.pool).toBeUndefined();
  });
});
