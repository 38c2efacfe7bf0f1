import { UsageError } from '../failures';

/** An installation of Carillon and the keys that are known for it. */
export interface Place {
  /** Scheme, host and port, no slash at the end. */
  url: string;
  apiKey?: string | undefined;
  operatorKey?: string | undefined;
}

/** A key is for users or for operators; docs/api.md, API keys. */
export type KeyRole = 'apiKey' | 'operatorKey';

export function roleOf(key: string): KeyRole {
  return key.startsWith('car_op_') ? 'operatorKey' : 'apiKey';
}

/** The address of an installation as people may give it: the path of the API and slashes at the end are left off. */
export function placeUrl(given: string, source: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${source} has to be an address such as https://carillon.example.com`);
  if (url.username || url.password)
    throw new UsageError(`${source} must not have a user name or password in it`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`;
}

/** Whether only this machine hears what is sent there. */
export function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
