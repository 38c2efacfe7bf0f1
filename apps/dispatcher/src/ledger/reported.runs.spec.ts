import { after, grant, inFlight, later, release, report, reported, settled } from '../../test/batches';
import { again, exceptionOf, failed, sent, sentAs, sms, stateOf, leaseExpired } from '../../test/called-back';

describe('a reported failure of one of two messages', () => {
  const doubted = after(inFlight(sms), settled({ sent: [0, 2, 3], returned: [] }), leaseExpired, again());
  const resent = after(
    doubted,
    release,
    grant({ now: later(7200) }),
    settled({ fence: 2, outcomes: [sentAs(1, 'n1')] }),
  );
  const secondFailed = after(resent, reported(report(1, { ...failed, providerId: 'n1' })));

  it('leaves the delivery in doubt about the other message', () => {
    expect(exceptionOf(secondFailed, 1)).toMatchObject({
      state: 'UNCONFIRMED',
      reason: 'HANDSET_UNREACHABLE',
      providerId: null,
    });
    expect(stateOf(after(secondFailed, reported(report(1, { providerId: 'n1' }))), 1)).toBe('UNCONFIRMED');
    expect(stateOf(after(secondFailed, reported(report(1))), 1)).toBe('SENT');
    expect(stateOf(after(secondFailed, reported(report(1, { ...failed, providerId: 'm1' }))), 1)).toBe(
      'FAILED',
    );
  });

  it('fails the delivery if the failure is permanent or the other message has failed', () => {
    const forGood = report(1, { ...failed, providerId: 'n1', permanent: true });
    expect(stateOf(after(resent, reported(forGood)), 1)).toBe('FAILED');
    const both = after(
      resent,
      reported(report(1, failed)),
      reported(report(1, { ...failed, providerId: 'n1' })),
    );
    expect(stateOf(both, 1)).toBe('FAILED');
  });

  it('is CANCELLED with the further run if no message is in doubt', () => {
    const stopped = after(doubted, reported(report(1, failed)), { type: 'cancelled', now: later(7300) });
    expect(stateOf(stopped, 1)).toBe('CANCELLED');
  });
});

describe('a further run', () => {
  const failedFirst = after(sent, reported(report(1, failed)), again());
  const second = after(failedFirst, release, grant({ now: later(7200) }));

  it('includes recipients with a reported failure, and drops the data of their message', () => {
    expect(failedFirst.todo).toEqual([1]);
    expect(exceptionOf(failedFirst, 1)).toMatchObject({
      providerId: null,
      previousIds: ['m1'],
      segments: null,
      sentAt: null,
    });
  });

  it('excludes recipients whom the provider refuses permanently', () => {
    expect(after(sent, reported(report(1, { ...failed, permanent: true })), again()).todo).toEqual([]);
  });

  it('skips a recipient whose first message is reported as delivered', () => {
    expect(after(failedFirst, reported(report(1, { state: 'DELIVERED' })))).toMatchObject({ state: 'DONE' });
    expect(after(second, reported(report(1, { state: 'DELIVERED' })))).toMatchObject({ state: 'DONE' });
  });

  it('is not ended by a repeated settlement of the first run', () => {
    const old = settled({ outcomes: [sentAs(1, 'm1')], returned: [] });
    expect(after(second, old)).toBe(second);
    expect(after(failedFirst, old)).toBe(failedFirst);
  });

  it('has the state of its own message, regardless of reports on the first message', () => {
    const resent = after(second, settled({ fence: 2, outcomes: [sentAs(1, 'n1')] }));
    expect(stateOf(after(resent, reported(report(1, failed))), 1)).toBe('SENT');
    expect(stateOf(after(resent, reported(report(1, { ...failed, providerId: 'n1' }))), 1)).toBe('FAILED');
    const early = after(second, reported(report(1, { ...failed, providerId: 'n1' }), report(1)));
    expect(exceptionOf(early, 1)).toMatchObject({
      state: 'FAILED',
      providerId: 'n1',
      previousIds: ['m1'],
      attempts: 2,
    });
  });

  it('does not apply a late report on the first, doubtful message to the second', () => {
    const doubted = after(inFlight(sms), settled({ sent: [0, 2, 3], returned: [] }), leaseExpired, again());
    const held = after(doubted, release, grant({ now: later(7200) }));
    const updated = after(
      held,
      reported(report(1, failed)),
      settled({ fence: 2, outcomes: [sentAs(1, 'n1')] }),
    );
    expect(exceptionOf(updated, 1)).toMatchObject({ state: 'SENT', providerId: 'n1', previousIds: ['m1'] });
    const both = after(held, reported(report(1)), settled({ fence: 2, outcomes: [sentAs(1, 'n1')] }));
    expect(exceptionOf(both, 1)).toMatchObject({ state: 'SENT', providerId: 'n1', duplicate: true });
    expect(
      stateOf(
        after(both, reported(report(1, { state: 'DELIVERED' }), report(1, { ...failed, providerId: 'n1' }))),
        1,
      ),
    ).toBe('DELIVERED');
  });
});
