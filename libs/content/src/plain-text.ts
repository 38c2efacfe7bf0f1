import { htmlKey, htmlToLine, htmlToLines } from './html-text';
import { splitPlaceholders, type Placeholder } from './placeholder';

/** The maximum length of the result: markup can expand (a rule of two tags becomes a line). */
const maxText = 500_000;

/** Unicode noncharacters, for a program's internal use: no other text has them. */
const open = '\ufdd0';
const close = '\ufdd1';
const marks = /[\ufdd0\ufdd1]/g;
const token = /\ufdd0([0-9]+)\ufdd1/g;
const cutToken = /\ufdd0[0-9]*$/;

/**
 * The text alternative of an HTML email, itself a template for mode `text`: links as `text [https://…]`, images as
 * their `alt`, without styles, scripts, and hidden elements, wrapped at 78 characters, at most 500,000 characters. A
 * text without any tag keeps its line breaks. Placeholders stay intact and have their text form
 * (`{{pr&eacute;nom|<b>you</b>}}` becomes `{{prénom|you}}`). Braces that look like a placeholder only after decoding
 * entities are separated. A document with extreme nesting (over 128 elements deep) yields its text without links and
 * structure. Any input can be converted. 500,000 hostile characters take at most several seconds.
 */
export function plainTextOf(html: string): string {
  return textOfParts(html, splitPlaceholders(html), { inText, withoutImpostors });
}

/** How the parts between the author's HTML are written in the text, and which of its text could be mistaken for them. */
interface PartsInText<P> {
  inText: (part: P) => string;
  withoutImpostors: (text: string) => string;
}

/** The text of HTML that is split at its placeholders, or other parts that stay intact. */
export function textOfParts<P extends object>(
  html: string,
  parts: readonly (string | P)[],
  { inText, withoutImpostors }: PartsInText<P>,
): string {
  const kept: P[] = [];
  const tokenised = parts
    .map((part) =>
      typeof part === 'string' ? part.replace(marks, '') : `${open}${kept.push(part) - 1}${close}`,
    )
    .join('');
  const text = shortened(htmlToLines(isPlain(html) ? withLineBreaks(tokenised) : tokenised))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return withoutImpostors(text).replace(token, (_, index: string) => {
    const part = kept[Number(index)];
    return part ? inText(part) : '';
  });
}

/** Whether the author wrote plain text instead of HTML. */
function isPlain(html: string): boolean {
  return !/<[a-z!/?]/i.test(html);
}

function withLineBreaks(text: string): string {
  return text.replace(/\r\n?|\n/g, '<br>');
}

function shortened(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText).replace(cutToken, '')}…` : text;
}

function withoutImpostors(text: string): string {
  return splitPlaceholders(text)
    .map((part) => (typeof part === 'string' ? part : part.source.replace('{{', '{ {')))
    .join('');
}

function inText({ key, fallback }: Placeholder): string {
  const bar = fallback === undefined ? '' : `|${htmlToLine(fallback).replace(/[{}]/g, '')}`;
  return `{{${htmlKey(key)}${bar}}}`;
}
