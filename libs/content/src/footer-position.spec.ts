import { parse } from 'parse5';
import { footerPosition } from './footer-position';
import { TooComplex } from './too-complex';

const FOOTER = '<div id="footer">Unsubscribe</div>';

function withFooter(html: string): string {
  const { offset, close } = footerPosition(html);
  return html.slice(0, offset) + close + FOOTER + html.slice(offset);
}

interface Tree {
  nodeName: string;
  childNodes?: Tree[];
  attrs?: { name: string; value: string }[];
}

/** The names of the footer's ancestors; undefined if it isn't an element of the document. */
function ancestorsOf(node: Tree, ancestors: string[] = []): string[] | undefined {
  if (node.attrs?.some(({ name, value }) => name === 'id' && value === 'footer')) return ancestors;
  for (const child of node.childNodes ?? []) {
    const found = ancestorsOf(child, [...ancestors, node.nodeName]);
    if (found) return found;
  }
  return undefined;
}

const hiding = [
  '<select>',
  '<select><option>a',
  '<iframe>',
  '<iframe src="x"><p>',
  '<xmp>',
  '<noembed>',
  '<noframes>',
  '<noscript>',
  '<plaintext>',
  '<video>',
  '<audio><source src=x>',
  '<object>',
  '<canvas>',
  '<svg><g>',
  '<svg><desc><p>',
  '<math><mtext>',
  '<template>',
  '<template><div><template>',
  '<script>',
  '<style>',
  '<title>',
  '<textarea>',
  '<!--',
  '<!-- a -- b',
  '<![CDATA[',
  '<svg><![CDATA[',
  '<?php',
  '</ a',
  '<div style="display:none">',
  '<div hidden><p>a</p><div>',
  '<details><summary>a</summary><p>',
  '<a href="x',
  "<a href='x",
  '<a href=x',
  '<a ',
  '<',
  '</div',
  '<table><tr><td>',
  '<table>',
  '<table><tr>',
  '<b><i><p>',
  '<p><b></p><i>',
  '<frameset><frame src="x"></frameset>',
  '<frameset>',
  '<html><head><title>a</title></head><frameset cols="*"><noframes>',
  '<div>'.repeat(200),
  '</body></html><div style="display:none">',
  '<button>',
  '<dialog>',
  '<marquee>',
];

describe('the position of the footer', () => {
  it.each([
    ['', ['<p>Hi</p>', '']],
    ['', ['<html><body><p>Hi</p>', '</body></html>']],
    ['', ['<body>Hi', '</body> and more']],
    ['', ['<p>Hi <!-- </body> --></p>', '']],
    ['</div>', ['<div><p>Hi</p>', '']],
    ['', ['<!doctype html>\n<p>Hi', '']],
  ])('is before the end of the body (%#)', (close, [before = '', after = '']) => {
    expect(footerPosition(before + after)).toEqual({ offset: before.length, close });
  });

  it.each(hiding)('is visible after %j', (html) => {
    for (const document of [html, `<p>Hi</p>${html}`, `<!doctype html><html><body>a${html}</body></html>`]) {
      expect(ancestorsOf(parse(withFooter(document), { scriptingEnabled: false }) as Tree)).toEqual([
        '#document',
        'html',
        'body',
      ]);
    }
  });

  it('is after the doctype if the end of the document is invisible', () => {
    const doctype = '<!-- a -->\n<!DOCTYPE html>';
    expect(footerPosition(`${doctype}<frameset>`)).toEqual({ offset: doctype.length, close: '' });
    expect(footerPosition(`${doctype}<plaintext>`)).toEqual({ offset: doctype.length, close: '' });
  });

  it.each(['<!---->', '<!-->', '<!-- a --> '])(
    'is the beginning of the document after many comments (%s)',
    (comment) => {
      const comments = comment.repeat(500);
      expect(footerPosition(`${comments}<plaintext>`)).toEqual({ offset: 0, close: '' });
      const prolog = `${comments}<!doctype html>`;
      expect(footerPosition(`${prolog}<plaintext>`)).toEqual({ offset: prolog.length, close: '' });
    },
  );

  // Without the bounds of the parser, each document would take seconds to hours, or gigabytes.
  it.each([
    ['attributes', `<a ${Array.from({ length: 60_000 }, (_, at) => `a${at}`).join(' ')}>`],
    ['attributes of an end tag', `</p ${Array.from({ length: 60_000 }, (_, at) => `a${at}`).join(' ')}>`],
    ['attributes of the root', Array.from({ length: 40_000 }, (_, at) => `<html a${at}>`).join('')],
    ['repeated elements', Array.from({ length: 20_000 }, (_, at) => `<p><b a${at}></p>`).join('')],
    ['elements before a table', `<table>${'<br>'.repeat(120_000)}`],
    ['nested elements that end tags do not close', '<div><object></div>'.repeat(26_000)],
    ['nested elements', '<b>'.repeat(300)],
  ])('is not determined in a document with too many %s', (_, html) => {
    expect(() => footerPosition(`<!doctype html>${html}`)).toThrow(TooComplex);
  });

  it('is at the end of a large email of tables', () => {
    const row =
      '<tr><td style="padding:8px"><table><tr><td><b>A</b> <a href="https://example.com">b</a></td></tr></table></td></tr>';
    const html = `<!doctype html><html><body><table>${row.repeat(1_000)}</table></body></html>`;
    expect(footerPosition(html)).toEqual({ offset: html.indexOf('</body>'), close: '' });
  });

  it('is not affected by marker characters in the document', () => {
    expect(footerPosition('<p>\ufdd1</p><div \ufdd1></div>')).toEqual({ offset: 21, close: '' });
  });

  it.each(['<!--', '<a href="', '<iframe>', '{', ' '])(
    'is found in a document that consists only of %s',
    (piece) => {
      const { offset, close } = footerPosition(piece.repeat(Math.floor(500_000 / piece.length)));
      expect(offset + close.length).toBeLessThan(510_000);
    },
  );
});
