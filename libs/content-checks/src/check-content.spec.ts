import {
  type ContentChanges,
  type EmailDesign,
  contentOf,
  engineOf,
  newId,
  textsIn,
} from '@carillon/contracts';
import { type AudienceValues, checkContent } from './check-content';
import { inspectEmail } from './inspect-email';

const nobody: AudienceValues = { people: { EMAIL: 0, WHATSAPP: 0, SMS: 0 }, missing: [], sms: null };
const audienceWith = (changes: Partial<AudienceValues>): AudienceValues => ({
  ...nobody,
  people: { EMAIL: 10, WHATSAPP: 10, SMS: 10 },
  ...changes,
});
const unsubscribe = '<a href="{{carillon.unsubscribeUrl}}">Bye</a>';

function check(changes: ContentChanges, audience: AudienceValues | null = null, name = 'Spring') {
  const content = contentOf(changes);
  const html = textsIn(content).bodies.EMAIL;
  const inspection = html === null ? null : inspectEmail({ html, engine: engineOf(content) });
  return checkContent({ name, content }, inspection, audience);
}
const email = (changes: ContentChanges, html = '<p>Hi</p>') =>
  check({ preheader: 'Two tickets', bodies: { EMAIL: html + unsubscribe }, ...changes });
const codes = (findings: ReturnType<typeof check>) => findings.map(({ code }) => code);

describe('the checks of a design', () => {
  const sample = { type: 'text', html: '<p>Your news</p>', sample: true } as const;
  const checkDesign = (design: EmailDesign) => {
    const content = contentOf({ bodies: { SMS: 'Hello' } });
    return checkContent({ name: 'Spring', content, emailSource: { kind: 'design', design } }, null, null);
  };
  const checkBlocks = (...blocks: EmailDesign['blocks']) => checkDesign({ blocks });

  it('count the blocks with a sample text, also in columns', () => {
    const heading = { type: 'heading', html: 'Your title', sample: true } as const;
    const own = { type: 'text', html: '<p>Our news</p>' } as const;
    const columns = { type: 'columns', widths: '1-1', columns: [[sample, own], [heading]] } as const;
    const divider = { type: 'divider' } as const;
    expect(checkBlocks(sample, divider, structuredClone(columns) as never, own)).toMatchObject([
      { code: 'SAMPLE_TEXT', severity: 'warning', channel: 'EMAIL', field: 'emailMessage', count: 3 },
    ]);
    expect(checkBlocks(own, divider)).toEqual([]);
    const layout = { id: newId(), version: 1, name: 'Frame', blocks: [sample, { type: 'slot' as const }] };
    expect(checkDesign({ blocks: [own, sample], layout })).toMatchObject([{ count: 2 }]);
  });
});

describe('the checks of a subject', () => {
  it.each([
    ['SPRING CONCERT', 'SUBJECT_ALL_CAPS'],
    ['FRÜHLING IM GARTEN {{name}}', 'SUBJECT_ALL_CAPS'],
    ['Re: your order', 'SUBJECT_FAKE_REPLY'],
    ['AW: Konzert', 'SUBJECT_FAKE_REPLY'],
    ['fwd : Konzert', 'SUBJECT_FAKE_REPLY'],
    ['Already here? Come!', 'SUBJECT_PUNCTUATION'],
    ['x'.repeat(61), 'SUBJECT_TOO_LONG'],
    [`${'x'.repeat(59)}{{name|ab}}`, 'SUBJECT_TOO_LONG'],
    ['{{ name | upcase }}', 'NOT_UNDERSTOOD'],
  ])('find the problem of %s', (subject, code) => {
    expect(email({ subject })).toMatchObject([{ code, channel: 'EMAIL', field: 'subject', count: 1 }]);
  });

  it.each([
    'CONCERTHALL',
    'SALE NOW',
    '2 FÜR 1 heute',
    '春の音楽会 東京 大阪',
    'Reply: yes',
    'Really!',
    '🎵'.repeat(60),
    `${'x'.repeat(60)}{{name}}`,
  ])('find no problem in %s', (subject) => {
    expect(email({ subject })).toEqual([]);
  });

  it('are about the name if the campaign has no subject', () => {
    const findings = check({ preheader: 'x', bodies: { EMAIL: unsubscribe } }, null, 'GREAT OFFERS');
    expect(findings).toMatchObject([{ code: 'SUBJECT_ALL_CAPS', field: 'name' }]);
    expect(check({ bodies: { SMS: 'Hi' } }, null, 'GREAT OFFERS')).toEqual([]);
  });
});

