import { contentOf, utmDefaults } from '@carillon/contracts';
import { compileEmail } from './compile-email';
import { emailTexts } from './email-texts';
import { type LinkTags, linkTagsOf } from './link-tags';
import { compileLiquidEmail } from './liquid/compile-liquid-email';
import type { Variables } from './look-up';
import { TooComplex } from './too-complex';

const tags: LinkTags = [
  ['utm_source', 'news'],
  ['utm_medium', 'email'],
];
const TAGS = 'utm_source=news&amp;utm_medium=email';
const footer = { watermark: false, postalAddress: undefined, hasLink: false };

/** An email as a recipient gets it. */
function sent(body: string, variables: Variables = {}, { isLiquid = false, added = tags } = {}) {
  const email = isLiquid ? compileLiquidEmail(body, null, added) : compileEmail(body, null, added);
  const { html, text } = emailTexts({ subject: 'x', email }, footer);
  const filled = (parts: typeof html): string =>
    parts.map((part) => (typeof part === 'string' ? part : part.render(variables, {}))).join('');
  return { html: filled(html), text: filled(text), links: email.links };
}

const link = (url: string): string => `<a href="${url}">A</a>`;
/** The URL of a link after its tags were added, as it is written in the HTML. */
const taggedUrl = (url: string, variables: Variables = {}, isLiquid = false): string | undefined =>
  /href="([^"]*)"/.exec(sent(link(url), variables, { isLiquid }).html)?.[1];

describe('parameters in links', () => {
  it.each([
    ['https://a.example', `https://a.example?${TAGS}`],
    ['https://a.example/x', `https://a.example/x?${TAGS}`],
    ['HTTP://a.example/x?', `HTTP://a.example/x?${TAGS}`],
    ['https://a.example/?x=1&amp;y=2', `https://a.example/?x=1&amp;y=2&amp;${TAGS}`],
    ['https://a.example/?x=1&', `https://a.example/?x=1&${TAGS}`],
    ['https://a.example/#part', `https://a.example/?${TAGS}#part`],
    ['https://a.example/?x=1#part?y', `https://a.example/?x=1&amp;${TAGS}#part?y`],
    [' https://a.example/\n', ` https://a.example/?${TAGS}\n`],
    ['https://a.example/&#63;x=1&#35;part', `https://a.example/&#63;x=1&amp;${TAGS}&#35;part`],
    ['https://a.example/&num;part', `https://a.example/?${TAGS}&num;part`],
    ['https://a.example/&#32;', `https://a.example/?${TAGS}&#32;`],
    ['https://a.example/?source=1', `https://a.example/?source=1&amp;${TAGS}`],
  ])('are added to %j', (url, expected) => {
    expect(taggedUrl(url)).toBe(expected);
    expect(taggedUrl(url, {}, true)).toBe(expected);
  });

  it.each([
    ['https://a.example/?utm_source=own', 'https://a.example/?utm_source=own&amp;utm_medium=email'],
    [
      'https://a.example/?UTM_Source=own&amp;utm%5Fmedium=x',
      'https://a.example/?UTM_Source=own&amp;utm%5Fmedium=x',
    ],
    ['https://a.example/?utm_source&utm_medium', 'https://a.example/?utm_source&utm_medium'],
    ['https://a.example/#utm_source=x&amp;utm_medium=y', 'https://a.example/#utm_source=x&amp;utm_medium=y'],
    ['https://a.example/?%', `https://a.example/?%&amp;${TAGS}`],
  ])('do not replace those of %j', (url, expected) => {
    expect(taggedUrl(url)).toBe(expected);
  });

  it.each([
    'mailto:a@b.example',
    'tel:+4917112345',
    'sms:+4917112345',
    '#top',
    '/relative',
    '//a.example/',
    'ftp://a.example/',
    'javascript:alert(1)',
    'https://a.example/unsubscribe',
    'https://a.example/opt-out?x=1',
    '{{carillon.unsubscribeUrl}}',
    'https://carillon.example.com/m/AAAAAAAAAAAAAAAAAAAAAA/menu.pdf',
    'https://{{host}}/x',
    'https://a.{{host}}/x',
    'https://a.example{{rest}}',
    '{{url}}',
    'https://a.example:99999/',
    `https://a.example/${'x'.repeat(4_070)}`,
  ])('are not added to %j', (url) => {
    const before = compileEmail(link(url));
    expect(compileEmail(link(url), null, tags)).toEqual(before);
  });

  it('are not added to a link that the author excludes, or to anything but a link', () => {
    const body =
      '<a href="https://a.example/" data-carillon-track="off">A</a><img src="https://a.example/a.png">' +
      '<link href="https://a.example/a.css"><p>https://a.example/</p><!-- <a href="https://a.example/"> -->';
    expect(compileEmail(body, null, tags)).toEqual(compileEmail(body));
    expect(compileEmail('Plain text: https://a.example/', null, tags)).toEqual(
      compileEmail('Plain text: https://a.example/'),
    );
  });

  it('are added to links with placeholders behind the host', () => {
    expect(taggedUrl('https://a.example/?id={{id}}', { id: 'a&b#c' })).toBe(
      `https://a.example/?id=a%26b%23c&amp;${TAGS}`,
    );
    expect(taggedUrl('https://a.example/{{page|home}}#{{part}}', { page: 'x?y', part: 'p' })).toBe(
      `https://a.example/x%3Fy?${TAGS}#p`,
    );
    expect(taggedUrl('https://a.example/{{page|home}}')).toBe(`https://a.example/home?${TAGS}`);
    expect(taggedUrl('https://a.example/?a={{a}}{{b}}', { a: '1', b: '2' })).toBe(
      `https://a.example/?a=12&amp;${TAGS}`,
    );
    expect(taggedUrl('https://a.example/?id={{ id | upcase }}', { id: 'a&b' }, true)).toBe(
      `https://a.example/?id=A%26B&amp;${TAGS}`,
    );
  });

  it('leave links alone whose fallback has a part of the URL, and keep a parameter from a fallback', () => {
    for (const url of ['https://a.example/{{x|y?z=1}}', 'https://a.example/{{x|&#35;top}}'])
      expect(compileEmail(link(url), null, tags)).toEqual(compileEmail(link(url)));
    expect(taggedUrl('https://a.example/?{{x|utm_source=own}}')).toBe(
      'https://a.example/?utm_source=own&amp;utm_medium=email',
    );
  });

  it('leave links alone that have conditions inside, but not those in a condition', () => {
    const inside = link('https://a.example/{% if x %}?y=1{% else %}#z{% endif %}');
    expect(compileLiquidEmail(inside, null, tags)).toEqual(compileLiquidEmail(inside));
    const around = `{% if x %}${link('https://a.example/')}{% else %}${link('https://b.example/')}{% endif %}`;
    expect(sent(around, { x: true }, { isLiquid: true }).html).toContain(`https://a.example/?${TAGS}"`);
    expect(sent(around, {}, { isLiquid: true }).html).toContain(`https://b.example/?${TAGS}"`);
  });

  it('are in quoted and unquoted attributes, and in buttons for Outlook', () => {
    const { html } = sent(
      "<a href='https://a.example/'>A</a><a href=https://b.example/x>B</a>" +
        '<!--[if mso]><v:roundrect href="https://c.example/"></v:roundrect><![endif]-->',
    );
    expect(html).toContain(`<a href='https://a.example/?${TAGS}'>`);
    expect(html).toContain(`<a href=https://b.example/x?${TAGS}>`);
    expect(html).toContain(`<v:roundrect href="https://c.example/?${TAGS}">`);
  });

  it('are in the text alternative and in the links that are counted', () => {
    const { text, links } = sent(`${link('https://a.example/#part')}${link('https://a.example/?id={{id}}')}`);
    expect(text).toContain('A [https://a.example/?utm_source=news&utm_medium=email#part]');
    expect(links).toEqual([
      { url: 'https://a.example/?utm_source=news&utm_medium=email#part', counted: true },
      { url: expect.stringContaining('{{id}}') as string, counted: false },
    ]);
  });

  it('change no byte of an email without them', () => {
    const body = `<p>Hi {{name|you}}</p>${link('https://a.example/?x=1&y=2')}`;
    expect(compileEmail(body, 'Preview', null)).toEqual(compileEmail(body, 'Preview'));
    expect(compileEmail(body, null, [])).toEqual(compileEmail(body));
  });

  it.each([
    ['spaces and markup', `a b"'<>&{{x}}`, 'a%20b%22%27%3C%3E%26%7B%7Bx%7D%7D'],
    ['an emoji', '🎻', '%F0%9F%8E%BB'],
    ['half an emoji', '\ud83c', '%EF%BF%BD'],
    ['controls', 'a\r\nb\0', 'a%0D%0Ab%00'],
    ['Liquid', '{% raw %}', '%7B%25%20raw%20%25%7D'],
  ])('encode %s', (_, value, expected) => {
    const added: LinkTags = [['utm_source', value]];
    for (const isLiquid of [false, true]) {
      const { html } = sent(link('https://a.example/'), { x: 'injected' }, { isLiquid, added });
      expect(html).toContain(`href="https://a.example/?utm_source=${expected}"`);
    }
  });

  it('are limited', () => {
    const added: LinkTags = [['utm_source', '🎻'.repeat(100)]];
    expect(() => compileEmail(link('https://a.example/').repeat(1_000), null, added)).toThrow(TooComplex);
  });
});

