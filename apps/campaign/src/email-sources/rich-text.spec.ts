import { richText } from './rich-text';

describe('the formatted text of a design', () => {
  it('keeps formatting, links, lists, colors, and placeholders', () => {
    const html =
      '<p>Dear <strong>{{name|friend}}</strong>,<br /><em>a</em> <u>b</u> <s>c</s></p><ul><li>one</li></ul>' +
      '<p><a href="https://example.com/?q={{q}}">link</a> <span style="color:#1d4ed8">blue</span></p>';
    expect(richText(html)).toBe(html);
  });

  it.each([
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<script>x()</script>a', 'a'],
    ['<style>p{}</style>a', 'a'],
    ['<a href="javascript:x()">a</a>', '<a>a</a>'],
    ['<p style="position:fixed">a</p>', '<p>a</p>'],
    ['<span style="color:red;background:url(x)">a</span>', '<span>a</span>'],
    ['</mj-text><mj-include path="x" />a', 'a'],
    ['<img src="https://example.com/x.png">a', 'a'],
    ['<p>a <b>b', '<p>a <b>b</b></p>'],
    ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
  ])('makes %s to %s', (html, expected) => {
    expect(richText(html)).toBe(expected);
  });
});