describe('the checks of an email', () => {
  it('miss a preheader', () => {
    expect(email({ preheader: null })).toMatchObject([
      { code: 'PREHEADER_MISSING', severity: 'info', field: 'preheader' },
    ]);
    expect(check({ bodies: { SMS: 'Hi' } })).toEqual([]);
  });

  it('measure its HTML in bytes, with the preheader', () => {
    const sized = (bytes: number) => `<p>ü${'x'.repeat(bytes - 9 - unsubscribe.length)}</p>`;
    const clipped = (html: string, preheader: string | null) =>
      email({ preheader }, html).filter(({ code }) => code === 'GMAIL_CLIPS');
    expect(clipped(sized(102_000), null)).toEqual([]);
    expect(clipped(`${sized(102_000)} `, null)).toMatchObject([
      { severity: 'warning', measured: 103, limit: 102 },
    ]);
    expect(clipped(sized(102_000), 'Two tickets')).toHaveLength(1);
    expect(clipped(sized(99_000), 'Two tickets')).toEqual([]);
  });

  it('come first if they are errors', () => {
    const findings = email(
      { preheader: null, subject: 'GREAT OFFERS' },
      '<img src="https://a.example/a" alt=""><a href="#">x</a>',
    );
    expect(codes(findings)).toEqual([
      'LINK_WITHOUT_TARGET',
      'SUBJECT_ALL_CAPS',
      'IMAGE_WITHOUT_SIZE',
      'PREHEADER_MISSING',
    ]);
  });
});

describe('the checks of values', () => {
  const html = '<p>{{name}} {{city|here}}</p><a href="https://shop.example/{{code}}">Go</a>';
  const missing = [
    { channel: 'EMAIL' as const, key: 'name', people: 3 },
    { channel: 'EMAIL' as const, key: 'code', people: 10 },
    { channel: 'SMS' as const, key: 'name', people: 1 },
  ];
  const content = {
    preheader: 'x',
    subject: 'For {{name}}',
    bodies: { EMAIL: html + unsubscribe, SMS: 'Hi {{name}}' },
  };

  it('find placeholders without a value, by field, and worse ones in links', () => {
    const findings = check(content, audienceWith({ missing }));
    const { people: _, ...rest } = { people: 0, severity: 'warning', code: 'PLACEHOLDER_UNFILLED' };
    expect(findings).toMatchObject([
      { code: 'LINK_UNFILLED', severity: 'error', field: 'emailMessage', source: '{{code}}', people: 10 },
      { ...rest, field: 'subject', source: '{{name}}', people: 3 },
      { ...rest, field: 'emailMessage', source: '{{name}}', people: 3 },
      { ...rest, field: 'smsMessage', channel: 'SMS', source: '{{name}}', people: 1 },
    ]);
    expect(findings[3]?.detail).toBe(
      '{{name}} is empty for one recipient. Add a fallback, such as {{name|friend}}.',
    );
  });

  it('are left out without recipients', () => {
    expect(check(content)).toEqual([]);
  });

  it('find variables of a template that would be empty', () => {
    const whatsappTemplate = {
      contentSid: 'HX',
      variables: { 1: '{{name}} ', 2: 'Hi {{name}}', 3: 'a     b', 4: 'a    b' },
    };
    const lacking = [{ channel: 'WHATSAPP' as const, key: 'name', people: 2 }];
    expect(check({ whatsappTemplate }, audienceWith({ missing: lacking }))).toMatchObject([
      { code: 'TEMPLATE_VARIABLE_UNFILLED', field: 'whatsappTemplate.variables.1', people: 2 },
      { code: 'PLACEHOLDER_UNFILLED', field: 'whatsappTemplate.variables.2', people: 2 },
      { code: 'TEMPLATE_VARIABLE_SPACES', field: 'whatsappTemplate.variables.3' },
    ]);
  });
});

