import type { Encoding } from '@carillon/contracts';

/** Replaces a value while a text is analyzed: a noncharacter, which occurs in no other text. */
export const VALUE = '\ufdd0';

/** The author's text without characters that could be mistaken for a value, with the same length. */
export function withoutValues(text: string): string {
  return text.replaceAll(VALUE, ' ');
}

/** The position in a URL (RFC 3986 §3). */
type UrlPosition =
  /** So far, the URL has only values. */
  | 'beginning'
  /** After a value at the beginning, which may contain a whole URL, or nothing. */
  | 'behind a value'
  /** Where a colon would end the scheme, and a slash the first segment of a path. */
  | 'first name'
  /** After `//`. */
  | 'host'
  | 'path'
  /** In a path without a preceding host. */
  | 'relative path'
  /** In the query or the fragment. */
  | 'behind'
  | 'mailbox'
  | 'phone'
  /** Where a browser executes the content. */
  | 'script'
  /** After a scheme without its own structure, such as `cid:`. */
  | 'opaque'
  | 'data';

const opaque: Readonly<Record<string, UrlPosition>> = {
  mailto: 'mailbox',
  tel: 'phone',
  sms: 'phone',
  javascript: 'script',
  vbscript: 'script',
  data: 'data',
};

const encodings: Readonly<Record<Exclude<UrlPosition, 'beginning' | 'host'>, Encoding>> = {
  'behind a value': 'url-part',
  'first name': 'url-part',
  path: 'url-path',
  'relative path': 'url-part',
  behind: 'url-part',
  mailbox: 'mailbox',
  phone: 'phone',
  script: 'nothing',
  opaque: 'url-part',
  data: 'url-rest',
};

/** The encodings of the values in a URL, in order. Time is linear. */
export function urlEncodings(url: string): Encoding[] {
  const found: Encoding[] = [];
  let position: UrlPosition = 'beginning';
  let scheme = '';
  /** Whether the host contains letters by the author so far. */
  let isNamed = false;
  for (let at = 0; at < url.length; at++) {
    const character = url.charAt(at);
    if (character === VALUE) {
      if (position === 'beginning') found.push(url[at + 1] === ':' ? 'url-scheme' : 'url');
      else if (position === 'host') found.push(inHost(url, at, isNamed));
      else found.push(encodings[position]);
      if (position === 'first name') scheme = '';
      continue;
    }
    switch (position) {
      case 'beginning':
      case 'behind a value':
        if (character <= ' ' && found.length === 0) break;
        if (character === '?' || character === '#') position = 'behind';
        else if (character === '/') position = found.length > 0 ? 'path' : 'relative path';
        else if (found.length > 0) position = 'behind a value';
        else [position, scheme] = ['first name', character];
        if (url.startsWith('//', at) && found.length === 0) [position, at] = ['host', at + 1];
        if (url.startsWith('://', at)) [position, at] = ['host', at + 2];
        break;
      case 'first name':
        if (character === '?' || character === '#') position = 'behind';
        else if (character === '/') position = 'relative path';
        else if (character !== ':') scheme += character;
        else if (url.startsWith('://', at)) [position, at] = ['host', at + 2];
        else position = opaque[scheme.toLowerCase()] ?? 'opaque';
        break;
      case 'host':
        if (character === '/' || character === '\\') position = 'path';
        else if (character === '?' || character === '#') position = 'behind';
        else isNamed = true;
        break;
      case 'phone':
        if (character === '?' || character === '&') position = 'behind';
        break;
      default:
        if (character === '?' || character === '#') position = position === 'script' ? position : 'behind';
    }
  }
  return found;
}

/** A value that is the entire host may include a port or a path; a value next to letters by the author may not. */
function inHost(url: string, at: number, isNamed: boolean): Encoding {
  const next = url.charAt(at + 1);
  const isLast = next === '' || '/?#\\'.includes(next);
  if (!isLast) return 'url-host';
  return isNamed ? 'url-after-host' : 'url-rest';
}
