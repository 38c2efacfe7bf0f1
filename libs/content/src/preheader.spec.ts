import { compileEmail, keysOf } from './compile-email';
import { emailTexts } from './email-texts';

const footer = { watermark: false, postalAddress: undefined, hasLink: false };
const rendered = (html: string, preheader: string | null, variables = {}) => {
  const texts = emailTexts({ subject: '', email: compileEmail(html, preheader) }, footer);
  const fill = (parts: typeof texts.html) =>
    parts.map((part) => (typeof part === 'string' ? part : part.render(variables))).join('');
  return { html: fill(texts.html), text: fill(texts.text) };
};
const hidden = (text: string) =>
  expect.stringMatching(new RegExp(`<div style="display:none[^"]*">${text}(&zwnj;&nbsp;)*</div>`)) as string;

describe('the preheader of an email', () => {
  it('is hidden at the beginning of the body, and not in the text alternative', () => {
    const { html, text } = rendered('<p>Dear Ann</p>', 'Two for one');
    expect(html).toEqual(hidden('Two for one'));
    expect(html.endsWith('</div><p>Dear Ann</p>')).toBe(true);
    expect(text.trim()).toBe('Dear Ann');
  });

  it.each([
    [
      'a document',
      '<!doctype html><html><head><title>x</title></head><body class="a"><p>Hi</p></body></html>',
      '<body class="a">',
    ],
    ['a document without a body tag', '<html><head><style>p{}</style></head><p>Hi</p>', '</head>'],
    ['a fragment with a comment in front', '<!-- spring --><p>Hi</p>', '<!-- spring -->'],
    [
      'a body tag with a placeholder that holds a bracket',
      '<body class="{{a|>}}"><p>Hi</p></body>',
      '<body class=">">',
    ],
  ])('of %s precedes all visible content', (_, document, before) => {
    const { html } = rendered(document, 'Preview');
    expect(html.slice(html.indexOf(before) + before.length)).toMatch(/^<div style="display:none/);
  });

  it('is text, so its markup is shown and values are escaped', () => {
    const { html } = rendered('<p>Hi</p>', '<b>{{name|you & me}}</b> {{city}}', { city: '<Köln>' });
    expect(html).toEqual(hidden('&lt;b&gt;you &amp; me&lt;/b&gt; &lt;Köln&gt;'));
  });

  it('has placeholders like the rest of the email', () => {
    expect(keysOf(compileEmail('<p>{{a}}</p>', '{{b}}'))).toEqual(['b', 'a']);
  });

  it('changes nothing if it is absent, or if the document has no body', () => {
    expect(compileEmail('<p>Hi</p>', null)).toEqual(compileEmail('<p>Hi</p>'));
    const frames = '<html><frameset><frame></frameset></html>';
    expect(compileEmail(frames, 'Preview')).toEqual(compileEmail(frames));
  });
});
