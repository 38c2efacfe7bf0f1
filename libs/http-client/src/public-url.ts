import { isIP } from 'node:net';
import { isPublicAddress } from '@carillon/address';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Why a user's URL cannot be requested; null: it can. Addresses in other notations, such as decimal numbers, are parsed
 * as in browsers (WHATWG URL). The addresses of a name are checked at each connection.
 */
export function unfitUrl(text: string, mayBePrivate: boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return 'This must be a URL';
  const isLocal = mayBePrivate && url.protocol === 'http:' && loopback.test(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) return 'This must begin with https://';
  if (url.username !== '' || url.password !== '') return 'This must not have a username or a password';
  if (url.hash !== '') return 'This must not have a fragment';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!mayBePrivate && isIP(host) !== 0 && !isPublicAddress(host))
    return 'This address is not on the internet';
  if (!mayBePrivate && (/(?:^|\.)localhost\.?$/.test(host) || !host.includes('.')) && isIP(host) === 0)
    return 'This name is not on the internet';
  return null;
}

/** Whether only this machine can reach the URL. */
export function isLoopback(url: string): boolean {
  return loopback.test(new URL(url).hostname);
}
