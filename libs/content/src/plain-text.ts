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
  const placeholders: Placeholder[] = [];
  const tokenised = splitPlaceholders(html)
    .map((part) =>
      typeof part === 'string' ? part.replace(marks, '') : `${open}${placeholders.push(part) - 1}${close}`,
    )
    .join('');
  const text = shortened(htmlToLines(isPlain(html) ? withLineBreaks(tokenised) : tokenised))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return withoutImpostors(text).replace(token, (_, index: string) => inText(placeholders[Number(index)]));
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

function inText(placeholder: Placeholder | undefined): string {
  if (!placeholder) return '';
  const { key, fallback } = placeholder;
  const bar = fallback === undefined ? '' : `|${htmlToLine(fallback).replace(/[{}]/g, '')}`;
  return `{{${htmlKey(key)}${bar}}}`;
}
