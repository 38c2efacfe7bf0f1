import { type Campaign, type UtmDefaults, mediaTokensIn, utmDefaults } from '@carillon/contracts';
import { decodeHTMLAttribute } from 'entities';
import { type FilledIn, LONGEST_URL, type PlacedLink, blank, placedLinks } from './links';
import { TooComplex } from './too-complex';
import { VALUE, withoutValues } from './url-context';

/** Parameters that are added to links, each with its name and its value. */
export type LinkTags = readonly (readonly [name: string, value: string])[];

/** The limit of what is added to an email (characters). Real emails have a few dozen links. */
const MOST_ADDED = 500_000;
/** The longest value that is made from the name of a campaign (characters). */
const LONGEST_VALUE = 100;

/** The UTM parameters of a campaign's links. Null: the links stay as they are. */
export function linkTagsOf(
  { name, content: { utm } }: Pick<Campaign, 'name' | 'content'>,
  account: UtmDefaults = utmDefaults,
): LinkTags | null {
  if (!(utm ?? account).isOn) return null;
  const tags = {
    utm_source: utm?.source ?? account.source,
    utm_medium: utm?.medium ?? account.medium,
    utm_campaign: utm?.campaign ?? account.campaign ?? valueOf(name),
  };
  return Object.entries(tags).filter(([, value]) => value !== '');
}

/** A name as one line of limited length. Half an emoji is not valid text. */
function valueOf(name: string): string {
  const line = name.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ');
  return Array.from(line.trim()).slice(0, LONGEST_VALUE).join('').trim();
}

/**
 * Adds parameters to the links of an email to web pages. A parameter that a link already has stays unchanged. Some links
 * stay as they are: those that tracking leaves out, except links with placeholders after the host; links to uploaded
 * files; and links with a fallback that could begin the query or the fragment. @throws TooComplex
 */
export function withLinkTags<P extends FilledIn & { fallback?: string | undefined }>(
  parts: readonly (string | P)[],
  tags: LinkTags,
): (string | P)[] {
  const html = new MarkedHtml(parts);
  const additions = placedLinks(parts).flatMap((link) => additionTo(link, html, tags));
  if (additions.reduce((sum, { text }) => sum + text.length, 0) > MOST_ADDED)
    throw new TooComplex('The email has too many links to add UTM parameters to each of them');
  let begin = 0;
  let next = 0;
  return parts.map((part) => {
    if (typeof part !== 'string') {
      begin += widthOf(part);
      return part;
    }
    const end = begin + part.length;
    let text = '';
    let from = begin;
    for (let addition = additions[next]; addition && addition.at <= end; addition = additions[++next]) {
      text += part.slice(from - begin, addition.at - begin) + addition.text;
      from = addition.at;
    }
    text += part.slice(from - begin);
    begin = end;
    return text;
  });
}

const widthOf = ({ isTag }: FilledIn): number => (isTag ? 0 : VALUE.length);

/** The HTML with a mark for each placeholder, in the offsets of `placedLinks`, and the fallbacks. */
class MarkedHtml {
  readonly text: string = '';
  private readonly fallbacks = new Map<number, string>();

  constructor(parts: readonly (string | (FilledIn & { fallback?: string | undefined }))[]) {
    for (const part of parts) {
      if (typeof part === 'string') this.text += withoutValues(part);
      else {
        this.fallbacks.set(this.text.length, decodeHTMLAttribute(part.fallback ?? ''));
        this.text += part.isTag ? '' : VALUE;
      }
    }
  }

  fallbackAt(offset: number): string {
    return this.fallbacks.get(offset) ?? '';
  }
}

/** A host without placeholders. */
const fixedHost = new RegExp(`^https?://[^/?#\\\\${VALUE}]+(?:[/?#\\\\]|$)`, 'i');
/** A character, or a reference to one. */
const written = /&#?[a-z0-9]+;?|[^]/gi;

/** Where parameters are added to a link, and the text to add. Empty: nowhere. */
function additionTo(
  { url, start, end }: PlacedLink,
  html: MarkedHtml,
  tags: LinkTags,
): { at: number; text: string }[] {
  const { address, query, at } = readUrl(start, end, html);
  if (!fixedHost.test(address) || mediaTokensIn(url).length > 0 || query === null) return [];
  const present = new Set(Array.from(query, (name) => name.toLowerCase()));
  const missing = tags.filter(([name]) => !present.has(name));
  if (missing.length === 0) return [];
  const [before = ''] = address.split('#', 1);
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&amp;';
  const text = joint + missing.map(([name, value]) => `${name}=${encoded(value)}`).join('&amp;');
  return url.length + text.length > LONGEST_URL ? [] : [{ at, text }];
}

interface WrittenUrl {
  /** Without character references. */
  address: string;
  /** The names of all parameters, in the fragment too. Null: a fallback could begin the query or the fragment. */
  query: string[] | null;
  /** Where the query ends. */
  at: number;
}

function readUrl(start: number, end: number, html: MarkedHtml): WrittenUrl {
  let address = '';
  let filled = '';
  let fragmentAt: number | null = null;
  let endsAt = start;
  let isUnclear = false;
  for (const { 0: source, index } of html.text.slice(start, end).matchAll(written)) {
    const character = source.length > 1 ? decodeHTMLAttribute(source) : source;
    if (address === '' && blank.includes(character)) continue;
    const fallback = character === VALUE ? html.fallbackAt(start + index) : '';
    isUnclear ||= /[?#]/.test(fallback);
    if (character.startsWith('#')) fragmentAt ??= start + index;
    if (!blank.includes(character)) endsAt = start + index + source.length;
    address += character;
    filled += character === VALUE ? fallback : character;
  }
  return {
    address,
    query: isUnclear ? null : namesIn(filled),
    at: fragmentAt ?? endsAt,
  };
}

function namesIn(address: string): string[] {
  const [, ...parameters] = address.split(/[?#&;]/);
  return parameters.flatMap((parameter) => [...new URLSearchParams(parameter).keys()]);
}

/** ASCII letters, digits, and `-._~%`, which need no escaping in any attribute. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
