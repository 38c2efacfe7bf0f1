import { type CodeRule, classify, ruleOf, twilioCodes } from './twilio-codes';

const codesOf = (fits: (rule: CodeRule) => boolean): number[] =>
  twilioCodes.filter(fits).map(({ code }) => code);

describe('the table of Twilio’s error codes', () => {
  it('has every code once', () => {
    const codes = twilioCodes.map(({ code }) => code);
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
  });

  it('gives each code a reason in UPPER_SNAKE', () => {
    expect(
      twilioCodes.map(({ reason }) => reason).filter((reason) => !/^[A-Z][A-Z_]+$/.test(reason)),
    ).toEqual([]);
  });

  it.each<[string, (rule: CodeRule) => boolean, number[]]>([
    ['throttles', ({ outcome }) => outcome === 'throttled', [14107, 20429, 21611, 30022, 63017, 63018]],
    ['takes the provider down', ({ outcome }) => outcome === 'providerDown', [20003, 30002, 30034, 63038]],
    [
      'refuses the recipient permanently',
      ({ outcome, permanent, suppress }) => outcome === 'failed' && permanent && suppress === undefined,
      [21211, 21614, 30005, 30006, 63003, 63024, 21408, 21606, 30007, 63016, 21617],
    ],
    ['fails temporarily', ({ outcome, permanent }) => outcome === 'failed' && !permanent, [30003, 30008]],
    ['means that a person has opted out', ({ suppress }) => suppress === 'STOPPED', [21610, 63014]],
    ['leaves the result unknown', ({ outcome }) => outcome === 'unknown', [20500]],
  ])('contains each code that %s', (_, fits, codes) => {
    expect(codesOf(fits)).toEqual(expect.arrayContaining(codes));
  });

  it('suppresses only after an opt-out', () => {
    expect(codesOf(({ suppress }) => suppress !== undefined)).toEqual([21610, 63014]);
  });

  it('delays the retry of a recipient at Meta’s marketing limit', () => {
    expect(ruleOf(63049)).toMatchObject({
      outcome: 'throttled',
      scope: 'recipient',
      retryAfterMs: 86_400_000,
    });
  });
});

describe('a code', () => {
  it('is read as a number and as text', () => {
    expect(classify(21610)).toEqual({ reason: 'OPTED_OUT', permanent: true, suppress: 'STOPPED' });
    expect(classify('30003')).toEqual({ reason: 'HANDSET_UNREACHABLE', permanent: false });
  });

  it.each([null, '', '0', 'abc', 99_999])('is a permanent refusal if it is unknown: %s', (code) => {
    expect(classify(code)).toEqual({ reason: 'REJECTED', permanent: true });
  });
});
