import { Tokenizer } from 'htmlparser2';
import { isSystemKey } from './look-up';
import { compileTemplate, type TemplatePart } from './template';

/** A link of an email to a web page. */
export interface MailLink {
  /** As a reader's program understands it; with placeholders, as it was written. */
  url: string;
  /** Whether it can lead through a counter: where it leads is known before anybody's values are. */
  counted: boolean;
}

/** A link where it stands in HTML. */
interface PlacedLink extends MailLink {
  start: number;
  end: number;
}

/** What an author writes into a link that is not to be counted. */
const UNTRACKED = 'data-carillon-track';
/** A reader who looks for the way out must find it, whoever counts what. */
const unsubscribing = /unsubscribe|opt-?out/i;
const webUrl = /^https?:\/\//i;
/** What HTML takes for white space, which is none of a URL. */
const blank = '\t\n\f\r ';
/** Longer ones are left alone. */
const LONGEST_URL = 4_096;

/** Stands for a placeholder while HTML is looked at. */
const VALUE = 'x';

/** The distinct links of an email, in their order, those with placeholders included; at most so many. */
export function linksOf(emailBody: string, most: number): MailLink[] {
  const distinct = new Map<string, MailLink>();
  for (const { url, counted } of placedLinks(compileTemplate(emailBody, 'html').parts)) {
    if (distinct.size < most && !distinct.has(url)) distinct.set(url, { url, counted });
  }
  return [...distinct.values()];
}

/** Writes what `inPlaceOf` returns in the place of a link's URL; null: the link stays as it was written. */
export function withLinks(
  parts: readonly TemplatePart[],
  inPlaceOf: (url: string) => TemplatePart | null,
): TemplatePart[] {
  const changes = placedLinks(parts).flatMap(({ url, counted, start, end }) => {
    const part = counted ? inPlaceOf(url) : null;
    return part === null ? [] : [{ part, start, end }];
  });
  const written: TemplatePart[] = [];
  const add = (part: TemplatePart): void => {
    const last = written.at(-1);
    if (typeof part === 'string' && typeof last === 'string') written[written.length - 1] = last + part;
    else if (part !== '') written.push(part);
  };
  let begin = 0;
  let next = 0;
  for (const part of parts) {
    const length = lengthOf(part);
    let from = 0;
    // A link without a placeholder lies within one text.
    for (let change = changes[next]; change && change.end <= begin + length; change = changes[++next]) {
      if (typeof part === 'string') add(part.slice(from, change.start - begin));
      add(change.part);
      from = change.end - begin;
    }
    add(typeof part === 'string' ? part.slice(from) : part);
    begin += length;
  }
  return written;
}

function lengthOf(part: TemplatePart): number {
  return typeof part === 'string' ? part.length : VALUE.length;
}

function placedLinks(parts: readonly TemplatePart[]): PlacedLink[] {
  const slots: { at: number; key: string; isSystem: boolean }[] = [];
  let html = '';
  for (const part of parts) {
    if (typeof part !== 'string') slots.push({ at: html.length, key: part.key, isSystem: part.isSystem });
    html += typeof part === 'string' ? part : VALUE;
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

function fixedLink(written: string): MailLink | null {
  const url = trimmed(decoded(written) ?? '');
  const isWanted = webUrl.test(url) && url.length <= LONGEST_URL && URL.canParse(url);
  return isWanted && !unsubscribing.test(url) ? { url, counted: true } : null;
}

/** The system's own links are none of the author's. */
function linkWith(
  slots: readonly { at: number; key: string; isSystem: boolean }[],
  html: string,
  start: number,
  end: number,
): MailLink | null {
  let url = '';
  let from = start;
  for (const { at, key, isSystem } of slots) {
    if (isSystem || isSystemKey(key)) return null;
    url += `${html.slice(from, at)}{{${key}}}`;
    from = at + VALUE.length;
  }
  url = trimmed(url + html.slice(from, end));
  const mayBeWeb = webUrl.test(url) || url.startsWith('{{');
  return mayBeWeb && url.length <= LONGEST_URL && !unsubscribing.test(url) ? { url, counted: false } : null;
}

/** Not by a regular expression, which would look for the end from each blank of a long row. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blank.includes(text.charAt(start))) start++;
  while (start < end && blank.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

interface Range {
  start: number;
  end: number;
}

/** Elements whose `href` a reader follows; those of `v:` are shapes of VML, of which Outlook's buttons are made. */
const linking = /^(?:a|area|v:[a-z]+)$/i;
/** HTML that only Outlook reads: [MS-OE376] §2.1, downlevel-hidden conditional comments. */
const END_IF = '<![endif]';
const forOutlook = /^\s*\[if\s[^\]]*\]>([^]*)<!\[endif\]$/i;

/**
 * Where the values of links stand, in their order; a browser takes the first `href` of a tag. `outlook`: the HTML is a comment's, which
 * begins at `at`. There are no comments in comments, so none of them is looked into.
 */
function hrefsOf(html: string, outlook: { at: number } | null = null): Range[] {
  const ranges: Range[] = [];
  const offset = outlook?.at ?? 0;
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
      oncomment: (start, endIndex, dashes) => {
        const end = endIndex - dashes;
        const inside = outlook ? undefined : forOutlook.exec(html.slice(start, end))?.[1];
        if (inside === undefined) return;
        ranges.push(...hrefsOf(inside, { at: end - END_IF.length - inside.length }));
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

/** The value of an attribute as it was meant, with its character references (HTML §13.2.5.72) resolved. */
function decoded(written: string): string | null {
  if (!written.includes('&')) return written;
  const quote = ['"', "'"].find((each) => !written.includes(each));
  if (quote === undefined) return null;
  const html = `<a href=${quote}${written}${quote}>`;
  let value = '';
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribentity: (codePoint) => {
        value += String.fromCodePoint(codePoint);
      },
      onattribname: ignore,
      onattribend: ignore,
      onopentagname: ignore,
      onopentagend: ignore,
      onselfclosingtag: ignore,
      oncomment: ignore,
      ontext: ignore,
      oncdata: ignore,
      ontextentity: ignore,
      onclosetag: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return value;
}
