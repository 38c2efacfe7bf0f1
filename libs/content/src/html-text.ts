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

/** The text of an image: its description by the author. */
const alternative: FormatCallback = (element, _walk, builder) => {
  const { alt = '' } = element.attribs as { alt?: string };
  if (alt.trim() !== '') builder.addInline(alt);
};

/** The address of a mail link: RFC 6068 §2. */
function addressOnly(href: string): string {
  const written = href.trim().replace(/^mailto:/i, '');
  const isMail =
    /^[^\s/:?#]*@[^\s/:?#]*(?:\?|$)/.test(written) || /^\?(?:subject|body|cc|bcc|to)=/i.test(written);
  return isMail ? written.replace(/\?.*$/s, '') : href;
}

const options: HtmlToTextOptions = {
  // The converter's own word wrap takes quadratic time for long words.
  wordwrap: false,
  // The whole document, because email clients also show content after </body>.
  baseElements: { selectors: [] },
  formatters: { cell, alternative },
  // Without the zero-width space, which isn't a space.
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

/** A document's text in lines of at most 78 characters, except longer words. */
export function htmlToLines(html: string): string {
  return wrapped(withoutPadding(toText(withinReason(html))), LINE_WIDTH);
}

/** A fragment's text on one line. */
export function htmlToLine(html: string): string {
  return toText(withinReason(html)).replace(/\s+/g, ' ').trim();
}

/** The intended key: editors write `pr&eacute;nom` and put tags inside the braces. */
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

/**
 * All text of an extremely nested document, without its structure. Tags are replaced by tags, so that no new tag can
 * form.
 */
function flattened(html: string): string {
  return html
    .replace(withoutText, '<wbr>')
    .replace(tag, (_, name: string) => (blocks.has(name.toLowerCase()) ? '<br>' : '<wbr>'));
}
