import type { IncomingHttpHeaders } from 'node:http';

/** Who follows a link or loads a picture. `private`: a person who asks not to be followed; they are counted, and not noted. */
export type Visitor = 'person' | 'private' | 'machine';

/** Programs that load pictures and follow links for themselves, by their header User-Agent. */
const machines: readonly RegExp[] = [
  // Gmail and Yahoo load pictures through proxies, which keep them: https://support.google.com/mail/answer/145919
  /GoogleImageProxy|YahooMailProxy/,
  // Mail Privacy Protection of Apple loads all pictures when the mail arrives, and names no more than this.
  /^Mozilla\/5\.0$/,
  // What protects mailboxes from bad links.
  /barracuda|proofpoint|mimecast|trend ?micro|symantec|sophos|safelinks|urldefense|forcepoint|fireeye|cisco/i,
  // What shows a link to who is about to send it, and what reads the web.
  /bot\b|bot[/;]|crawl|spider|slurp|preview|scan|facebookexternalhit|^WhatsApp\/|google-safety|headless|phantomjs/i,
  // Programs that say what they are made with.
  /^(?:curl|wget|python|go-http-client|java\/|apache-httpclient|okhttp|node|axios|undici|libwww|ruby|php|powershell)/i,
];
const fetchingAhead = /prefetch|preview|prerender/i;

/** Do Not Track (W3C, 2019 §5) and Global Privacy Control (§3) are headers with the value 1. */
export function visitorOf(method: string, headers: IncomingHttpHeaders): Visitor {
  const agent = (headers['user-agent'] ?? '').trim();
  const isAhead = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].some((name) =>
    fetchingAhead.test(String(headers[name] ?? '')),
  );
  if (method !== 'GET' || agent === '' || isAhead || machines.some((each) => each.test(agent)))
    return 'machine';
  return headers.dnt === '1' || headers['sec-gpc'] === '1' ? 'private' : 'person';
}
