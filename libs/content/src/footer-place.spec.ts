import { parse } from 'parse5';
import { footerPlace } from './footer-place';

const FOOTER = '<div id="footer">Unsubscribe</div>';

function withFooter(html: string): string {
  const { offset, close } = footerPlace(html);
  return html.slice(0, offset) + close + FOOTER + html.slice(offset);
}

interface Tree {
  nodeName: string;
  childNodes?: Tree[];
  attrs?: { name: string; value: string }[];
}

/** The names of the footer's ancestors; undefined if it is no element of the document. */
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
  '<div>'.repeat(300),
  '</body></html><div style="display:none">',
  '<button>',
  '<dialog>',
  '<marquee>',
];

describe('the place of the footer', () => {
  it.each([
    ['', ['<p>Hi</p>', '']],
    ['', ['<html><body><p>Hi</p>', '</body></html>']],
    ['', ['<body>Hi', '</body> and more']],
    ['', ['<p>Hi <!-- </body> --></p>', '']],
    ['</div>', ['<div><p>Hi</p>', '']],
    ['', ['<!doctype html>\n<p>Hi', '']],
  ])('is before the end of the body (%#)', (close, [before = '', after = '']) => {
    expect(footerPlace(before + after)).toEqual({ offset: before.length, close });
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

  it('is after the doctype where the end of the document shows nothing', () => {
    const doctype = '<!-- a -->\n<!DOCTYPE html>';
    expect(footerPlace(`${doctype}<frameset>`)).toEqual({ offset: doctype.length, close: '' });
    expect(footerPlace(`${doctype}<plaintext>`)).toEqual({ offset: doctype.length, close: '' });
  });

  it('is not moved by the characters that mark it', () => {
    expect(footerPlace('<p>\ufdd1</p><div \ufdd1></div>')).toEqual({ offset: 21, close: '' });
  });

  it.each(['<p>', '<b>', '<select>', '<table>', '<!--', '<a href="', '<svg>', '<iframe>', '{'])(
    'is found in a document of nothing but %s',
    (piece) => {
      const { offset, close } = footerPlace(piece.repeat(Math.floor(500_000 / piece.length)));
      expect(offset + close.length).toBeLessThan(510_000);
    },
  );
});
