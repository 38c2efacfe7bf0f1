import { MAX_LINKS, MAX_PLACEHOLDERS, compileEmail, keysOf } from './compile-email';
import { TooComplex } from './too-complex';

const filled = (piece: string): string => piece.repeat(Math.floor(500_000 / piece.length));
const numbered = (count: number, piece: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => piece(n)).join('');

describe('a compiled email', () => {
  it('contains the placeholders and their encodings, the links, and the position of the footer', () => {
    const html =
      '<body><a href="https://a.example/">Dear {{name|you}}</a> <a href="https://b.example/?n={{n}}">b</a></body>';
    const first: Record<string, unknown> = { link: 0, written: 'https://a.example/' };
    expect(compileEmail(html)).toEqual({
      html: [
        '<body><a href="',
        first,
        '">Dear ',
        { key: 'name', fallback: 'you', as: ['html'] },
        '</a> <a href="https://b.example/?n=',
        { key: 'n', fallback: '', as: ['url-part', 'html'] },
        '">b</a>',
        { footer: '' },
        '</body>',
      ],
      text: [
        'Dear ',
        { key: 'name', fallback: 'you', as: [] },
        ' [https://a.example/] b [https://b.example/?n=',
        { key: 'n', fallback: '', as: ['url-part'] },
        ']',
      ],
      links: [
        { url: 'https://a.example/', counted: true },
        { url: 'https://b.example/?n={{n}}', counted: false },
      ],
    });
  });

  it.each([
    ['{{a}}', ['a', 'footer']],
    ['{{a}}{{b}}', ['a', 'b', 'footer']],
    ['', ['footer']],
    ['<body>{{a}}</body>', ['', 'a', 'footer', '']],
    ['<frameset>{{a}}', ['footer', '', 'a']],
  ])('contains its footer once, also next to placeholders: %j', (html, expected) => {
    const parts = compileEmail(html).html.map((part) => {
      if (typeof part === 'string') return '';
      return 'key' in part ? part.key : 'footer';
    });
    expect(parts).toEqual(expected);
  });

  it("lists each of its placeholders once, except the system's placeholders", () => {
    expect(keysOf(compileEmail('{{b}}{{a|x}}{{b}}{{carillon.unsubscribeUrl}}'))).toEqual(['b', 'a']);
  });

  it('numbers only as many links as can be distinguished', () => {
    const { links, html } = compileEmail(numbered(1_200, (n) => `<a href="https://a.example/${n}">x</a>`));
    expect(links).toHaveLength(MAX_LINKS);
    expect(html.filter((part) => typeof part !== 'string' && 'link' in part)).toHaveLength(MAX_LINKS);
  });
});

describe('an email that is costly to compile', () => {
  it.each([
    ['a placeholder in each of many terms', filled('{{a}}<dt>')],
    ['placeholders', '{{a}}'.repeat(MAX_PLACEHOLDERS + 1)],
    ['keys written as entities', filled('{{&amp;a}}')],
    ['nested elements', filled('<div>')],
    ['nested tables', filled('<table><tr><td>')],
    ['elements', filled('<br>')],
    ['rows', filled('<tr>').replace('<tr>', '<table><tr>')],
    ['repeated formatting elements', numbered(9_000, (n) => `<p><b a${n}></p>`)],
    ['misnested formatting', filled('<b><i><u><p></b></i>')],
    ['attributes', `<a ${numbered(60_000, (n) => `a${n} `)}>`],
    ['attributes of the root', numbered(30_000, (n) => `<html a${n}>`)],
    ['elements before a table', `<table>${filled('<br>')}`],
    ['values in one style sheet', `<style>${filled('{{a}}"')}</style>`],
    ['values in one URL', `<a href="https://a.example/${filled('{{a}}')}">`],
    ['values for Outlook', filled('<!--[if mso]><a href="https://a.example/{{a}}"><![endif]-->')],
  ])('is refused: %s', (_, html) => {
    expect(() => compileEmail(html)).toThrow(TooComplex);
  });

  const some = (piece: string): string => piece.repeat(Math.floor(100_000 / piece.length));
  it.each([
    ['one long word', some('x')],
    ['entities', some('&amp;')],
    ['spaces that do not break', some('&nbsp;')],
    ['padding', some('&zwnj;&#847;')],
    ['less-than signs', some('<')],
    ['a comment that is never closed', some('<!--')],
    ['nested comments for Outlook', some('<!--[if mso]>')],
    ['one fallback of tags', `{{a|${some('<b>')}}}`],
    ['one long style', `<p style="${some('a:b;')}">x</p>`],
    ['a URL that is never closed', `<a href="${some('x')}`],
    ['names of hosts', some('a.')],
    ['links in a text', some('https://')],
    ['rows of a report', `<table>${'<tr><td>x</td><td>ü</td></tr>'.repeat(3_000)}</table>`],
    ['tables 60 deep', `${'<table><tr><td>'.repeat(60)}x${'</td></tr></table>'.repeat(60)}`],
  ])('is compiled in linear time if possible: %s', (_, html) => {
    expect(compileEmail(html).html.length).toBeGreaterThan(1);
  });
});
