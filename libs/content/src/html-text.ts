import { decodeHTML } from 'entities';
import { compile, type FormatCallback, type HtmlToTextOptions } from 'html-to-text';
import { isKey } from './placeholder';
import { seenHtml } from './seen-html';
import { withoutPadding } from './padding';
import { wrapped } from './wrap';

const LINE_WIDTH = 78;

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

/** Readers who see no images are told by the author what is on them. */
const alternative: FormatCallback = (element, _walk, builder) => {
  const { alt = '' } = element.attribs as { alt?: string };
  if (alt.trim() !== '') builder.addInline(alt);
};

/** Of a link that begins a mail, its address: RFC 6068 §2. */
function addressOnly(href: string): string {
  const written = href.trim().replace(/^mailto:/i, '');
  const isMail =
    /^[^\s/:?#]*@[^\s/:?#]*(?:\?|$)/.test(written) || /^\?(?:subject|body|cc|bcc|to)=/i.test(written);
  return isMail ? written.replace(/\?.*$/s, '') : href;
}

const options: HtmlToTextOptions = {
  // Its own word wrap takes time by the square of a long word.
  wordwrap: false,
  // The whole document: mail programs also show what is behind </body>.
  baseElements: { selectors: [] },
  formatters: { cell, alternative },
  // Without the zero width space, which is no space.
  whitespaceCharacters: ' \t\r\n\f',
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, pathRewrite: addressOnly } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'hr', options: { length: 30 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
    { selector: 'img', format: 'alternative' },
    ...['title', 'template'].map((selector) => ({ selector, format: 'skip' })),
  ],
};
const toText = compile(options);

/** A document's text in lines of at most 78 characters, save longer words. */
export function htmlToLines(html: string): string {
  return wrapped(withoutPadding(toText(withinReason(html))), LINE_WIDTH);
}

/** A fragment's text on one line. */
export function htmlToLine(html: string): string {
  return toText(withinReason(html)).replace(/\s+/g, ' ').trim();
}

/** A key as it was meant: editors write `pr&eacute;nom` and put tags inside the braces. */
export function htmlKey(key: string): string {
  if (!/[&<]/.test(key)) return key;
  const withoutTags = key.replace(/<(br|\/?p|\/?div)\b[^<>]*>/gi, ' ').replace(/<[a-z/!][^<>]*>/gi, '');
  const meant = decodeHTML(withoutTags).replace(/\s+/g, ' ').trim();
  return isKey(meant) ? meant : key;
}

function withinReason(html: string): string {
  return seenHtml(html) ?? flattened(html);
}

const withoutText = /<!--[^]*?(?:-->|$)|<(script|style|title|template)\b[^]*?(?:<\/\1|$)/gi;
const tag = /<\/?([a-z][a-z0-9]*)[^<>]*>?/gi;
const blocks = new Set(
  'address article aside blockquote br center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
);

/** All text of a document that nests absurdly, without its structure. What replaces a tag is a tag, so that no new one can form. */
function flattened(html: string): string {
  return html
    .replace(withoutText, '<wbr>')
    .replace(tag, (_, name: string) => (blocks.has(name.toLowerCase()) ? '<br>' : '<wbr>'));
}
