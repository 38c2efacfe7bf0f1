import type { DeliveryReason } from '@carillon/contracts';
import { isPermanentFailure, pauseAfter } from './breakers';

const down = (reason: DeliveryReason) => ({ reason, providerCode: null, detail: null });
const own = '65e1c0000000000000000001';

describe('pauseAfter', () => {
  const seconds = (reason: DeliveryReason, failures: number[]): number[] =>
    failures.map((failure) => pauseAfter(reason, failure) / 1_000);

  it('doubles the pause after each failure, up to five minutes', () => {
    expect(seconds('LOGIN_REFUSED', [1, 2, 3, 6, 7, 8, 100])).toEqual([5, 10, 20, 160, 300, 300, 300]);
  });

  it('schedules several probes within about a minute if the sender has a limit per minute', () => {
    const [first = 0, ...others] = seconds('SENDER_DEFERRED', [1, 2, 3, 4, 5]);
    const probes = others.reduce((at, pause) => [...at, (at.at(-1) ?? 0) + pause], [first]);
    expect(probes).toEqual([5, 15, 30, 45, 65]);
    expect(seconds('SENDER_DEFERRED', [9, 100])).toEqual([300, 300]);
  });
});

describe('isPermanentFailure', () => {
  it.each([
    ['is true if the user has deleted the sender', own, 'INTEGRATION_NOT_FOUND', true],
    ['is false if the login is refused', own, 'LOGIN_REFUSED', false],
    ['is false if the credentials must be entered again', own, 'CREDENTIALS_UNREADABLE', false],
    ['is false for the operator’s default sender', 'default', 'INTEGRATION_NOT_FOUND', false],
  ] as const)('%s', (_, sender, reason, permanentFailure) => {
    expect(isPermanentFailure(sender, down(reason))).toBe(permanentFailure);
  });
});
