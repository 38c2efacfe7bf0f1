import { compileEmail } from '../compile-email';
import { emailTexts } from '../email-texts';
import type { Variables } from '../look-up';
import type { TemplatePart } from '../template';
import { compileLiquidEmail } from './compile-liquid-email';

const footer = { watermark: true, postalAddress: undefined, hasLink: true };
const system = { 'carillon.unsubscribeUrl': 'https://u.example/' };

function sent(html: string, variables: Variables = {}, preheader: string | null = null) {
  const counters = {
    inPlaceOf: (url: string) => `https://c.example/?${new URL(url).hostname}`,
    picture: 'https://c.example/o.gif',
  };
  const email = compileLiquidEmail(html, preheader);
  const texts = emailTexts({ subject: '{{ name }}', email }, footer, counters);
  const all = (parts: readonly TemplatePart[]): string =>
    parts.map((part) => (typeof part === 'string' ? part : part.render(variables, system))).join('');
  return { email, subject: texts.subject.render(variables), html: all(texts.html), text: all(texts.text) };
}

describe('an email in Liquid', () => {
  it('has the footer and the picture where an email with placeholders has them', () => {
    const html = '<html><body><table><tr><td>Hi</td></tr></table></body></html>';
    const simple = emailTexts({ subject: 'x', email: compileEmail(html) }, footer);
    const liquid = emailTexts({ subject: 'x', email: compileLiquidEmail(html) }, footer);
    const all = (parts: readonly TemplatePart[]): string =>
      parts.map((part) => (typeof part === 'string' ? part : part.render({}, system))).join('');
    expect(all(liquid.html)).toBe(all(simple.html));
    expect(all(liquid.text)).toBe(all(simple.text));
  });

  it('counts links without values, also in branches', () => {
    const html =
      '{% if a %}<a href="https://one.example/?a&amp;b">1</a>{% else %}<a href="https://two.example/">2</a>{% endif %}<a href="https://x.example/{{ v }}">';
    const { email } = sent(html);
    expect(email.links).toEqual([
      { url: 'https://one.example/?a&b', counted: true },
      { url: 'https://two.example/', counted: true },
      { url: 'https://x.example/{{v}}', counted: false },
    ]);
    expect(sent(html, { a: true, v: 'v' }).html).toContain(
      '<a href="https://c.example/?one.example">1</a><a href="https://x.example/v">',
    );
    expect(sent(html).html).toContain('<a href="https://c.example/?two.example">2</a>');
  });

  it('has the footer outside of blocks', () => {
    const html = '<html>{% if a %}<body><p>A</p></body>{% endif %}</html>';
    for (const a of [true, false]) expect(sent(html, { a }).html).toContain('Unsubscribe</a></div>');
  });

  it('has the preheader before blocks, with its values', () => {
    const html = '<body>{% for i in l %}<p>{{ i }}</p>{% endfor %}</body>';
    const { html: shown } = sent(html, { l: ['a', 'b'], name: '<' }, 'For {{ name | default: "you" }} & all');
    expect(shown).toMatch(
      /^<body><div style="display:none[^>]*>For &lt; &amp; all(?:&zwnj;&nbsp;)*<\/div><p>a<\/p><p>b<\/p>/,
    );
  });

  it('has a text alternative with its conditions and loops', () => {
    const html =
      '<p>Hi {{ name }}</p>{%- if vip -%}<p>VIP &#123;{ x }}</p>{%- endif -%}<ul>{% for i in l %}<li>{{ i }} <a href="https://x.example/{{ i }}">link</a></li>{% endfor %}</ul>{% comment %}no{% endcomment %}';
    const { text } = sent(html, { name: 'Ann', vip: true, l: ['a b', 'c'] });
    expect(text).toMatch(/^Hi Ann\n\nVIP \{\{ x \}\}\n\n \* a b link \[https:\/\/x\.example\/a%20b\]\n/);
    expect(sent(html, { name: 'Ann', l: [] }).text).toMatch(/^Hi Ann\n\n-- \n/);
  });

  it('keeps marks out of an author’s text', () => {
    expect(sent('<p>\ufdd0\ufdd1 1\ufdd2x\ufdd1\ufdd3</p>').html).toContain('<p>   1 x  </p>');
  });
});
