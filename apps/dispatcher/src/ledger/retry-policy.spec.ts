import { JITTER } from '@carillon/platform';
import { channels } from '@carillon/contracts';
import { MAX_AGE_MS, jitterOf, nextPause, throttleBackoff, retryRules, ruleFor } from './retry-policy';

const MINUTE = 60_000;

describe('retry rules', () => {
  it('cover every reason, and each rule applies to a reason', () => {
    for (const channel of channels) expect(ruleFor(channel, 'REJECTED').reason).toBeUndefined();
    const deciding = retryRules.filter(
      (rule) => ruleFor(rule.channel ?? 'SMS', rule.reason ?? 'REJECTED') === rule,
    );
    expect(deciding).toEqual([...retryRules]);
  });

  it.each(
    retryRules.map(
      (rule) => [`${rule.channel ?? 'any channel'} ${rule.reason ?? 'otherwise'}`, rule] as const,
    ),
  )(
    'schedule no attempt of %s after its maximum age, and increase the pauses',
    (_, { pauses, throttleBackoff, maxAge }) => {
      const longest = pauses.reduce((sum, pause) => sum + pause, 0) * (1 + JITTER);
      expect(longest).toBeLessThanOrEqual(Math.min(maxAge, MAX_AGE_MS));
      for (const times of [pauses, throttleBackoff])
        expect([...times].sort((a, b) => a - b)).toEqual([...times]);
    },
  );

  it('retry a full mailbox less often than a busy one', () => {
    expect(nextPause(ruleFor('EMAIL', 'MAILBOX_BUSY'), 1, null, 1)).toBe(MINUTE);
    expect(nextPause(ruleFor('EMAIL', 'MAILBOX_FULL'), 1, null, 1)).toBe(240 * MINUTE);
  });

  it.each(['MAILBOX_BUSY', 'SERVER_TROUBLE'] as const)(
    'retry a server that may be greylisting after one minute, and then after five: %s',
    (reason) => {
      const rule = ruleFor('EMAIL', reason);
      expect([1, 2].map((attempts) => nextPause(rule, attempts, null, 1))).toEqual([MINUTE, 5 * MINUTE]);
    },
  );

  it('retry a server that greylists by throttling with the same pauses', () => {
    const rule = ruleFor('EMAIL', 'SLOW_DOWN');
    expect([0, 1].map((times) => throttleBackoff(rule, times, null, 1))).toEqual([MINUTE, 5 * MINUTE]);
  });

  it('wait at least as long as the provider requests', () => {
    const rule = ruleFor('SMS', null);
    expect(nextPause(rule, 1, 90 * MINUTE, 0.8)).toBe(90 * MINUTE);
    expect(throttleBackoff(rule, 5, 90 * MINUTE, 0.8)).toBe(90 * MINUTE);
    expect(throttleBackoff(rule, 0, null, 1)).toBe(MINUTE);
  });

  it('vary a pause by a fifth', () => {
    const rule = ruleFor('EMAIL', 'MAILBOX_BUSY');
    expect([0.8, 1.2].map((jitter) => nextPause(rule, 2, null, jitter))).toEqual([4 * MINUTE, 6 * MINUTE]);
    expect(throttleBackoff(ruleFor('EMAIL', 'SLOW_DOWN'), 1, null, 1.2)).toBe(6 * MINUTE);
    const jitters = Array.from({ length: 200 }, (_, batch) => jitterOf(`batch-${batch}`, 1));
    expect(Math.min(...jitters)).toBeGreaterThanOrEqual(1 - JITTER);
    expect(Math.max(...jitters)).toBeLessThanOrEqual(1 + JITTER);
    expect(new Set(jitters).size).toBeGreaterThan(50);
  });

  it('vary the pauses equally for all recipients of a lease, and differently for the next lease', () => {
    expect(jitterOf('batch-1', 1)).toBe(jitterOf('batch-1', 1));
    expect(jitterOf('batch-1', 1)).not.toBe(jitterOf('batch-1', 2));
  });

  it('allow one more attempt than pauses', () => {
    const rule = ruleFor('SMS', null);
    expect(nextPause(rule, rule.pauses.length, null, 1)).not.toBeNull();
    expect(nextPause(rule, rule.pauses.length + 1, null, 1)).toBeNull();
  });
});
