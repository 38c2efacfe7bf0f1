import type { EmailLink } from '@carillon/contracts';
import { decodeHTMLAttribute } from 'entities';
import { Tokenizer } from 'htmlparser2';
import { type Range, outlookHtml } from './conditional-comment';
import { isSystemKey } from './look-up';
import { templateParts } from './template';

/** A link and its position in HTML. */
export interface PlacedLink extends EmailLink, Range {}

/** The attribute with which authors exclude a link from counting. */
const UNTRACKED = 'data-carillon-track';
/** Readers must be able to unsubscribe, regardless of tracking. */
const unsubscribing = /unsubscribe|opt-?out/i;
const webUrl = /^https?:\/\//i;
/** Characters that HTML treats as white space, which aren't part of a URL. */
export const blank = '\t\n\f\r ';
/** The maximum length of a countable URL. */
export const LONGEST_URL = 4_096;

/** Replaces a placeholder while HTML is analyzed. */
const VALUE = 'x';

/** A placeholder. Without a key, it is a system placeholder. A tag shows nothing by itself. */
export interface FilledIn {
  key?: string;
  isTag?: boolean;
}

/** The distinct links of an email to web pages, in order, including those with placeholders, up to a limit. */
export function linksOf(emailBody: string, most: number): EmailLink[] {
  return linksIn(templateParts(emailBody, 'html'), most);
}

export function linksIn(parts: readonly (string | FilledIn)[], most: number): EmailLink[] {
  const distinct = new Map<string, EmailLink>();
  for (const { url, counted } of placedLinks(parts)) {
    if (distinct.size < most && !distinct.has(url)) distinct.set(url, { url, counted });
  }
  return [...distinct.values()];
}

/** Replaces the URL of a link with the result of `inPlaceOf`; null: the link stays unchanged. */
export function withLinks<P extends FilledIn, L = P>(
  parts: readonly (string | P)[],
  inPlaceOf: (url: string, written: string) => string | L | null,
): (string | P | L)[] {
  const links = placedLinks(parts);
  const written: (string | P | L)[] = [];
  const add = (part: string | P | L): void => {
    const last = written.at(-1);
    if (typeof part === 'string' && typeof last === 'string') written[written.length - 1] = last + part;
    else if (part !== '') written.push(part);
  };
  let begin = 0;
  let next = 0;
  for (const part of parts) {
    const length = shown(part).length;
    let from = 0;
    for (let link = links[next]; link && link.end <= begin + length; link = links[++next]) {
      // A link with a placeholder is not counted; a link without placeholders lies within one text.
      if (!link.counted || typeof part !== 'string') continue;
      const url = part.slice(link.start - begin, link.end - begin);
      add(part.slice(from, link.start - begin));
      add(inPlaceOf(link.url, url) ?? url);
      from = link.end - begin;
    }
    add(typeof part === 'string' ? part.slice(from) : part);
    begin += length;
  }
  return written;
}

/** What represents a part while HTML is analyzed. */
const shown = (part: string | FilledIn): string => {
  if (typeof part === 'string') return part;
  return part.isTag ? '' : VALUE;
};

/** The links in order. In offsets, each placeholder counts as one character. */
export function placedLinks(parts: readonly (string | FilledIn)[]): PlacedLink[] {
  const slots: { at: number; key: string | undefined }[] = [];
  let html = '';
  for (const part of parts) {
    if (typeof part !== 'string') slots.push({ at: html.length, key: part.key });
    html += shown(part);
  }
  let next = 0;
  return hrefsOf(html).flatMap(({ start, end }) => {
    while ((slots[next]?.at ?? end) < start) next++;
    const within: typeof slots = [];
    for (let slot = slots[next]; slot && slot.at < end; slot = slots[++next]) within.push(slot);
    const link = within.length === 0 ? fixedLink(html.slice(start, end)) : linkWith(within, html, start, end);
    return link ? [{ ...link, start, end }] : [];
  });
}

function fixedLink(written: string): EmailLink | null {
  const url = trimmed(decodeHTMLAttribute(written));
  const isWanted = webUrl.test(url) && url.length <= LONGEST_URL && URL.canParse(url);
  return isWanted && !unsubscribing.test(url) ? { url, counted: true } : null;
}

/** The system's own links don't belong to the author. */
function linkWith(
  slots: readonly { at: number; key: string | undefined }[],
  html: string,
  start: number,
  end: number,
): EmailLink | null {
  let url = '';
  let from = start;
  for (const { at, key } of slots) {
    if (key === undefined || isSystemKey(key)) return null;
    url += `${html.slice(from, at)}{{${key}}}`;
    from = at + VALUE.length;
  }
  url = trimmed(url + html.slice(from, end));
  const mayBeWeb = webUrl.test(url) || url.startsWith('{{');
  return mayBeWeb && url.length <= LONGEST_URL && !unsubscribing.test(url) ? { url, counted: false } : null;
}

/** Without a regular expression, which would search for the end from each blank of a long sequence. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blank.includes(text.charAt(start))) start++;
  while (start < end && blank.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Elements with a clickable `href`. `v:` elements are VML shapes, which Outlook's buttons consist of. */
const linking = /^(?:a|area|v:[a-z]+)$/i;

/**
 * The positions of link values, in order. Browsers use the first `href` of a tag. Comments can't be nested, so
 * `isForOutlook` marks the content of a comment.
 */
function hrefsOf(html: string, { at: offset, isForOutlook } = { at: 0, isForOutlook: false }): Range[] {
  const ranges: Range[] = [];
  let isLink = false;
  let isUntracked = false;
  let href: Range | null = null;
  let hasHref = false;
  let name = '';
  let value: Range | null = null;
  const ignore = (): void => undefined;
  const endOfTag = (): void => {
    if (isLink && href && !isUntracked) ranges.push({ start: href.start + offset, end: href.end + offset });
    isLink = false;
  };
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname: (start, end) => {
        isLink = linking.test(html.slice(start, end));
        isUntracked = hasHref = false;
        href = null;
      },
      onattribname: (start, end) => {
        name = html.slice(start, end).toLowerCase();
        value = null;
      },
      onattribdata: (start, end) => {
        value = { start, end };
      },
      onattribend: () => {
        if (name === UNTRACKED && value && /^off$/i.test(html.slice(value.start, value.end)))
          isUntracked = true;
        if (name !== 'href' || hasHref) return;
        hasHref = true;
        href = value;
      },
      onopentagend: endOfTag,
      onselfclosingtag: endOfTag,
      oncomment: (start, end, dashes) => {
        const hidden = isForOutlook ? null : outlookHtml(html, start, end - dashes);
        if (!hidden) return;
        const inside = html.slice(hidden.start, hidden.end);
        ranges.push(...hrefsOf(inside, { at: hidden.start, isForOutlook: true }));
      },
      ontext: ignore,
      oncdata: ignore,
      onattribentity: ignore,
      ontextentity: ignore,
      onclosetag: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return ranges;
}
