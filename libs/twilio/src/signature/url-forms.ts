import { parse, stringify } from 'node:querystring';
import { CALLED_AGAIN } from '../connection-overrides';

const beginning = /^([a-z][a-z0-9+.-]*:\/\/)((?:[^/?#]*@)?)((?:\[[^\]/?#]*\])?[^:/?#]*)(:[^/?#]*)?/i;

/**
 * The forms in which a URL may have been signed. Twilio signs it now with, now without the port, and some of its parts sign
 * it as a URL parser writes it, with the values of the query escaped in the old way or the new one. Whether what a URL says
 * about calling again is signed is said nowhere, and it does not come with the request.
 */
export function urlForms(url: string): string[] {
  return formsOf(url).flatMap((form) => [form, form + CALLED_AGAIN]);
}

function formsOf(url: string): string[] {
  const asGiven = [withoutPort(url), withPort(url)];
  const written = URL.parse(url)?.href;
  if (written === undefined) return asGiven;
  const asWritten = [withoutPort(written), withPort(written)];
  return [...new Set([...asGiven, ...asWritten, ...asWritten.map(escapedAsBefore)])];
}

function withoutPort(url: string): string {
  return url.replace(beginning, '$1$2$3');
}

function withPort(url: string): string {
  return url.replace(
    beginning,
    (_, scheme: string, user: string, host: string, port: string | undefined) =>
      scheme + user + host + (port ?? (scheme.toLowerCase() === 'https://' ? ':443' : ':80')),
  );
}

function escapedAsBefore(url: string): string {
  const at = url.indexOf('?') + 1;
  return at === 0 || at === url.length ? url : url.slice(0, at) + stringify(parse(url.slice(at)));
}
