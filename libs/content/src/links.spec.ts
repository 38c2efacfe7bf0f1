import { processorTime } from '@carillon/testing/processor-time';
import { compileEmail } from './compile-email';
import { type Counters, emailTexts } from './email-texts';
import { linksOf, withLinks } from './links';
import { type TemplatePart, compileTemplate } from './template';

const COUNTER = 'https://mail.example.com/c/TOKEN';
const footer = { watermark: false, postalAddress: undefined, hasLink: true };

/** The HTML with a counter instead of each countable link. */
function counted(html: string, variables = {}): string {
  const parts = withLinks(compileTemplate(html, 'html').parts, () => COUNTER);
  return parts.map((part) => (typeof part === 'string' ? part : part.render(variables))).join('');
}

const U = 'https://shop.example/sale';

/** `@` stands for the URL in the input, and for the counter in the output. */
const rewritten: [string, string, string?][] = [
  ['in double quotes', '<a href="@">x</a>'],
  ['in single quotes', "<a href='@'>x</a>"],
  ['without quotes', '<a href=@>x</a>'],
  ['without quotes, before another attribute', '<a href=@ class=b>x</a>'],
  ['with white space around the equals sign', '<a href = "@">x</a>'],
  ['with white space around the URL', '<a href=" @\n">x</a>', '<a href="@">x</a>'],
  ['in uppercase', '<A HREF="@">x</A>'],
  ['with the scheme in uppercase', '<a href="HTTPS://shop.example/sale">x</a>', '<a href="@">x</a>'],
  ['with http', '<a href="http://shop.example/">x</a>', '<a href="@">x</a>'],
  ['after other attributes', '<a class="b" style=\'color:red\' target=_blank href="@">x</a>'],
  ['across lines', '<a\n  class="b"\n  href="@"\n>x</a>'],
  ['in an image map', '<map><area shape=rect href="@"></map>'],
  [
    'around a picture',
    '<a href="@"><img src="https://shop.example/a.png" srcset="https://shop.example/b.png 2x"></a>',
  ],
  ['twice in one tag', '<a href="@" href="https://other.example">x</a>'],
  ['next to another link', '<a href="@">x</a><a href="@">y</a>'],
  ['in a tag that is not closed', '<a href="@">x'],
  ['in a self-closing tag', '<a href="@"/>x'],
  ['after a stray angle bracket', 'a < b <a href="@">x</a>'],
  ['after an empty attribute', '<a hidden href="@">x</a>'],
  ['with entities', '<a href="https://shop.example/?a=1&amp;b=2&#38;c&equals;3">x</a>', '<a href="@">x</a>'],
  ['with bare ampersands', '<a href="https://shop.example/?a=1&copy=2">x</a>', '<a href="@">x</a>'],
  [
    'with a port, a query and a fragment',
    '<a href="https://shop.example:8443/a?b#c">x</a>',
    '<a href="@">x</a>',
  ],
  ['with letters beyond ASCII', '<a href="https://müller.example/größe">x</a>', '<a href="@">x</a>'],
  ['with braces that are no placeholder', '<a href="https://shop.example/{id}">x</a>', '<a href="@">x</a>'],
  ['after a base element', '<base href="https://base.example/"><a href="@">x</a>'],
  ['in a nested table', '<table><tr><td><table><tr><td><a href="@">x</a></table></table>'],
  ['between placeholders', '{{a}}<a title="{{b|B}}" href="@">{{c}}</a>{{d}}', '<a title="B" href="@"></a>'],
  ['shown to all but Outlook', '<!--[if !mso]><!--><a href="@">x</a><!--<![endif]-->'],
  ['shown to Outlook', '<!--[if mso]><a href="@">x</a><![endif]-->'],
  ['of a button for Outlook', '<!--[if mso]><v:roundrect arcsize="9%" href="@"></v:roundrect><![endif]-->'],
  ['after a comment', '<!-- <a href="https://old.example"> --><a href="@">x</a>'],
  ['after a script', '<script>"<a href=https://s.example>"</script><a href="@">x</a>'],
  [
    'with a URL of 4,000 characters',
    `<a href="https://shop.example/${'a'.repeat(3_900)}">x</a>`,
    '<a href="@">x</a>',
  ],
];

const untouched: [string, string][] = [
  ['mailto', '<a href="mailto:ann@example.com">x</a>'],
  ['tel', '<a href="tel:+491701234567">x</a>'],
  ['sms', '<a href="sms:+491701234567">x</a>'],
  ['javascript', '<a href="javascript:alert(1)">x</a>'],
  ['javascript, written with entities', '<a href="java&#115;cript:alert(1)">x</a>'],
  ['data', '<a href="data:text/html,x">x</a>'],
  ['an anchor', '<a href="#top">x</a>'],
  ['nothing', '<a href="">x</a><a href>x</a>'],
  ['a relative path', '<a href="/sale">x</a>'],
  ['a URL without a scheme', '<a href="//shop.example/sale">x</a>'],
  ['an invalid URL', '<a href="https://">x</a><a href="https://[::">x</a>'],
  ['a URL of 5,000 characters', `<a href="https://shop.example/${'a'.repeat(5_000)}">x</a>`],
  [
    'an unsubscribe page',
    '<a href="https://shop.example/Unsubscribe?u=1">x</a><a href="https://x.example/opt-out">x</a>',
  ],
  ['a link that its author excludes', '<a href="https://shop.example/" data-carillon-track="off">x</a>'],
  [
    'a style sheet and a base',
    '<link rel=stylesheet href="https://s.example/a.css"><base href="https://b.example/">',
  ],
  [
    'pictures',
    '<img src="https://s.example/a.png" srcset="https://s.example/a.png 1x, https://s.example/b.png 2x">',
  ],
  ['a form', '<form action="https://shop.example/"><input></form>'],
  ['text', 'https://shop.example/sale <p>href="https://shop.example/"</p>'],
  ['another attribute', '<a data-href="https://shop.example/" title="https://shop.example/">x</a>'],
  ['a comment', '<!-- <a href="https://shop.example/">x</a> -->'],
  ['a script', '<script>var a = \'<a href="https://shop.example/">\'</script>'],
  [
    'a style',
    '<style>a[href="https://shop.example/"] { color: red } <a href="https://shop.example/"></style>',
  ],
  ['a title', '<title><a href="https://shop.example/"></title>'],
  ['a tag that never ends', '<a href="https://shop.example/'],
  ['an end tag', '</a href="https://shop.example/">'],
];

