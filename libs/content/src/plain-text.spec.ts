import { plainTextOf } from './plain-text';
import { compileTemplate } from './template';

const keysIn = (text: string, mode: 'html' | 'text'): readonly string[] => compileTemplate(text, mode).keys;

describe('the text alternative of an HTML email', () => {
  it.each([
    ['<p>Hello</p>', 'Hello', 'is the text'],
    ['', '', 'is empty when there is none'],
    ['just text', 'just text', 'may come from text without markup'],
    ['<p>one</p><p>two</p>', 'one\n\ntwo', 'sets paragraphs apart'],
    ['one<br>two', 'one\ntwo', 'keeps line breaks'],
    ['<h1>News &amp; more</h1>', 'News & more', 'keeps the case of headings'],
    ['<a href="https://a.example/?x=1&amp;y=2">here</a>', 'here [https://a.example/?x=1&y=2]', 'shows links'],
    [
      '<a href="https://a.example">https://a.example</a>',
      'https://a.example',
      'shows a link once when it is its own text',
    ],
    ['<a href="mailto:a@b.example">write</a>', 'write [a@b.example]', 'shows the address of a mail link'],
    ['<a href="#top">up</a>', 'up', 'omits links within the document'],
    [
      '<a href="https://a.example"><img src="x.png" alt="pic"></a>',
      'pic [https://a.example]',
      'shows the link of an image',
    ],
    ['a <img src="x.png" alt="a pic"> b', 'a a pic b', 'contains the descriptions of images'],
    ['a<img src="x.png">b<img src="x.png" alt=" ">c', 'abc', 'skips images without a description'],
    ['<html><body><p>one</p></body>two</html>three', 'one\n\ntwothree', 'has what is behind the body'],
    ['Dear {{name}},\nhello\r\n\r\nBye', 'Dear {{name}},\nhello\n\nBye', 'keeps the lines of a text'],
    ['a < b\nand c > d', 'a < b\nand c > d', 'does not mistake a comparison for a tag'],
    ['<p>one\ntwo</p>', 'one two', 'joins the lines of HTML'],
    ['<ul><li>one<li>two</ul>', '* one\n * two', 'marks the items of a list'],
    ['<ol><li>one<li>two</ol>', '1. one\n 2. two', 'numbers the items of a list'],
    [
      '<table><tr><td>Ink</td><td>2</td></tr><tr><td>Pen</td><td>3</td></tr></table>',
      'Ink 2\nPen 3',
      'keeps cells apart',
    ],
    ['<blockquote>quoted</blockquote>', '> quoted', 'marks quotations'],
    [
      '<html><head><title>T</title><style>p{}</style></head><body>x</body></html>',
      'x',
      'contains only the text of the body',
    ],
    ['<title>T</title><style>p{}</style><script>s</script><!-- c -->x', 'x', 'omits invisible content'],
    ['<div style="display:none">pre</div><p hidden>y</p>x', 'x', 'omits hidden elements'],
    [
      '<a href="mailto:a@b.example?subject=Hi%20there">write</a>',
      'write [a@b.example]',
      'shows only the address of a mail link',
    ],
    [
      '<a href="MAILTO:a@b.example">write</a>',
      'write [a@b.example]',
      'recognizes a mail link in any letter case',
    ],
    ['<a href="mailto:?subject=Hi">share</a>', 'share', 'shows no mail link without an address'],
    ['<div style="display:  NONE !important">pre</div>x', 'x', 'reads styles in any spelling'],
    [
      '<div style="max-height:0;overflow:hidden;mso-hide:all" aria-hidden="true">pre</div>x',
      'x',
      'omits content without height',
    ],
    [
      '<div style="max-height:0px; max-width:0; opacity:0">pre <a href="https://a.example">a</a></div>x',
      'x',
      'omits transparent content',
    ],
    ['<span style="visibility:hidden">pre</span>x', 'x', 'omits invisible content'],
    [
      '<span style="font-size:0">pre</span><span style="font:1px/1px a">pre</span>x',
      'x',
      'omits text that is too small to be read',
    ],
    [
      '<td style="font-size:0px"><div style="font-size:16px">Hi</div></td>',
      'Hi',
      'keeps large text in a small element',
    ],
    ['<p style="mso-hide:all">Hi</p>', 'Hi', 'keeps content that only Outlook hides'],
    ['<p aria-hidden="true">Hi</p>', 'Hi', 'keeps content that is hidden only from screen readers'],
    ['<p style="opacity:.9;max-height:0">Hi</p>', 'Hi', 'keeps overflowing content'],
    ['<p hidden>a<p>b', 'b', 'continues after an unclosed hidden paragraph'],
    [
      '<div>Preview&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&shy;&#8199;&shy;</div>x',
      'Preview\nx',
      'omits the padding of preview texts',
    ],
    ['Donau&shy;dampf&#8203;schiff', 'Donaudampfschiff', 'omits optional hyphens'],
    ['می‌خواهم 👨‍👩‍👧 ❤️‍🔥', 'می‌خواهم 👨‍👩‍👧 ❤️‍🔥', 'keeps joiners and non-joiners'],
    ['a&nbsp;&nbsp;b', 'a\u00a0\u00a0b', 'keeps the spaces of an author'],
  ])('of %j is %j: it %s', (html, text) => {
    expect(plainTextOf(html)).toBe(text);
  });

  it('wraps lines at 78 characters and never within a link', () => {
    const url = `https://a.example/${'x'.repeat(100)}`;
    const lines = plainTextOf(`<p>${'lorem ipsum '.repeat(30)}<a href="${url}">here</a></p>`).split('\n');
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(line.length <= 78 || line.includes(`[${url}]`)).toBe(true);
  });

  it('indents later lines of an item or quotation like the first line', () => {
    const paragraph = 'lorem ipsum '.repeat(10);
    expect(plainTextOf(`<p>x</p><ul><li>${paragraph}</ul>`).split('\n').slice(2)).toEqual([
      expect.stringMatching(/^ \* lorem/) as unknown,
      expect.stringMatching(/^ {3}\w/) as unknown,
    ]);
    expect(plainTextOf(`<blockquote>${paragraph}</blockquote>`)).toMatch(/^> lorem.*\n> \w/);
  });

  it.each([
    ['Hi {{name}}', 'Hi {{name}}'],
    ['<h1>{{name}}</h1>', '{{name}}'],
    [
      '<a href="https://a.example/{{id}}?n={{ name | x }}">go</a>',
      'go [https://a.example/{{id}}?n={{name|x}}]',
    ],
    ['<a href="{{carillon.unsubscribeUrl}}">stop</a>', 'stop [{{carillon.unsubscribeUrl}}]'],
    ['{{first   name|my  friend}}', '{{first   name|my friend}}'],
    ['{{name|\n friend\n}}', '{{name|friend}}'],
    ['{{name|}}', '{{name|}}'],
    ['{{name|<b>you</b> &amp; yours}}', '{{name|you & yours}}'],
    ['{{name|&#125;&#125;}}', '{{name|}}'],
    ['{{pr&eacute;nom}}', '{{prénom}}'],
    ['{{<b>name</b>}}', '{{name}}'],
    ['{{{name}}}', '{{{name}}}'],
    ['{{name', '{{name'],
  ])('of %j contains complete placeholders: %j', (html, text) => {
    expect(plainTextOf(html)).toBe(text);
  });

  it('does not break a line within a placeholder', () => {
    const placeholder = `{{name|${'a long fallback '.repeat(10).trim()}}}`;
    expect(plainTextOf(`<p>${'word '.repeat(14)}${placeholder}</p>`)).toContain(placeholder);
  });

  it('does not turn braces that the author wrote as entities into placeholders', () => {
    const html = '&#123;&#123;secret}} {&lbrace;secret}} {{name}} \ufdd00\ufdd1';
    expect(keysIn(plainTextOf(html), 'text')).toEqual(['name']);
  });

  it('never has a placeholder that the HTML lacks, or an internal token', () => {
    const pieces = [
      '{{',
      '}}',
      '{',
      '}',
      '&#123;',
      '&#125;',
      'a',
      'b',
      ' ',
      '|',
      '<b>',
      '</b>',
      '<p>',
      '<a href="',
      '">',
    ];
    let seed = 3;
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < 5_000; i++) {
      const html = Array.from({ length: 2 + next(12) }, () => pieces[next(pieces.length)]).join('');
      const text = plainTextOf(html);
      expect({
        html,
        extra: keysIn(text, 'text').filter((key) => !keysIn(html, 'html').includes(key)),
      }).toEqual({ html, extra: [] });
      expect(text).not.toMatch(/[\ufdd0\ufdd1]/);
    }
  });

  it.each([
    ['<b>', '</b>'],
    ['<div><p>', '</div>'],
    ['<table><tr><td>', '</table>'],
    ['<ul><li>', '</ul>'],
    ['<b><!--</b>-->', ''],
    ['<<b>b>', ''],
    ['<i a="</i>">', ''],
  ])('keeps the text of a document with extremely nested %s', (opening, closing) => {
    const text = plainTextOf(
      `<p>before</p>${opening.repeat(5_000)}Hi {{name}}${closing.repeat(5_000)}<p>after</p>`,
    );
    expect(text).toContain('before');
    expect(text.replace(/\n/g, ' ')).toContain('Hi {{name}}');
    expect(text).toContain('after');
  });
});

