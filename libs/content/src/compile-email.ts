import type { AnalyzedEmail, CompiledEmail, ValuePart } from '@carillon/contracts';
import { beginningOfBody, footerPosition } from './footer-position';
import { type LinkTags, withLinkTags } from './link-tags';
import { linksOf, withLinks } from './links';
import { isSystemKey } from './look-up';
import { htmlKey } from './html-text';
import { splitPlaceholders } from './placeholder';
import { plainTextOf } from './plain-text';
import { preheaderHtml } from './preheader';
import { templateParts } from './template';
import { TooComplex } from './too-complex';

/**
 * The limit of placeholders: each is filled in for every recipient, and begins a separate line in the email. Real
 * emails have dozens.
 */
export const MAX_PLACEHOLDERS = 5_000;
/** The number of links that can be distinguished: MOST_LINKS of libs/vault. */
export const MAX_LINKS = 1_000;

/** Replaces a value while the HTML is analyzed: a noncharacter, which occurs in no text and in no HTML syntax. */
const VALUE = '\ufdd0';

type Parts = readonly (string | ValuePart)[];

/**
 * Analyzes the HTML of an email, with the preheader at its beginning: the placeholders and their encodings, the links
 * that can be counted, the position of the footer, and the text alternative. `tags` are added to the links before. All code that parses an author's HTML is
 * called from here. It may take a second for half a million characters, and should run in its own thread with a time
 * limit.
 * @throws TooComplex
 */
export function compileEmail(
  writtenBody: string,
  preheader: string | null = null,
  tags: LinkTags | null = null,
): CompiledEmail {
  const emailBody = tags === null ? writtenBody : tagged(writtenBody, tags);
  const parts = withPreheader(templateParts(emailBody, 'html'), preheader);
  const placeholders = parts.filter((part) => typeof part !== 'string').length;
  if (placeholders > MAX_PLACEHOLDERS)
    throw new TooComplex(`The email has more than ${MAX_PLACEHOLDERS.toLocaleString('en')} placeholders`);
  const links = linksOf(emailBody, MAX_LINKS);
  const numbers = new Map(links.map(({ url }, number) => [url, number]));
  return {
    html: withLinks(withFooterPosition(parts), (url, written) => {
      const link = numbers.get(url);
      return link === undefined ? null : { link, written };
    }),
    text: templateParts(plainTextOf(emailBody), 'text'),
    links,
  };
}

function tagged(emailBody: string, tags: LinkTags): string {
  const parts = splitPlaceholders(emailBody).map((part) =>
    typeof part === 'string' ? part : { ...part, key: htmlKey(part.key) },
  );
  return withLinkTags(parts, tags)
    .map((part) => (typeof part === 'string' ? part : part.source))
    .join('');
}

/** The keys of an email except system keys, each once, in the order of their first use. */
export function keysOf(email: AnalyzedEmail): readonly string[] {
  if ('keys' in email) return email.keys;
  const keys = email.html.flatMap((part) => (typeof part !== 'string' && 'key' in part ? [part.key] : []));
  return [...new Set(keys)].filter((key) => !isSystemKey(key));
}

function withPreheader(parts: Parts, preheader: string | null): Parts {
  if (preheader === null) return parts;
  const offset = beginningOfBody(withoutValues(parts));
  if (offset === null) return parts;
  const { before, after } = cut(parts, offset);
  return [...before, ...templateParts(preheaderHtml(preheader), 'html'), ...after];
}

function withFooterPosition(parts: Parts): (string | ValuePart | { footer: string; key?: never })[] {
  const { offset, close } = footerPosition(withoutValues(parts));
  const { before, after } = cut(parts, offset);
  return [...before, { footer: close }, ...after];
}

const withoutValues = (parts: Parts): string =>
  parts.map((part) => (typeof part === 'string' ? part : VALUE)).join('');

function cut(parts: Parts, offset: number): { before: Parts; after: Parts } {
  let begin = 0;
  for (const [at, part] of parts.entries()) {
    const end = begin + (typeof part === 'string' ? part.length : VALUE.length);
    if (offset < end && typeof part === 'string') {
      const [first, second] = [part.slice(0, offset - begin), part.slice(offset - begin)];
      return { before: [...parts.slice(0, at), first], after: [second, ...parts.slice(at + 1)] };
    }
    if (offset <= begin) return { before: parts.slice(0, at), after: parts.slice(at) };
    begin = end;
  }
  return { before: parts, after: [] };
}
