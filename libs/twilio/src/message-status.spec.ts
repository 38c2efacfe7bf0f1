import { twilioCodes } from './codes/twilio-codes';
import { deliveryState, messageReport } from './message-status';

describe('a status callback', () => {
  it.each([
    ['accepted', 'SENT'],
    ['queued', 'SENT'],
    ['sending', 'SENT'],
    ['scheduled', 'SENT'],
    ['sent', 'SENT'],
    ['delivered', 'DELIVERED'],
    ['read', 'READ'],
    ['undelivered', 'FAILED'],
    ['failed', 'FAILED'],
    ['canceled', 'FAILED'],
    ['receiving', null],
    ['received', null],
    ['partially_delivered', null],
    ['toString', null],
    ['', null],
  ])('with the status %s means %s', (status, state) => {
    expect(deliveryState(status)).toBe(state);
  });

  it('contains the reason of a failure', () => {
    expect(messageReport('undelivered', '30003')).toEqual({
      status: 'FAILED',
      reason: 'HANDSET_UNREACHABLE',
      permanent: false,
      providerCode: '30003',
    });
    expect(messageReport('failed', '63014')).toMatchObject({ permanent: true, suppress: 'STOPPED' });
    expect(messageReport('failed', '63016')).toMatchObject({ reason: 'OUTSIDE_WINDOW' });
  });

  // One table for both directions: a code that stops the sender in a response stops it in a callback.
  it.each(twilioCodes.map(({ code, outcome }) => [code, outcome === 'providerDown'] as const))(
    'with the code %d stops the sender: %p',
    (code, stops) => {
      expect(messageReport('undelivered', String(code))?.stopsSender ?? false).toBe(stops);
      expect(messageReport('delivered', String(code))).not.toHaveProperty('stopsSender');
    },
  );

  it.each([
    ['undelivered', 'REJECTED'],
    ['canceled', 'CANCELED_AT_PROVIDER'],
  ])('with the status %s and without a code has a reason', (status, reason) => {
    expect(messageReport(status, '')).toEqual({
      status: 'FAILED',
      reason,
      permanent: true,
      providerCode: null,
    });
  });

  it('has no reason for a success, and is ignored for other statuses', () => {
    const nothing = { reason: null, permanent: false, providerCode: null };
    expect(messageReport('delivered', null)).toEqual({ status: 'DELIVERED', ...nothing });
    expect(messageReport('received', null)).toBeNull();
  });
});