describe('half a million characters of hostile HTML', () => {
  const filled = (piece: string): string => piece.repeat(Math.floor(500_000 / piece.length));
  const half = (piece: string): string => piece.repeat(Math.floor(250_000 / piece.length));

  it.each([
    ['elements never closed', filled('<b>')],
    ['elements closed with other names', half('<b>') + half('</x>')],
    ['nested lists', filled('<ol><li>x')],
    ['nested quotations', filled('<blockquote>x')],
    ['many lines in deep quotations', '<blockquote>'.repeat(120) + filled('x<br>')],
    ['preformatted lines in deep quotations', `${'<blockquote>'.repeat(120)}<pre>${filled('a\n')}`],
    ['words in deep links', '<a href=x>'.repeat(120) + filled('y ')],
    ['nested tables', filled('<table><tr><td>')],
    ['nested pictures', filled('<svg/>')],
    ['incomplete tags', filled('<<b>b>')],
    ['comments within tags', `${'<b>'.repeat(200)}${filled('<<!---->b>')}`],
    ['rules', filled('<hr>')],
    ['less-than signs', filled('<')],
    ['ampersands', filled('&')],
    ['comments never closed', filled('<!--')],
    ['attributes', `<a ${filled('a=1 ')}>`],
    ['an attribute never closed', `<a href="${filled('x')}`],
    ['spaces', filled(' ')],
    ['one long word', filled('x')],
    ['placeholders', filled('{{a|<}}')],
    ['one fallback of tags', `{{a|${filled('<b>')}}}`],
  ])('is converted without hanging or overflowing: %s', (_, html) => {
    expect(plainTextOf(html).length).toBeLessThanOrEqual(500_001);
  });
});