describe('a link', () => {
  it.each(rewritten)('leads through the counter %s', (_, before, after = before) => {
    expect(counted(before.replaceAll('@', U))).toBe(after.replaceAll('@', COUNTER));
  });

  it.each(untouched)('to %s stays unchanged', (_, html) => {
    expect(counted(html)).toBe(html);
  });

  it.each([
    ['https://shop.example/?id={{id}}', 'https://shop.example/?id=7'],
    ['{{page}}', 'https://a.example/'],
    ['{{carillon.unsubscribeUrl}}', ''],
    ['https://{{host}}/a', 'https://b.example/a'],
  ])('with a placeholder, %s, stays a separate link for each person', (href, filled) => {
    const variables = { id: 7, page: 'https://a.example/', host: 'b.example' };
    expect(counted(`<a href="${href}">x</a>`, variables)).toBe(`<a href="${filled}">x</a>`);
  });
});

describe('the links of an email', () => {
  it('are its distinct links as an email client interprets them, in order', () => {
    const html = `<a href="https://b.example/?x=1&amp;y=2">1</a><a href=" https://a.example ">2</a>
      <a href='https://b.example/?x=1&y=2'>again</a><a href="mailto:a@b.example">3</a>
      <a href="https://c.example/?u={{ id | none }}&amp;v={{name}}">4</a><a href="{{carillon.unsubscribeUrl}}">5</a>
      <a href="{{page}}">6</a><!--[if mso]><a href="https://d.example/">7</a><![endif]-->`;
    expect(linksOf(html, 100)).toEqual([
      { url: 'https://b.example/?x=1&y=2', counted: true },
      { url: 'https://a.example', counted: true },
      { url: 'https://c.example/?u={{id}}&amp;v={{name}}', counted: false },
      { url: '{{page}}', counted: false },
      { url: 'https://d.example/', counted: true },
    ]);
  });

  it('are limited to the requested number', () => {
    const html = Array.from({ length: 50 }, (_, n) => `<a href="https://a.example/${n}">x</a>`).join('');
    expect(linksOf(html, 10)).toHaveLength(10);
  });

  it('are found in half a megabyte of HTML in linear time', () => {
    const html = `<a href="https://a.example/">{{x}}</a>`.repeat(13_000);
    expect(linksOf(html, 10)).toEqual([{ url: 'https://a.example/', counted: true }]);
    expect(counted(html).match(/TOKEN/g)).toHaveLength(13_000);
  });

  it.each<[string, string, string[]]>([
    [
      'white space within a URL',
      `<a href="https://a.example/${' '.repeat(250_000)}b">x</a><a href="${U}">y</a>`,
      [U],
    ],
    [
      'white space next to a placeholder',
      `<a href="https://a.example/{{x}}${' '.repeat(250_000)}b">x</a><a href="${U}">y</a>`,
      [U],
    ],
    [
      'nested comments for Outlook',
      `${'<!--[if mso]>'.repeat(12_000)}${'<![endif]'.repeat(12_000)}--><a href="${U}">y</a>`,
      [U],
    ],
    ['comments for Outlook that do not end', `<a href="${U}">y</a>${'<!--[if mso]>'.repeat(18_000)}`, [U]],
  ])('are found at once next to a quarter of a megabyte of %s', (_, html, urls) => {
    const usedMs = processorTime();
    expect(linksOf(html, 10).map(({ url }) => url)).toEqual(urls);
    expect(usedMs()).toBeLessThan(2_000);
  });
});

describe('an email with counters', () => {
  const counters: Counters = {
    inPlaceOf: (url) => (url === U ? COUNTER : null),
    picture: 'https://mail.example.com/o/TOKEN.gif',
  };
  const body = `<html><body><a href="${U}">Sale</a> <a href="https://new.example">New</a></body></html>`;
  const written = (parts: readonly TemplatePart[]) =>
    parts.map((part) => (typeof part === 'string' ? part : '<link>')).join('');

  it('has a picture after its footer, and does not change the unsubscribe link and links without a number', () => {
    const filled = written(emailTexts({ subject: 'x', email: compileEmail(body) }, footer, counters).html);
    expect(filled).toContain(`<a href="${COUNTER}">Sale</a> <a href="https://new.example">New</a>`);
    expect(filled).toMatch(
      /<a href="<link>"[^>]*>Unsubscribe<\/a><\/div><img src="https:\/\/mail.example.com\/o\/TOKEN.gif"[^>]*><\/body>/,
    );
  });

  it('contains its author’s links in its text', () => {
    const { text } = emailTexts({ subject: 'x', email: compileEmail(body) }, footer, counters);
    expect(written(text)).toContain(`Sale [${U}]`);
  });

  it('is unchanged without counters', () => {
    const html = written(emailTexts({ subject: 'x', email: compileEmail(body) }, footer).html);
    expect(html).not.toContain('mail.example.com');
    expect(html).toContain(`<a href="${U}">Sale</a>`);
  });
});
