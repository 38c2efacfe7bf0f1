import { isIP } from 'node:net';
import { isPublicAddress } from '@carillon/address';
import type { FieldError, SettingsTable } from '@carillon/contracts';
import { unfitUrl } from '@carillon/http-client';
import { issue } from '@carillon/input';

/** The possible kinds of a host name: an address, a name, or an invalid name (RFC 1123 §2.1). */
export type HostKind = 'public' | 'private' | 'invalid';

const MAX_NAME = 253;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/**
 * Resolvers read `127.1`, `0x7f000001`, and `2130706433` as addresses. The last label of a real name is never a number.
 */
const numeric = /^(?:\d+|0x[0-9a-f]*)$/i;
/**
 * Names of the local machine or a private network: RFC 6761, RFC 6762, RFC 8375, and ICANN's reservation of `internal`.
 */
const privateDomains = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'localdomain',
  'lan',
  'intranet',
  'private',
  'corp',
];

/**
 * Whether the entered host of a mail server is on the public internet. The address of a name is checked only when it is
 * used.
 */
export function kindOfHost(host: string): HostKind {
  if (isIP(host) !== 0) return isPublicAddress(host) ? 'public' : 'private';
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  if (host.length > MAX_NAME || numeric.test(last) || !labels.every((each) => label.test(each)))
    return 'invalid';
  const name = host.toLowerCase();
  const isPrivate = privateDomains.some((domain) => name === domain || name.endsWith(`.${domain}`));
  return isPrivate || labels.length === 1 ? 'private' : 'public';
}

/** Whether servers may have private addresses: mail servers, and endpoints of HTTP senders. */
export interface PrivateHosts {
  ALLOW_PRIVATE_SMTP_HOSTS: boolean;
  ALLOW_PRIVATE_SENDER_HOSTS: boolean;
}

/** The hosts and URLs in some settings that must be on the public internet, but are not. */
export function privateHosts(
  { fields }: SettingsTable,
  settings: Readonly<Record<string, unknown>>,
  allowed: PrivateHosts,
): FieldError[] {
  return Object.entries(fields).flatMap(([name, { form }]) => {
    const value = settings[name];
    if (typeof value !== 'string') return [];
    if (form === 'host' && !allowed.ALLOW_PRIVATE_SMTP_HOSTS && kindOfHost(value) !== 'public')
      return issue(
        'not_allowed',
        'The server must be on the public internet, but this host is private',
        name,
      );
    const unfit = form === 'url' ? unfitUrl(value, allowed.ALLOW_PRIVATE_SENDER_HOSTS) : null;
    return unfit === null ? [] : issue('not_allowed', unfit, name);
  });
}