describe('the parameters of a campaign', () => {
  const account = { ...utmDefaults, isOn: true };
  const of = (name: string, utm?: Parameters<typeof contentOf>[0]['utm'], defaults = account) =>
    linkTagsOf({ name, content: contentOf({ ...(utm !== undefined && { utm }) }) }, defaults);

  it('are those of the account, with the name of the campaign', () => {
    expect(of('Spring sale')).toEqual([
      ['utm_source', 'newsletter'],
      ['utm_medium', 'email'],
      ['utm_campaign', 'Spring sale'],
    ]);
    expect(of('Spring', null, { ...account, campaign: 'all' })).toContainEqual(['utm_campaign', 'all']);
  });

  it('can be its own, and can be turned off or on', () => {
    const own = { source: 'shop', medium: null, campaign: 'x' };
    expect(of('Spring', { isOn: true, ...own }, utmDefaults)).toEqual([
      ['utm_source', 'shop'],
      ['utm_medium', 'email'],
      ['utm_campaign', 'x'],
    ]);
    expect(of('Spring', { isOn: false, ...own })).toBeNull();
    expect(of('Spring', null, utmDefaults)).toBeNull();
    expect(linkTagsOf({ name: 'Spring', content: contentOf({}) })).toBeNull();
  });

  it('have a name of limited length on one line, or none', () => {
    expect(of('\u0000 a\r\n\tb ')).toContainEqual(['utm_campaign', 'a b']);
    expect(of('🎻'.repeat(200))).toContainEqual(['utm_campaign', '🎻'.repeat(100)]);
    expect(of('')?.map(([name]) => name)).toEqual(['utm_source', 'utm_medium']);
  });
});
