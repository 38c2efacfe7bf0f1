import { type IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from '../problem';

/**
 * Refuses requests that a foreign web page could make a browser send: under a host name that was pointed at this
 * machine (DNS rebinding), and across origins. Requests of clients other than browsers contain none of these headers,
 * and pass.
 * @param names host names of this server in addition to localhost and IP addresses
 * @returns the refusal, 421 or 403, or null if the request may pass
 */
export function refusalOf(
  headers: IncomingHttpHeaders,
  method: string,
  names: readonly string[],
): Problem | null {
  const host = headers.host ?? '';
  if (!isOwnName(hostName(host), names)) {
    return new Problem(421, `This host name is not allowed. To allow it, add it to INBOX_HOSTS.`);
  }
  const navigates = headers['sec-fetch-mode'] === 'navigate' && (method === 'GET' || method === 'HEAD');
  const site = headers['sec-fetch-site'] ?? 'none';
  const foreignSite = !['same-origin', 'none'].includes(site) && !navigates;
  const foreignOrigin = headers.origin !== undefined && headers.origin !== `http://${host}`;
  const isForeign = foreignSite || foreignOrigin;
  return isForeign ? new Problem(403, 'Requests from other origins are refused.') : null;
}

function isOwnName(name: string, names: readonly string[]): boolean {
  const bare = name.replace(/^\[|\]$/g, '');
  return isIP(bare) !== 0 || name === 'localhost' || name.endsWith('.localhost') || names.includes(name);
}

function hostName(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase();
}
