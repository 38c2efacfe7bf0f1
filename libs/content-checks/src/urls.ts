import { isIP } from 'node:net';
import { splitPlaceholders } from '@carillon/content';
import type { FindingCode } from '@carillon/contracts';

/** Replaces a placeholder in the middle of a URL. */
const VALUE = 'x';
/** Schemes that email clients don't open, because they could run a program. */
const unsafe = new Set(['javascript', 'vbscript', 'data', 'file', 'blob', 'about']);

/**
 * Services that shorten URLs for anybody. Spam filters distrust them, because they hide where a link leads. SpamAssassin
 * checks for them with the plugin DecodeShortURLs.
 */
const shorteners = new Set(
  'bit.ly bitly.com buff.ly cutt.ly goo.gl is.gd ow.ly rb.gy rebrand.ly shorturl.at t.co tiny.cc tinyurl.com v.gd'.split(
    ' ',
  ),
);

/** Domains that nobody can own. Sample links lead there: RFC 2606, section 3. */
const exampleSites = new Set(['example.com', 'example.net', 'example.org']);

/** A URL in an attribute. Null as `text`: a placeholder decides where it leads. */
export interface WrittenUrl {
  text: string | null;
  hasPlaceholders: boolean;
}

/** Browsers ignore line breaks and tabs in URLs. */
export function writtenUrl(value: string): WrittenUrl {
  const parts = splitPlaceholders(value.replace(/[\t\n\r]/g, '').trim());
  const hasPlaceholders = parts.some((part) => typeof part !== 'string');
  if (typeof parts[0] === 'object') return { text: null, hasPlaceholders };
  return {
    text: parts.map((part) => (typeof part === 'string' ? part : VALUE)).join(''),
    hasPlaceholders,
  };
}

/** What is wrong with the form of a link, other than a link within the email. */
export function linkFault({ text, hasPlaceholders }: WrittenUrl): FindingCode | null {
  if (text === null) return null;
  const scheme = schemeOf(text);
  // `example.com:8080` looks like a scheme.
  if (scheme === null || scheme.includes('.')) return 'LINK_INCOMPLETE';
  if (unsafe.has(scheme)) return 'LINK_UNSAFE';
  if (scheme === 'http' || scheme === 'https') {
    const host = hostOf(text);
    return host === null || (!hasPlaceholders && !host.includes('.') && !host.startsWith('['))
      ? 'LINK_INVALID'
      : null;
  }
  return scheme === 'mailto' && !hasPlaceholders && !/^mailto:(?:[^@\s]+@[^@\s]+|\?)/i.test(text)
    ? 'LINK_INVALID'
    : null;
}

/** Reasons for which spam filters distrust a link with a valid form. */
export function distrustOf({ text, hasPlaceholders }: WrittenUrl): FindingCode | null {
  const host = text === null || hasPlaceholders ? null : hostOf(text);
  if (host === null) return null;
  if (isIP(host) !== 0 || host.startsWith('[')) return 'LINK_TO_IP_ADDRESS';
  return shorteners.has(host.replace(/^www\./, '')) ? 'LINK_SHORTENED' : null;
}

/** Whether a web address is a sample, which the author still has to replace. */
export function isExample({ text }: WrittenUrl): boolean {
  const host = text === null ? null : hostOf(text);
  return host !== null && exampleSites.has(siteOf(host));
}

/** Whether the text of a link is the address of another website than the one that the link opens. */
export function isMisleading(text: string, { text: url, hasPlaceholders }: WrittenUrl): boolean {
  if (url === null || hasPlaceholders || !/^(?:https?:\/\/|www\.)\S+$/i.test(text)) return false;
  const shown = hostOf(/^www\./i.test(text) ? `https://${text}` : text);
  const actual = hostOf(url);
  return shown !== null && actual !== null && siteOf(shown) !== siteOf(actual);
}

/** What is wrong with the URL of an image. */
export function imageFault({ text }: WrittenUrl): FindingCode | null {
  if (text === null) return null;
  const scheme = schemeOf(text);
  if (scheme === 'data') return 'IMAGE_EMBEDDED';
  if ((scheme !== 'http' && scheme !== 'https') || hostOf(text) === null) return 'IMAGE_WITHOUT_SOURCE';
  return scheme === 'http' ? 'IMAGE_NOT_HTTPS' : null;
}

function schemeOf(url: string): string | null {
  return /^([a-z][a-z0-9+.-]{0,60}):/i.exec(url)?.[1]?.toLowerCase() ?? null;
}

/** The host of a web address; null: it is none, or can't be parsed. */
function hostOf(url: string): string | null {
  return /^https?:\/\/[^/]/i.test(url) && URL.canParse(url) ? new URL(url).hostname : null;
}

/** The last two names of a host, which usually identify its owner. */
function siteOf(host: string): string {
  return host.split('.').slice(-2).join('.');
}
