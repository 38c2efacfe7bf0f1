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
  const heard = after(inFlight(sms), reported(report(1, { state: 'DELIVERED', at: later(3) })));

  it('takes the position out of lease and queue, and counts as the answer', () => {
    expect(heard).toMatchObject({ state: 'LEASED', todo: [0, 2, 3], lease: { positions: [0, 2, 3] } });
    expect(exceptionOf(heard, 1)).toMatchObject({
      state: 'DELIVERED',
      attempts: 1,
      answeredBy: 1,
      providerId: 'm1',
    });
    expect(heard.progress).toEqual([{ at: later(60), n: 1 }]);
  });

  it.each([
    ['sent', sentAs(1, 'm1', 3), { segments: 3 }],
    ['sent without a provider id', sentAs(1, null, 3), { segments: 3 }],
    ['failed permanently', outcome(1, { permanent: true, reason: 'UNKNOWN_ADDRESS' }), {}],
    ['failed temporarily', outcome(1, { reason: 'SERVER_BUSY' }), {}],
    ['unknown', outcome(1, { kind: 'unknown', reason: 'NO_ANSWER' }), {}],
    ['throttled', outcome(1, { kind: 'throttled', reason: 'TOO_MANY_REQUESTS' }), {}],
  ])('still holds if the worker reports %s', (_, said, added) => {
    const both = after(heard, settled({ outcomes: [said], returned: [] }));
    expect(exceptionOf(both, 1)).toEqual({ ...exceptionOf(heard, 1), ...added });
    expect(both).toMatchObject({ state: 'LEASED', todo: [0, 2, 3] });
  });

  it('of a failure holds although the worker reports that the message was sent', () => {
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
    expect(tally(after(heard, leaseExpired))).toEqual({ DELIVERED: 1, UNCONFIRMED: 3 });
  });

  it('for all positions ends the lease, and the batch if no recipient is left', () => {
    const all = reported(...[0, 1, 2, 3].map((i) => report(i)));
    expect(after(inFlight(sms), all)).toMatchObject({ state: 'DONE', lease: null, todo: [] });
    const some = after(ready(sms), release, grant({ limit: 2 }), reported(report(0), report(1)));
    expect(some).toMatchObject({ state: 'READY', lease: null, todo: [2, 3] });
    const late = settled({ outcomes: [sentAs(0, 'm0'), sentAs(1, 'm1')], returned: [] });
    expect(tally(after(some, late))).toEqual({ SENT: 2, QUEUED: 2 });
  });

  it('leaves a cancelled batch cancelled', () => {
    const held = after(ready(sms), release, grant({ limit: 2 }), { type: 'cancelled', now: later(1) });
    const over = after(held, reported(report(0), report(1, failed)));
    expect(over.state).toBe('CANCELLED');
    expect(tally(over)).toEqual({ SENT: 1, FAILED: 1, CANCELLED: 2 });
  });
});

describe('a report after the settlement', () => {
  it('does not change when the batch was settled, nor its rate', () => {
    const heard = after(sent, reported(report(1, { state: 'DELIVERED' })));
    expect(heard).toMatchObject({ state: 'DONE', settledAt: sent.settledAt, progress: sent.progress });
  });

  it('shows when the message was sent, when it arrived and when it was read', () => {
    const heard = after(
      sent,
      reported(report(1, { state: 'READ', at: later(90) })),
      reported(report(1, { state: 'DELIVERED', at: later(70) })),
      reported(report(1, { state: 'DELIVERED', at: later(99) })),
    );
    expect(exceptionOf(heard, 1)).toMatchObject({
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

  it('resolves doubtful recipients that expired or whose sender is gone', () => {
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
