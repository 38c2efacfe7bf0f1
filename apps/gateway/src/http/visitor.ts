import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';

/** The kind of visitor. `private`: a person with an opt-out from tracking, counted but not recorded. */
export type Visitor = 'person' | 'private' | 'machine';

/** Programs that load images of emails or follow links, and that `isbot` doesn't recognize. */
const mailMachines: readonly RegExp[] = [
  // Gmail and Yahoo load images through proxies, which cache them: https://support.google.com/mail/answer/145919
  /GoogleImageProxy|YahooMailProxy/,
  // Apple's Mail Privacy Protection loads all images when the email arrives, and sends only this name.
  /^Mozilla\/5\.0$/,
  // Products that protect mailboxes against malicious links.
  /barracuda|proofpoint|mimecast|trend ?micro|symantec|sophos|safelinks|urldefense|forcepoint|fireeye|ironport/i,
];
/** Email clients of people. `isbot` treats those without a browser name as automated. */
const mailPrograms = /^Outlook-(?:iOS|Android)\/|Microsoft Outlook \d|\bms-office\b/;
/**
 * The model of an Android phone or tablet, such as CUBOT NOTE 20, M BOT 60, or ScanPal EDA51. A model isn't a program
 * (isbot issue 29, Matomo device-detector issues 5674 and 5701, Crawler-Detect issue 283). Programs add their name
 * before or after it.
 */
const androidModel = /(\(Linux; (?:U; )?Android[^;)]*)(;[^()]*)\)/;

/** Determines the kind from the User-Agent header, with the list of https://github.com/omrilotan/isbot. */
function isMachine(agent: string): boolean {
  if (mailMachines.some((each) => each.test(agent))) return true;
  if (mailPrograms.test(agent)) return false;
  const withoutModel = agent.replace(androidModel, (whole, system: string, model: string) =>
    /compatible|https?:/i.test(model) ? whole : `${system})`,
  );
  return isbot(withoutModel);
}

const fetchingAhead = /prefetch|preview|prerender/i;

/** Do Not Track (W3C, 2019 §5) and Global Privacy Control (§3) are headers with the value 1. */
export function visitorOf(method: string, headers: IncomingHttpHeaders): Visitor {
  const agent = (headers['user-agent'] ?? '').trim();
  const isAhead = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].some((name) =>
    fetchingAhead.test(String(headers[name] ?? '')),
  );
  if (method !== 'GET' || agent === '' || isAhead || isMachine(agent)) return 'machine';
  return headers.dnt === '1' || headers['sec-gpc'] === '1' ? 'private' : 'person';
}
