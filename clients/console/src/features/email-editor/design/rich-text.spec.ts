import { type RichNode, htmlOf } from './rich-text';

const text = (value: string, ...marks: NonNullable<RichNode['marks']>): RichNode => ({
  ...{ type: 'text', text: value, marks },
});
const paragraph = (...content: RichNode[]): RichNode => ({ type: 'paragraph', content });
const doc = (...content: RichNode[]): RichNode => ({ type: 'doc', content });

const bold = { type: 'bold' };
const link = { type: 'link', attrs: { href: 'https://example.com/?a=1&b="2"', target: '_blank' } };

describe('the HTML of a formatted text', () => {
  it('is empty if nothing is written', () => {
    expect(htmlOf(doc(paragraph()), false)).toBe('');
    expect(htmlOf(doc(paragraph()), true)).toBe('');
  });

  it('has paragraphs, line breaks, and lists', () => {
    const item = { type: 'listItem', content: [paragraph(text('one'))] };
    const list = { type: 'bulletList', content: [item] };
    expect(
      htmlOf(doc(paragraph(text('a'), { type: 'hardBreak' }, text('b')), paragraph(), list), false),
    ).toBe('<p>a<br>b</p><p><br></p><ul><li><p>one</p></li></ul>');
  });

  it('keeps a link in one piece if a part of it is bold', () => {
    const parts = [text('Buy ', link), text('now', bold, link), text('!', bold)];
    expect(htmlOf(doc(paragraph(...parts)), false)).toBe(
      '<p><a href="https://example.com/?a=1&amp;b=&quot;2&quot;">Buy <b>now</b></a><b>!</b></p>',
    );
  });

  it('has colors as hexadecimal digits, and placeholders as they are', () => {
    const color = { type: 'textColor', attrs: { color: '#ff0000' } };
    const parts = [text('Dear {{name|R & D}} ', color), text('<b>', color, { type: 'strike' })];
    expect(htmlOf(doc(paragraph(...parts)), true)).toBe(
      '<span style="color:#ff0000">Dear {{name|R &amp; D}} <s>&lt;b&gt;</s></span>',
    );
  });
});
