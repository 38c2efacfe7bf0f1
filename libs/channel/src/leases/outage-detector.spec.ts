import type { ProviderResult } from '../provider';
import { OutageDetector } from './send-gate';

const sent: ProviderResult = { kind: 'sent' };
const down: ProviderResult = { kind: 'providerDown', reason: 'LOGIN_REFUSED', code: '535', detail: 'No' };
const gone: ProviderResult = {
  kind: 'failed',
  reason: 'NO_SUCH_ADDRESS',
  permanent: true,
  code: '550 5.1.1',
};
const throttled = (scope: 'provider' | 'recipient'): ProviderResult => ({
  kind: 'throttled',
  scope,
  reason: 'SERVER_BUSY',
  retryAfterMs: null,
  code: '421',
});
const silent: ProviderResult = { kind: 'unknown', reason: 'SERVER_TIMEOUT', code: null, suspect: true };
const stumbles: ProviderResult = { kind: 'unknown', reason: 'SERVER_ERROR', code: '500', suspect: true };
const busy = throttled('provider');
const greylisted = throttled('recipient');

describe('the outage of a provider', () => {
  it.each<[string, number, ProviderResult[], boolean]>([
    ['ends when it says that it is down', 200, [sent, down], true],
    ['ends when three recipients were asked to come back', 200, [busy, busy, busy], true],
    ['does not end with two', 200, [busy, busy], false],
    ['does not end while others are served', 200, [busy, busy, sent, busy, busy, sent, busy], false],
    ['is not restored by a refusal', 200, [busy, gone, busy, gone, busy], true],
    [
      'has nothing to do with what is about recipients',
      200,
      [greylisted, greylisted, greylisted, gone],
      false,
    ],
    ['ends when three recipients met with silence', 200, [silent, silent, silent], true],
    [
      'ends when three recipients met with errors of the server',
      200,
      [stumbles, gone, stumbles, stumbles],
      true,
    ],
    ['does not end with silence while others are served', 200, [silent, silent, sent, silent], false],
    ['ends with the only one there is', 1, [busy], true],
    ['ends with both of two', 2, [busy, busy], true],
  ])('%s', (_, recipients, results, ends) => {
    const outage = new OutageDetector(recipients);
    const verdicts = results.map((result) => outage.judge(result));
    expect(verdicts.at(-1) !== null).toBe(ends);
    expect(verdicts.slice(0, -1)).toEqual(verdicts.slice(0, -1).map(() => null));
  });

  it('says what the provider said', () => {
    expect(new OutageDetector(1).judge(busy)).toEqual({
      kind: 'providerDown',
      reason: 'SERVER_BUSY',
      code: '421',
      detail: null,
    });
    expect(new OutageDetector(9).judge(down)).toBe(down);
  });
});
