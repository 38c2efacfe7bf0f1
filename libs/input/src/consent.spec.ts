import { consentIssues, readConsent } from './consent';

describe('the details of a consent', () => {
  const whole = {
    source: 'Form at /news',
    wording: 'Yes,\nsend me news',
    ip: '2001:db8::7',
    at: '2026-03-01T12:00:00+02:00',
  };

  it.each([[whole], [{ source: 'x' }], [{ ip: '192.0.2.7' }]])('can be %j', (consent) =>
    expect(consentIssues(consent)).toEqual([]),
  );

  it('have their time in UTC', () => {
    expect(readConsent(whole)).toEqual({ ...whole, at: '2026-03-01T10:00:00.000Z' });
    expect(readConsent({ source: 'x' })).toEqual({ source: 'x' });
  });

  it.each<[unknown, string, string]>([
    ['yes', '', 'wrong_type'],
    [{}, '', 'empty'],
    [{ age: 7 }, 'age', 'unknown_field'],
    [{ source: 7 }, 'source', 'wrong_type'],
    [{ source: 's'.repeat(101) }, 'source', 'too_long'],
    [{ source: 'a\nb' }, 'source', 'control_character'],
    [{ wording: 'w'.repeat(1_001) }, 'wording', 'too_long'],
    [{ wording: ' ' }, 'wording', 'empty'],
    [{ ip: '192.0.2.700' }, 'ip', 'not_allowed'],
    [{ at: '1 March' }, 'at', 'invalid_time'],
  ])('cannot be %j', (consent, field, code) =>
    expect(consentIssues(consent)).toMatchObject([{ field, code }]),
  );
});
