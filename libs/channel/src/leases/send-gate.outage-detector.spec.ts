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
    ['is detected when the provider reports that it is down', 200, [sent, down], true],
    ['is detected when three recipients are throttled', 200, [busy, busy, busy], true],
    ['is not detected after two', 200, [busy, busy], false],
    [
      'is not detected while other recipients are served',
      200,
      [busy, busy, sent, busy, busy, sent, busy],
      false,
    ],
    ['is not ruled out by a refusal', 200, [busy, gone, busy, gone, busy], true],
    ['is not detected by failures of recipients', 200, [greylisted, greylisted, greylisted, gone], false],
    ['is detected when three recipients get no response', 200, [silent, silent, silent], true],
    ['is detected when three recipients get a server error', 200, [stumbles, gone, stumbles, stumbles], true],
    ['is not detected by timeouts while others are served', 200, [silent, silent, sent, silent], false],
    ['is detected with the only recipient', 1, [busy], true],
    ['is detected with both of two recipients', 2, [busy, busy], true],
  ])('%s', (_, recipients, results, ends) => {
    const outage = new OutageDetector(recipients);
    const outages = results.map((result) => outage.judge(result));
    expect(outages.at(-1) !== null).toBe(ends);
    expect(outages.slice(0, -1)).toEqual(outages.slice(0, -1).map(() => null));
  });

  it('is detected across consecutive short leases', () => {
    const first = new OutageDetector(200);
    expect([silent, silent].map((result) => first.judge(result))).toEqual([null, null]);
    expect(new OutageDetector(200, first.suspects).judge(silent)).not.toBeNull();

    expect(first.judge(sent)).toBeNull();
    expect(new OutageDetector(200, first.suspects).judge(silent)).toBeNull();
  });

  it('contains the provider’s detail', () => {
    expect(new OutageDetector(1).judge(busy)).toEqual({
      kind: 'providerDown',
      reason: 'SERVER_BUSY',
      code: '421',
      detail: null,
    });
    expect(new OutageDetector(9).judge(down)).toBe(down);
  });
});
