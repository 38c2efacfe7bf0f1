import { channels } from '@carillon/contracts';
import { MAX_AGE_MS, nextPause, throttleBackoff, retryRules, ruleFor } from './retry-policy';

const MINUTE = 60_000;

describe('the retry rules', () => {
  it('have a rule for every reason, and every rule applies to some reason', () => {
    for (const channel of channels) expect(ruleFor(channel, 'NEVER_HEARD_OF').reason).toBeUndefined();
    const deciding = retryRules.filter(
      (rule) => ruleFor(rule.channel ?? 'SMS', rule.reason ?? 'NEVER_HEARD_OF') === rule,
    );
    expect(deciding).toEqual([...retryRules]);
  });

  it.each(
    retryRules.map(
      (rule) => [`${rule.channel ?? 'any channel'} ${rule.reason ?? 'otherwise'}`, rule] as const,
    ),
  )(
    'schedule no attempt of %s after its maximum age, and wait longer each time',
    (_, { pauses, throttleBackoff, maxAge }) => {
      expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(maxAge);
      expect(maxAge).toBeLessThanOrEqual(MAX_AGE_MS);
      for (const times of [pauses, throttleBackoff])
        expect([...times].sort((a, b) => a - b)).toEqual([...times]);
    },
  );

  it('try a full mailbox less often than a busy one', () => {
    expect(nextPause(ruleFor('EMAIL', 'MAILBOX_BUSY'), 1, null)).toBe(5 * MINUTE);
    expect(nextPause(ruleFor('EMAIL', 'MAILBOX_FULL'), 1, null)).toBe(240 * MINUTE);
  });

  it('never wait for less than the provider asked for', () => {
    const rule = ruleFor('SMS', null);
    expect(nextPause(rule, 1, 90 * MINUTE)).toBe(90 * MINUTE);
    expect(throttleBackoff(rule, 5, 90 * MINUTE)).toBe(90 * MINUTE);
    expect(throttleBackoff(rule, 0, null)).toBe(MINUTE);
  });

  it('allow one attempt more than there are pauses', () => {
    const rule = ruleFor('SMS', null);
    expect(nextPause(rule, rule.pauses.length, null)).not.toBeNull();
    expect(nextPause(rule, rule.pauses.length + 1, null)).toBeNull();
  });
});
