import { isPhoneCountry, parsePhone } from './parse-phone';

const refusal = { ok: false, code: 'invalid_phone' };

describe('reading a phone number', () => {
  it.each([
    ['+12125550123', '+12125550123', 'is kept when it is E.164 already'],
    ['+1 212 555 0123', '+12125550123', 'is stripped of spaces'],
    ['+1-212-555-0123', '+12125550123', 'is stripped of hyphens'],
    ['+1.212.555.0123', '+12125550123', 'is stripped of dots'],
    ['+1 (212) 555-0123', '+12125550123', 'is stripped of parentheses'],
    ['  +12125550123  ', '+12125550123', 'may have spaces around it'],
    ['+ 1 212 555 0123', '+12125550123', 'may have a space after the plus'],
    ['+44 (0)20 7946 0018', '+442079460018', 'loses a national prefix written in between'],
    ['+39 06 1234 5678', '+390612345678', 'keeps the zero that Italian numbers begin with'],
    ['+4915123456789', '+4915123456789', 'may be a mobile number'],
    ['+442079460018', '+442079460018', 'may be a fixed line'],
    ['+18005550100', '+18005550100', 'may be toll-free'],
    ['+80012345678', '+80012345678', 'may belong to no country'],
    ['+2348031234567', '+2348031234567', 'may be Nigerian'],
    ['+919876543210', '+919876543210', 'may be Indian'],
  ])('%j becomes %j: it %s', (raw, address) => {
    expect(parsePhone(raw)).toEqual({ ok: true, address });
  });

  it.each([
    ['', 'nothing at all'],
    ['+', 'a plus alone'],
    ['   ', 'only spaces'],
    ['12125550123', 'no plus'],
    ['0012125550123', 'the international prefix of a country in the place of the plus'],
    ['020 7946 0018', 'the national form'],
    ['(+1) 212 555 0123', 'a parenthesis before the plus'],
    ['-+12125550123', 'a hyphen before the plus'],
    ['++12125550123', 'two pluses'],
    ['+1+2125550123', 'a plus within'],
    ['+12125550123+', 'a plus at the end'],
    ['+02125550123', 'a country code that begins with 0'],
    ['+1212555', 'too few digits'],
    ['+121255501234567', 'too many digits'],
    ['+10005550123', 'an area that cannot exist'],
    ['+9991234567', 'a country that does not exist'],
    ['+1 212 555 CALL', 'letters'],
    ['+12125550123;ext=5', 'an extension of RFC 3966'],
    ['+12125550123 x5', 'an extension'],
    ['+12125550123 ext. 5', 'a spelled-out extension'],
    ['+12125550123#5', 'an extension after a number sign'],
    ['whatsapp:+12125550123', "a provider's prefix"],
    ['tel:+12125550123', 'a scheme'],
    ['+1/212/555/0123', 'slashes'],
    ['+1\t2125550123', 'a tab'],
    ['+12125550123\n', 'a line feed at the end'],
    ['+12125550123\r\nX: y', 'a header after a line break'],
    ['+1\u00a02125550123', 'a no-break space'],
    ['+1\u200b2125550123', 'a zero-width space'],
    ['\u202a+12125550123', 'a direction mark'],
    ['\uff0b12125550123', 'a full-width plus'],
    ['+١٢١٢٥٥٥٠١٢٣', 'digits of another script'],
    ['+1 212 555\u20100123', 'a hyphen of another kind'],
    ['+12125550123,+12125550124', 'two numbers'],
    ['a+12125550123', 'a letter before the plus'],
  ])('refuses %j: %s', (raw) => {
    expect(parsePhone(raw)).toEqual(refusal);
  });

  it('returns a canonical number unchanged', () => {
    const once = parsePhone('+44 (0)20 7946 0018');
    expect(once.ok && parsePhone(once.address)).toEqual(once);
  });

  it.each([
    ['digits', `+1${'2'.repeat(1_000_000)}`],
    ['spaces', `${' '.repeat(1_000_000)}x`],
    ['parentheses', `+${'('.repeat(1_000_000)}x`],
  ])('refuses a million %s without hanging', (_, raw) => {
    expect(parsePhone(raw)).toEqual(refusal);
  });
});

describe('reading a phone number with a default country', () => {
  it.each([
    ['0171 2345678', 'DE', '+491712345678'],
    ['0171/2345678', 'DE', '+491712345678'],
    ['(0171) 234-5678', 'DE', '+491712345678'],
    ['0049 171 2345678', 'DE', '+491712345678'],
    ['0049171/2345678', 'DE', '+491712345678'],
    ['004917 12345678', 'US', '+491712345678'],
    ['+49 171/2345678', 'DE', '+491712345678'],
    ['+33 6 12 34 56 78', 'DE', '+33612345678'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['(212) 555-0123', 'US', '+12125550123'],
    ['011 49 171 2345678', 'US', '+491712345678'],
    ['020 7946 0018', 'GB', '+442079460018'],
  ] as const)('reads %j in %s as %j', (raw, country, address) => {
    expect(parsePhone(raw, country)).toEqual({ ok: true, address });
  });

  it.each(['', '12', '0171', '0171 CALL', '0171 2345678 x5', 'tel:01712345678', '0000171', '4.91512E+12'])(
    'refuses %j',
    (raw) => expect(parsePhone(raw, 'DE')).toEqual(refusal),
  );

  it('accepts countries as two capital letters', () => {
    expect(['DE', 'US', 'XK', 'de', 'ZZ', 'DEU', ''].filter(isPhoneCountry)).toEqual(['DE', 'US', 'XK']);
  });
});
