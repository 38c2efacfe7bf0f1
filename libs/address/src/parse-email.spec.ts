import isEmail from 'validator/lib/isEmail';
import { parseEmail, parseRecipientEmail } from './parse-email';

const refusal = { ok: false, code: 'invalid_email' };
const label63 = 'a'.repeat(63);
const domainOf = (length: number): string => {
  const filler = `${label63}.`.repeat(10);
  return filler.slice(0, length - 'b.com'.length).replace(/\.$/, 'x') + 'b.com';
};

describe('reading an email address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com', 'is kept when it is canonical already'],
    ['Ada.Lovelace@Example.COM', 'ada.lovelace@example.com', 'is lower-cased whole'],
    ['  ada@example.com ', 'ada@example.com', 'is trimmed of the spaces around it'],
    ['ada+news.2@example.com', 'ada+news.2@example.com', 'keeps plus tags and dots'],
    [
      "!#$%&'*+/=?^_`{|}~-@example.com",
      "!#$%&'*+/=?^_`{|}~-@example.com",
      'may have every atom character of RFC 5322',
    ],
    ['1@2.example', '1@2.example', 'may have digits for names'],
    [
      'a@mail.sub-domain.example.co.uk',
      'a@mail.sub-domain.example.co.uk',
      'may have many labels and inner hyphens',
    ],
    ['a@r3---x.example.com', 'a@r3---x.example.com', 'may have hyphens in a row'],
    ['ada@München.de', 'ada@xn--mnchen-3ya.de', 'gets the A-labels of its domain'],
    ['ada@mu\u0308nchen.de', 'ada@xn--mnchen-3ya.de', 'is the same with a composed and a combining umlaut'],
    ['ada@XN--MNCHEN-3YA.de', 'ada@xn--mnchen-3ya.de', 'may come with A-labels'],
    ['ada@xn--mnchen-3ya.münchen.de', 'ada@xn--mnchen-3ya.xn--mnchen-3ya.de', 'may mix A-labels and letters'],
    ['ada@faß.de', 'ada@xn--fa-hia.de', 'keeps a sharp s apart from ss'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah', 'may have a top level in another script'],
    ['ada@ΟΔΟΣ.gr', 'ada@xn--pxavbq.gr', 'lower-cases a Greek domain letter by letter'],
    ['ada@παράδειγμα.ελ', 'ada@xn--hxajbheg2az3al.xn--qxam', 'may have a domain in Greek'],
    ['ada@मिसाल.भारत', 'ada@xn--r2biryd.xn--h2brj9c', 'may have marks that belong to letters'],
  ])('%j becomes %j: it %s', (raw, address) => {
    expect(parseEmail(raw)).toEqual({ ok: true, address });
  });

  it.each([
    ['', 'nothing at all'],
    ['   ', 'only spaces'],
    ['ada', 'no at sign'],
    ['@example.com', 'no local part'],
    ['ada@', 'no domain'],
    ['ada@@example.com', 'two at signs'],
    ['ada@b@example.com', 'an at sign in the local part'],
    ['"ada"@example.com', 'a quoted local part'],
    ['"ada lovelace"@example.com', 'a quoted local part with a space'],
    ['ada(comment)@example.com', 'a comment'],
    ['ada@example.com(comment)', 'a comment after the domain'],
    ['Ada <ada@example.com>', 'a display name'],
    ['<ada@example.com>', 'angle brackets'],
    ['mailto:ada@example.com', 'a scheme'],
    ['ada@example.com,bob@example.com', 'a comma'],
    ['ada@example.com;bob@example.com', 'a semicolon'],
    ['ada bob@example.com', 'a space within'],
    ['ada@exam ple.com', 'a space in the domain'],
    ['ada@[192.0.2.1]', 'an IP literal'],
    ['ada@[IPv6:2001:db8::1]', 'an IPv6 literal'],
    ['ada@192.0.2.1', 'a bare IP address'],
    ['ada@0x7f.1', 'an IP address in disguise'],
    ['ada@localhost', 'a single label'],
    ['ada@例え', 'a single label in another script'],
    ['ada@example.com.', 'a trailing dot'],
    ['ada@münchen.de.', 'a trailing dot after another script'],
    ['ada@.example.com', 'a leading dot in the domain'],
    ['ada@example..com', 'an empty label'],
    ['.ada@example.com', 'a leading dot'],
    ['ada.@example.com', 'a dot before the at sign'],
    ['a..da@example.com', 'two dots in a row'],
    ['ada@-example.com', 'a leading hyphen'],
    ['ada@example-.com', 'a hyphen at the end of a label'],
    ['ada@exam_ple.com', 'an underscore in the domain'],
    ['ada@example.c', 'a top level of one letter'],
    ['ada@example.123', 'a numeric top level'],
    ['ada@example.com:25', 'a port'],
    ['ada@example.com/x', 'a path'],
    ['ada@exam%70le.com', 'a percent sign in the domain'],
    ['ada@münchen%2ede', 'a percent sign beside another script'],
    ['ada@münchen/.de', 'a slash beside another script'],
    ['ada@ münchen.de', 'a space beside another script'],
    ['ada\r\nBcc: eve@example.com', 'a header after a line break'],
    ['ada@example.com\r\n', 'a line break at the end'],
    ['ada@example.com\n', 'a line feed at the end'],
    ['\tada@example.com', 'a tab before it'],
    ['a\0da@example.com', 'a NUL'],
    ['a\x7fda@example.com', 'a DEL'],
    ['ada@example.com\u0085', 'a C1 control'],
    ['ada@example.com\u200b', 'a zero-width space at the end'],
    ['ada@exam\u200bple.com', 'a zero-width space in the domain'],
    ['a\u200bda@example.com', 'a zero-width space in the local part'],
    ['ada@exam\u200dple.com', 'a zero-width joiner'],
    ['ada@मि\u200dसाल.भारत', 'a zero-width joiner among letters that use it'],
    ['ada@exam\u00adple.com', 'a soft hyphen'],
    ['ada@exam\ufe0fple.com', 'a variation selector'],
    ['\ufeffada@example.com', 'a byte order mark'],
    ['\u00a0ada@example.com', 'a no-break space'],
    ['\u202eada@example.com', 'a direction override'],
    ['ada@example\u3002com', 'a full stop of another script'],
    ['ada@example\uff0ecom', 'a full-width full stop'],
    ['ada\uff20example.com', 'a full-width at sign'],
    ['ada@\uff45xample.com', 'a full-width letter'],
    ['ada@\u212aelvin.com', 'a Kelvin sign in the place of k'],
    ['\u212aelvin@example.com', 'a Kelvin sign in the local part'],
    ['\u017fam@example.com', 'a long s in the local part'],
    ['ada@☕.com', 'a symbol in the domain'],
    ['ada@😀.com', 'an emoji in the domain'],
    ['ada@\ud800.com', 'half of a surrogate pair'],
    ['ada@xn--a.com', 'an A-label that decodes to nothing'],
    ['ada@xn--zzzzzzz99999.com', 'an A-label that cannot be decoded'],
    ['ada@xn--53h.com', 'an A-label of a symbol'],
    ['ada@xn--MNCHEN-3YA\u00ad.de', 'an A-label with a soft hyphen'],
    ['josé@example.com', 'a local part beyond ASCII'],
    ['josé@münchen.de', 'a local part beyond ASCII before another script'],
    ['чебурашка@пример.рф', 'a local part in another script'],
  ])('refuses %j: %s', (raw) => {
    expect(parseEmail(raw)).toEqual(refusal);
  });

  it.each([
    ['jürgen@example.com', 'jürgen@example.com', 'is kept when it is canonical already'],
    ['Jürgen.MÜLLER+News@München.de', 'jürgen.müller+news@xn--mnchen-3ya.de', 'is lower-cased whole'],
    ['ju\u0308rgen@example.com', 'jürgen@example.com', 'is the same with a combining umlaut'],
    ['чебурашка@пример.рф', 'чебурашка@xn--e1afmkfd.xn--p1ai', 'may be in another script'],
    ['ΟΔΟΣ@example.gr', 'οδος@example.gr', 'ends with a final sigma, as in lowercase'],
    ['οδος@example.gr', 'οδος@example.gr', 'keeps a final sigma'],
    [
      'ΝΕΑ.ΟΔΟΣ.2+ΝΕΟΣ-ΣΑΜΟΣ@example.gr',
      'νεα.οδος.2+νεος-σαμος@example.gr',
      'has a final sigma in each word',
    ],
    ['Σ.ΣΑΣΣ@example.gr', 'σ.σασς@example.gr', 'has no final sigma at the beginning of a word'],
    ['用户@例え.テスト', '用户@xn--r8jz45g.xn--zckzah', 'may have no letter case'],
    ['संपर्क@मिसाल.भारत', 'संपर्क@xn--r2biryd.xn--h2brj9c', 'may have marks that belong to letters'],
    [`${'é'.repeat(32)}@example.com`, `${'é'.repeat(32)}@example.com`, 'may have 64 bytes'],
    ['Ada@example.com', 'ada@example.com', 'is like any other address in ASCII'],
  ])('%j becomes %j as the address of a recipient: it %s', (raw, address) => {
    expect(parseRecipientEmail(raw)).toEqual({ ok: true, address });
    expect(parseRecipientEmail(address)).toEqual({ ok: true, address });
  });

  it.each([
    [`${'é'.repeat(32)}a@example.com`, '65 bytes'],
    [`${'é'.repeat(32)}@${domainOf(190)}`, 'more than 254 bytes'],
    ['jürgen.@example.com', 'a dot before the at sign'],
    ['jür..gen@example.com', 'two dots in a row'],
    ['jürgen ada@example.com', 'a space within'],
    ['jürgen@b@example.com', 'two at signs'],
    ['"jürgen"@example.com', 'a quoted local part'],
    ['jürgen(x)@example.com', 'a comment'],
    ['jürgen@localhost', 'a single label'],
    ['jürgen@[192.0.2.1]', 'an IP literal'],
    ['jürgen@example.com\r\nBcc: eve@example.com', 'a header after a line break'],
    ['jür\u200bgen@example.com', 'a zero-width space'],
    ['\u202ejürgen@example.com', 'a direction override'],
    ['jürgen\ufe0f@example.com', 'a variation selector'],
    ['ada\u1160@example.com', 'a Hangul filler'],
    ['jü\u034frgen@example.com', 'a grapheme joiner'],
    ['jürgen\u00a0@example.com', 'a no-break space'],
    ['\u212aürgen@example.com', 'a Kelvin sign in the place of k'],
    ['\u017fam@example.com', 'a long s'],
    ['\u1fefa@example.com', 'a Greek accent in the place of a backtick'],
    ['\uff45va@example.com', 'a full-width letter'],
    ['😀@example.com', 'an emoji'],
    ['jü\ud800rgen@example.com', 'half of a surrogate pair'],
    ['jürgen', 'no at sign'],
    ['ü@', 'no domain'],
  ])('refuses %j as the address of a recipient: %s', (raw) => {
    expect(parseRecipientEmail(raw)).toEqual(refusal);
  });

  it('takes a local part of 64 characters and refuses 65', () => {
    expect(parseEmail(`${'a'.repeat(64)}@example.com`).ok).toBe(true);
    expect(parseEmail(`${'a'.repeat(65)}@example.com`)).toEqual(refusal);
  });

  it('takes a label of 63 characters and refuses 64', () => {
    expect(parseEmail(`a@${label63}.com`).ok).toBe(true);
    expect(parseEmail(`a@${label63}a.com`)).toEqual(refusal);
    expect(parseEmail(`a@example.${label63}`).ok).toBe(true);
    expect(parseEmail(`a@example.${label63}a`)).toEqual(refusal);
  });

  it('takes an address of 254 characters and refuses 255', () => {
    expect(parseEmail(`a@${domainOf(252)}`)).toMatchObject({ ok: true });
    expect(parseEmail(`a@${domainOf(253)}`)).toEqual(refusal);
  });

  it('applies the limit of 254 characters to the canonical form, without surrounding spaces', () => {
    expect(parseEmail(`${' '.repeat(2_000)}a@${domainOf(252)}${' '.repeat(2_000)}`).ok).toBe(true);
    expect(parseEmail(`a@${'é'.repeat(40)}.${domainOf(206)}`)).toEqual(refusal);
  });

  it('returns a canonical address unchanged', () => {
    for (const raw of ['Ada@MÜNCHEN.de', 'ada@ΟΔΟΣ.gr', 'ada@例え.テスト', 'A+b@Example.com']) {
      const once = parseEmail(raw);
      expect(once.ok && parseEmail(once.address)).toEqual(once);
    }
  });

  it('never accepts what an independent validator refuses', () => {
    const pieces = [
      'a',
      'Z',
      '9',
      '.',
      '-',
      '_',
      '+',
      '@',
      'b.co',
      'xn--',
      '"',
      ' ',
      '\u200b',
      'é',
      '%',
      '[',
      '1.2',
    ];
    let seed = 7;
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < 50_000; i++) {
      const raw = Array.from({ length: 1 + next(9) }, () => pieces[next(pieces.length)]).join('');
      const parsed = parseEmail(raw);
      if (parsed.ok)
        expect([raw, isEmail(parsed.address, { allow_utf8_local_part: false })]).toEqual([raw, true]);
    }
  });

  it.each([
    ['dots', `${'a.'.repeat(500_000)}@`],
    ['labels', `a@${'a.'.repeat(500_000)}`],
    ['hyphens', `a@${'-'.repeat(1_000_000)}`],
    ['letters of another script', `a@${'é'.repeat(1_000_000)}.com`],
    ['spaces', `${' '.repeat(1_000_000)}x`],
    ['at signs', '@'.repeat(1_000_000)],
  ])('refuses a million %s without hanging', (_, raw) => {
    expect(parseEmail(raw)).toEqual(refusal);
  });
});
