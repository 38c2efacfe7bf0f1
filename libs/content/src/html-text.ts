import { Parser } from 'htmlparser2';
import { compile, type FormatCallback, type HtmlToTextOptions } from 'html-to-text';
import { isKey } from './placeholder';

/**
 * Parser and converter take time, and indent, by depth. Both bounds are far beyond real emails: 100 KB at an average
 * depth of 100 (mail clients cut off after 100 KB, nested tables reach a depth of 40).
 */
const maxDepth = 128;
const maxEffort = 10_000_000;
const lineWidth = 78;

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

/** Readers who see no images are told by the author what is on them. */
const alternative: FormatCallback = (element, _walk, builder) => {
  const { alt = '' } = element.attribs as { alt?: string };
  if (alt.trim() !== '') builder.addInline(alt);
};

const options: HtmlToTextOptions = {
  wordwrap: lineWidth,
  // The whole document: mail programs also show what is behind </body>.
  baseElements: { selectors: [] },
  formatters: { cell, alternative },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'hr', options: { length: 30 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
    { selector: 'img', format: 'alternative' },
    ...['title', 'template', '[hidden]', '[style*="display:none"]', '[style*="display: none"]'].map(
      (selector) => ({ selector, format: 'skip' }),
    ),
  ],
};
const toWrappedText = compile(options);
const toUnwrappedText = compile({ ...options, wordwrap: false });

/** A document's text in lines of at most 78 characters, save longer words. */
export function htmlToLines(html: string): string {
  return toWrappedText(withinReason(html));
}

/** A fragment's text on one line. */
export function htmlToLine(html: string): string {
  return toUnwrappedText(withinReason(html)).replace(/\s+/g, ' ').trim();
}

/** A key as it was meant: editors write `pr&eacute;nom` and put tags inside the braces. */
export function htmlKey(key: string): string {
  if (!/[&<]/.test(key)) return key;
  const meant = htmlToLine(key);
  return isKey(meant) ? meant : key;
}

function withinReason(html: string): string {
  return isTooNested(html) ? flattened(html) : html;
}

/** Asks the converter's own parser, which is stopped as soon as it is known. */
export function isTooNested(html: string): boolean {
  let depth = 0;
  let effort = 0;
  let counted = 0;
  const parser = new Parser({
    onopentagname: () => {
      countTo(parser.endIndex);
      depth++;
    },
    onclosetag: () => {
      countTo(parser.endIndex);
      depth--;
    },
  });
  const tooNested = (): boolean => depth > maxDepth || effort > maxEffort;
  const countTo = (index: number): void => {
    effort += depth * (index - counted);
    counted = index;
    if (tooNested()) parser.pause();
  };
  parser.write(html);
  countTo(html.length);
  return tooNested();
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
