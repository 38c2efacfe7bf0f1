import { escapeHtml } from './escape-html';

describe('escaping for HTML', () => {
  it.each([
    ['', ''],
    ['Ada', 'Ada'],
    ['<b>', '&lt;b&gt;'],
    ['a & b', 'a &amp; b'],
    ['&amp;', '&amp;amp;'],
    [`"it's"`, '&quot;it&#39;s&quot;'],
    ['é 名 😀 \u0000', 'é 名 😀 \u0000'],
  ])('turns %j into %j', (text, escaped) => {
    expect(escapeHtml(text)).toBe(escaped);
  });
});
