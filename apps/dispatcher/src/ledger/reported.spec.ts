import {
  after,
  grant,
  inFlight,
  later,
  outcome,
  ready,
  release,
  report,
  reported,
  settled,
} from '../../test/batches';
import { exceptionOf, failed, sent, sentAs, sms, leaseExpired } from '../../test/called-back';
import { tally } from './tally';

describe('a report before the settlement', () => {
  const updated = after(inFlight(sms), reported(report(1, { state: 'DELIVERED', at: later(3) })));

  it('removes the position from the lease and the queue, and counts as the result', () => {
    expect(updated).toMatchObject({ state: 'LEASED', todo: [0, 2, 3], lease: { positions: [0, 2, 3] } });
    expect(exceptionOf(updated, 1)).toMatchObject({
      state: 'DELIVERED',
      attempts: 1,
      answeredBy: 1,
      providerId: 'm1',
    });
    expect(updated.progress).toEqual([{ at: later(60), n: 1 }]);
  });

  it.each([
    ['sent', sentAs(1, 'm1', 3), { segments: 3 }],
    ['sent without a provider ID', sentAs(1, null, 3), { segments: 3 }],
    ['failed permanently', outcome(1, { permanent: true, reason: 'UNKNOWN_ADDRESS' }), {}],
    ['failed temporarily', outcome(1, { reason: 'SERVER_BUSY' }), {}],
    ['unknown', outcome(1, { kind: 'unknown', reason: 'NO_ANSWER' }), {}],
    ['throttled', outcome(1, { kind: 'throttled', reason: 'TOO_MANY_REQUESTS' }), {}],
  ])('is kept if the worker reports %s', (_, result, added) => {
    const both = after(updated, settled({ outcomes: [result], returned: [] }));
    expect(exceptionOf(both, 1)).toEqual({ ...exceptionOf(updated, 1), ...added });
    expect(both).toMatchObject({ state: 'LEASED', todo: [0, 2, 3] });
  });

  it('is kept as a failure if the worker reports that the message was sent', () => {
    const both = after(
      inFlight(sms),
      reported(report(1, failed)),
      settled({ outcomes: [sentAs(1, 'm1', 2)] }),
    );
    expect(exceptionOf(both, 1)).toMatchObject({
      state: 'FAILED',
      reason: 'HANDSET_UNREACHABLE',
      providerCode: '30003',
      segments: 2,
    });
  });

  it('protects the position when the worker is lost', () => {
    expect(tally(after(updated, leaseExpired))).toEqual({ DELIVERED: 1, UNCONFIRMED: 3 });
  });

  it('ends the lease with its last position, and the batch with its last recipient', () => {
    const all = reported(...[0, 1, 2, 3].map((i) => report(i)));
    expect(after(inFlight(sms), all)).toMatchObject({ state: 'DONE', lease: null, todo: [] });
    const some = after(ready(sms), release, grant({ limit: 2 }), reported(report(0), report(1)));
    expect(some).toMatchObject({ state: 'READY', lease: null, todo: [2, 3] });
    const late = settled({ outcomes: [sentAs(0, 'm0'), sentAs(1, 'm1')], returned: [] });
    expect(tally(after(some, late))).toEqual({ SENT: 2, QUEUED: 2 });
  });

  it('leaves a canceled batch canceled', () => {
    const held = after(ready(sms), release, grant({ limit: 2 }), { type: 'cancelled', now: later(1) });
    const over = after(held, reported(report(0), report(1, failed)));
    expect(over.state).toBe('CANCELLED');
    expect(tally(over)).toEqual({ SENT: 1, FAILED: 1, CANCELLED: 2 });
  });
});

describe('a report after the settlement', () => {
  it('does not change the settlement time or the rate of the batch', () => {
    const updated = after(sent, reported(report(1, { state: 'DELIVERED' })));
    expect(updated).toMatchObject({ state: 'DONE', settledAt: sent.settledAt, progress: sent.progress });
  });

  it('records when the message was sent, delivered, and read', () => {
    const updated = after(
      sent,
      reported(report(1, { state: 'READ', at: later(90) })),
      reported(report(1, { state: 'DELIVERED', at: later(70) })),
      reported(report(1, { state: 'DELIVERED', at: later(99) })),
    );
    expect(exceptionOf(updated, 1)).toMatchObject({
      state: 'READ',
      sentAt: later(0),
      deliveredAt: later(70),
      readAt: later(90),
    });
    const plain = after(inFlight(sms), settled({ sent: [0, 1, 2, 3] }));
    expect(exceptionOf(after(plain, reported(report(1, failed))), 1)).toMatchObject({
      sentAt: later(0),
      attempts: 1,
    });
  });

  it('resolves doubtful recipients that expired or whose sender was deleted', () => {
    const lost = after(inFlight(sms), leaseExpired);
    expect(
      tally(after(lost, reported(report(0), report(1, failed), report(2, { state: 'DELIVERED' })))),
    ).toEqual({
      SENT: 1,
      FAILED: 1,
      DELIVERED: 1,
      UNCONFIRMED: 1,
    });
  });
});
