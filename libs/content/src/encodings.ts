import type { Encoding } from '@carillon/contracts';
import { escapeHtml, escapeUnquoted } from './escape-html';

/** The allowed schemes of links whose scheme comes from a value. */
const schemes = new Set(['http', 'https', 'mailto', 'sms', 'tel', 'whatsapp']);
/** A browser ignores these at the beginning of a URL, and some of them within (WHATWG URL §4.4). */
const ignored = /[\0-\x20\x7f-\x9f]/g;

/** The effect of each step on a value. */
const encoders: Readonly<Record<Encoding, (text: string) => string>> = {
  url: wholeUrl,
  'url-scheme': (text) => (schemes.has(text.toLowerCase()) ? text : '#'),
  'url-host': host,
  'url-after-host': (text) => (/^[/?#]/.test(text) ? restOfUrl(text) : host(text)),
  'url-rest': restOfUrl,
  'url-path': path,
  'url-part': part,
  mailbox: (text) => text.replace(/[^\p{L}\p{N}\-._~!$'*+,;:@]/gu, part),
  phone: (text) => text.replace(/\s/g, '').replace(/[^\w\-.~+,;=()*]/gu, part),
  nothing: () => '',
  css,
  'css-string': (text) => text.replace(/["'\\<>(){};\p{Cc}\u2028\u2029]/gu, cssEscape),
  script,
  html: escapeHtml,
  unquoted: escapeUnquoted,
  'unquoted-whole': escapeUnquoted,
};

/** Encodes values step by step so that their context keeps its meaning. */
export function encoderOf(steps: readonly Encoding[]): (text: string) => string {
  const [first, ...others] = steps.map((step) => encoders[step]);
  if (first === undefined) return (text) => text;
  if (others.length === 0) return first;
  return (text) => others.reduce((written, encode) => encode(written), first(text));
}

/** A URL from a value; `#` if it could run a script, or its scheme isn't for email. */
function wholeUrl(text: string): string {
  const visible = text.replace(ignored, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(visible)?.[1];
  if (scheme !== undefined && !schemes.has(scheme.toLowerCase())) return '#';
  // The previous value may be a scheme that lacks its colon.
  const url = visible.startsWith(':') ? text.replace(':', '%3A') : text;
  return restOfUrl(url.trim());
}

/**
 * A value in the remaining parts of a URL: characters with a meaning in URLs stay, and characters that are not allowed
 * are percent-encoded.
 */
function restOfUrl(text: string): string {
  return text.replace(/[\s\p{Cc}"<>\\^`{|}]/gu, part);
}

/** A part of a host name. Characters that would end it are percent-encoded. */
function host(text: string): string {
  return text.replace(/[^\p{L}\p{N}\-._~]/gu, part);
}

/**
 * A value as the parts of a path. If a part leads out of the path or to another host (RFC 3986 §5.2.4, §4.2), the whole
 * value becomes one part.
 */
function path(text: string): string {
  const names = text.split('/');
  const isPlain = names.every((name, at) => !/^\.{1,2}$/.test(name) && (name !== '' || at > 0));
  return isPlain ? names.map(part).join('/') : part(text);
}

/** Percent-encodes everything except unreserved characters (RFC 3986 §2.3) and `!'()*`. */
function part(text: string): string {
  return unreserved.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

const unreserved = /^[\w.~-]*$/;

const color = /^(?:rgb|hsl)a?\([\w\s.,%/+-]*\)$/i;

/** A value outside of strings, or a part of one: identifiers, numbers, units and colors (CSS Syntax 3 §4). */
function css(text: string): string {
  return color.test(text) ? text : text.replace(/[^\p{L}\p{N} #%.,_/+-]/gu, cssEscape);
}

/** CSS Syntax 3 §4.3.7. */
function cssEscape(character: string): string {
  return `\\${(character.codePointAt(0) ?? 0).toString(16)} `;
}

/**
 * Within a string of JavaScript or JSON, as in the order data that Gmail reads. Outside of one, it is an error or a
 * number.
 */
function script(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,_\-:@+%#]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
