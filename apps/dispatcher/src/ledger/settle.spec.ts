import type { DeliveryReason } from '@carillon/contracts';
import { after, grant, inFlight, later, now, outcome, ready, release, settled } from '../../test/batches';
import type { Settled } from './facts';
import { tally } from './tally';

describe('a failure', () => {
  it('ends the delivery with its reason if it is permanent', () => {
    const failed = after(
      inFlight(),
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

  it('makes the batch ready again only for this position if it is temporary', () => {
    const again = after(
      inFlight(),
      settled({ sent: [0, 2, 3], outcomes: [outcome(1, { reason: 'MAILBOX_BUSY' })] }),
    );
    expect(again).toMatchObject({ state: 'READY', todo: [1], due: later(60) });
    expect(tally(again)).toEqual({ SENT: 3, QUEUED: 1 });
  });

  it('waits until it is due while other positions of the batch continue', () => {
    const mixed = after(inFlight(), settled({ sent: [0], outcomes: [outcome(1, {})] }));
    expect(mixed.due).toEqual(now);
    expect(after(mixed, release, grant()).lease?.positions).toEqual([2, 3]);
  });

  it('becomes FAILED after too many attempts', () => {
    let batch = ready({ todo: [1] });
    while (batch.state === 'READY') {
      const at = batch.due;
      const fence = batch.fence + 1;
      batch = after(
        batch,
        release,
        grant({ now: at }),
        settled({ now: at, fence, outcomes: [outcome(1, { reason: 'SERVER_BUSY' })] }),
      );
    }
    expect(batch.exceptions[0]).toMatchObject({
      state: 'FAILED',
      reason: 'SERVER_BUSY',
      attempts: 7,
      permanent: false,
    });
  });

  it('becomes FAILED with its last reason if its retry would exceed the maximum age', () => {
    const busy = (i: number, reason: DeliveryReason): Settled['outcomes'] => [
      outcome(i, { kind: 'throttled', reason, retryAfterMs: 3_600_000 }),
    ];
    let batch = ready({ todo: [1] });
    let tries = 0;
    while (batch.state === 'READY') {
      const [at, fence] = [batch.due, batch.fence + 1];
      const reason = tries++ < 10 ? 'SERVER_BUSY' : 'SLOW_DOWN';
      batch = after(
        batch,
        release,
        grant({ now: at }),
        settled({ now: at, fence, outcomes: busy(1, reason) }),
      );
    }
    expect(tries).toBe(25);
    expect(batch.exceptions[0]).toMatchObject({ state: 'FAILED', reason: 'SLOW_DOWN', permanent: false });
  });

  it('is retried after longer pauses if the provider throttles repeatedly', () => {
    let batch = ready({ todo: [1] });
    const waits: number[] = [];
    for (let n = 0; n < 6; n++) {
      const [at, fence] = [batch.due, batch.fence + 1];
      const outcomes = [outcome(1, { kind: 'throttled', reason: 'SERVER_BUSY', retryAfterMs: 1_000 })];
      batch = after(batch, release, grant({ now: at }), settled({ now: at, fence, outcomes }));
      waits.push((batch.due.getTime() - at.getTime()) / 1000);
    }
    expect(waits).toEqual([1, 60, 120, 300, 900, 900]);
  });

  it('never becomes FAILED, and does not age recipients, if the sender is throttled', () => {
    let batch = ready({ todo: [1] });
    const deferred = outcome(1, { kind: 'throttled', reason: 'SENDER_DEFERRED', retryAfterMs: 15_000 });
    const fails = (failure: Settled['outcomes'][number]): void => {
      const [at, fence] = [batch.due, batch.fence + 1];
      const fact = settled({ now: at, fence, outcomes: [failure] });
      batch = after(batch, release, grant({ now: at }), fact);
    };
    while (batch.due < later(80 * 3_600)) fails(deferred);
    expect(batch.exceptions[0]).toMatchObject({ state: 'QUEUED', failingSince: null, attempts: 0 });
    fails(outcome(1, { reason: 'MAILBOX_BUSY' }));
    expect(batch.exceptions[0]).toMatchObject({ state: 'QUEUED', reason: 'MAILBOX_BUSY', attempts: 1 });
  });

  it('waits longer or shorter by the jitter of its lease', () => {
    const busy = settled({
      sent: [0, 2, 3],
      outcomes: [outcome(1, { reason: 'MAILBOX_BUSY' })],
      jitter: 1.2,
    });
    expect(after(inFlight(), busy).due).toEqual(later(72));
  });

  it('does not count as an attempt if the provider throttles', () => {
    const throttled = after(
      inFlight(),
      settled({ sent: [0, 2, 3], outcomes: [outcome(1, { kind: 'throttled', retryAfterMs: 5_000 })] }),
    );
    expect(throttled.due).toEqual(later(5));
    expect(throttled.exceptions[0]).toMatchObject({ state: 'QUEUED', attempts: 0 });
  });

  it('is due at the requested time, and has neither a throttling nor an age, if it was put back untried', () => {
    const putBack = after(
      inFlight(),
      settled({
        sent: [0, 2, 3],
        outcomes: [outcome(1, { kind: 'throttled', reason: 'DOMAIN_GROUP_LIMITED', retryAfterMs: 7_000 })],
      }),
    );
    expect(putBack.due).toEqual(later(7));
    expect(putBack.exceptions[0]).toMatchObject({
      state: 'QUEUED',
      attempts: 0,
      throttles: 0,
      failingSince: null,
    });
  });

  it('keeps its history when the message is sent later', () => {
    const again = after(inFlight(), settled({ sent: [0, 2, 3], outcomes: [outcome(1, {})] }));
    const sent = after(again, release, grant({ now: later(300) }), settled({ fence: 2, sent: [1] }));
    expect(sent.exceptions).toEqual([
      expect.objectContaining({ i: 1, state: 'SENT', attempts: 2, reason: null }),
    ]);
    expect(tally(sent)).toEqual({ SENT: 4 });
  });
});

describe('the parts of a settlement', () => {
  const first = settled({ sent: [0, 1], returned: [] });
  const last = settled({ sent: [2], returned: [3] });

  it('can arrive in any order, and a position with a result in another part is not requeued', () => {
    const overtaken = after(inFlight(), last);
    expect(overtaken).toMatchObject({ state: 'LEASED', todo: [0, 1, 3] });
    expect(overtaken.lease?.positions).toEqual([0, 1]);
    expect(after(overtaken, first)).toMatchObject({ state: 'READY', todo: [3], lease: null });
    expect(after(inFlight(), first, last)).toEqual(after(inFlight(), last, first));
  });

  it('count once if they are repeated', () => {
    const failed = settled({ outcomes: [outcome(1, { reason: 'SERVER_BUSY' })], returned: [] });
    expect(after(inFlight(), failed, failed).exceptions).toEqual(after(inFlight(), failed).exceptions);
    const unknown = settled({ outcomes: [outcome(1, { kind: 'unknown' })], returned: [] });
    expect(tally(after(inFlight(), unknown, unknown))).toEqual({ QUEUED: 4 });
  });

  it('end the lease with its last position, even if more parts were expected', () => {
    const all = settled({ sent: [0, 2, 3], outcomes: [outcome(1)], returned: [] });
    expect(after(inFlight(), all)).toMatchObject({ state: 'READY', todo: [1], lease: null });
  });

  it('record when the batch was last settled', () => {
    const at = later(7);
    expect(after(inFlight(), settled({ now: at, sent: [0], returned: [] })).settledAt).toEqual(at);
    expect(after(inFlight(), settled({ now: at, returned: [] })).settledAt).toBeNull();
  });
});

describe('a deleted sender', () => {
  it('fails all remaining recipients, who can be retried with a new sender', () => {
    const gone = after(inFlight(), settled({ sent: [0], permanentFailure: 'INTEGRATION_NOT_FOUND' }));
    expect(gone).toMatchObject({ state: 'DONE', todo: [] });
    expect(tally(gone)).toEqual({ SENT: 1, FAILED: 3 });
    expect(gone.exceptions[0]).toMatchObject({ reason: 'INTEGRATION_NOT_FOUND', permanent: false });
  });

  it('has no effect on a batch that is already in another lease', () => {
    const second = after(inFlight(), { type: 'lease-expired', now }, release, grant());
    expect(after(second, settled({ permanentFailure: 'INTEGRATION_NOT_FOUND' }))).toBe(second);
  });
});