describe('the checks of an SMS', () => {
  const sms = (text: string, audience: AudienceValues | null = null) =>
    check({ bodies: { SMS: text } }, audience);

  it('count its segments, for the audience if there is one', () => {
    expect(sms('x'.repeat(160))).toEqual([]);
    expect(sms('x'.repeat(161))).toMatchObject([{ code: 'SMS_SEGMENTS', measured: 2, limit: 1 }]);
    expect(sms('{{text}}', audienceWith({ sms: { segments: 12, longest: 3 } }))).toMatchObject([
      { code: 'SMS_SEGMENTS', severity: 'info', measured: 3 },
    ]);
    expect(sms('x', audienceWith({ sms: { segments: 10, longest: 1 } }))).toEqual([]);
  });

  it('do not count segments of an MMS', () => {
    const picture = { id: 'm', token: 't', name: 'A.png', type: 'image/png', bytes: 9 };
    const content = { ...contentOf({ bodies: { SMS: 'ż'.repeat(161) } }), media: { SMS: picture } };
    expect(checkContent({ name: 'Spring', content }, null, null)).toEqual([]);
  });

  it('name the characters that make it Unicode, and what they cost', () => {
    expect(sms('Łódź „ł“\u200b{{x|ż}}')).toMatchObject([
      { code: 'SMS_UNICODE', severity: 'info', source: 'Ł ó ź „ ł “ U+200B ż', measured: 1, limit: 1 },
    ]);
    expect(sms(`„${'x'.repeat(100)}`)).toMatchObject([
      { code: 'SMS_UNICODE', severity: 'warning', source: '„', measured: 2, limit: 1 },
      { code: 'SMS_SEGMENTS' },
    ]);
    const many = Array.from({ length: 30 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
    expect(sms(many)[0]?.source).toMatch(/^(\S ){20}…$/u);
  });

  it('refuse texts that are always too long, also for WhatsApp', () => {
    const long = `${'x'.repeat(1_601)}{{a|b}}`;
    expect(sms(long)).toMatchObject([
      { code: 'MESSAGE_TOO_LONG', severity: 'error', measured: 1_601, limit: 1_600 },
      { code: 'SMS_SEGMENTS' },
    ]);
    expect(check({ bodies: { WHATSAPP: long } })).toMatchObject([
      { code: 'MESSAGE_TOO_LONG', channel: 'WHATSAPP', field: 'whatsappMessage' },
    ]);
    expect(check({ bodies: { WHATSAPP: '🎵'.repeat(1_600) } })).toEqual([]);
  });
});

describe('the checks of texts in Liquid', () => {
  it('are about the text without tags and outputs, and not about placeholders', () => {
    const SMS = '{% if name %}Hi {{ name | upcase }}{% else %}Łódź{% endif %}';
    const lacking = audienceWith({ missing: [{ channel: 'SMS', key: 'city', people: 3 }] });
    const found = check({ engine: 'liquid', bodies: { SMS: `${SMS} {{ city }}` } }, lacking);
    expect(found).toMatchObject([{ code: 'SMS_UNICODE', field: 'smsMessage', source: 'Ł ó ź' }]);
    const subject = '{{ name | default: "A long name of a person, which nobody has, and more" }}';
    expect(email({ engine: 'liquid', subject, preheader: null })).toMatchObject([
      { code: 'PREHEADER_MISSING' },
    ]);
  });

  it('are about the name if the campaign has no subject', () => {
    const found = check(
      { engine: 'liquid', bodies: { EMAIL: `<p>Hi</p>${unsubscribe}` } },
      null,
      'BUY {{ name }} TODAY',
    );
    expect(found).toMatchObject([{ code: 'SUBJECT_ALL_CAPS', field: 'name' }, { code: 'PREHEADER_MISSING' }]);
  });
});
