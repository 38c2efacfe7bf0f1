import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address';

/** The settings of name server queries: 6 s in total (milliseconds). */
const PATIENCE = { timeout: 2_000, tries: 2 };

/** The name server query, which tests replace. */
export type NameServer = Pick<Resolver, 'resolve4' | 'resolve6'>;

/**
 * Returns a `lookup` function for `net.connect`, for hosts that users name: it yields only public addresses, IPv4
 * first. The error is HOST_NOT_ALLOWED if the host has no public address, ENOTFOUND if it has no address, and EAI_AGAIN
 * if no name server responds. It uses DNS instead of the system (`dns.lookup`), which has two threads for all lookups
 * of a process. A silent name server chosen by a user could block them indefinitely.
 */
export function publicLookup(names: NameServer = new Resolver(PATIENCE)): LookupFunction {
  return (host, options, callback) => {
    void addressesOf(host, names).then((found) => {
      const allowed = found instanceof Error ? [] : found.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (!first) callback(found instanceof Error ? found : coded('HOST_NOT_ALLOWED'), []);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * Names of this machine (RFC 6761 §6.3), and addresses written as numbers, such as 0x7f.1. Neither is a public DNS
 * name.
 */
const isNoName = /(?:^|\.)(?:localhost|\d+|0x[\da-f]*)\.?$/i;

/** Never rejects. */
async function addressesOf(
  host: string,
  names: NameServer,
): Promise<{ address: string; family: number }[] | NodeJS.ErrnoException> {
  if (isNoName.test(host)) return [];
  const [v4, v6] = await Promise.allSettled([names.resolve4(host), names.resolve6(host)]);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length > 0) return found;
  const isAbsent = [v4, v6].every((each) => each.status === 'fulfilled' || hasNone(each.reason));
  return coded(isAbsent ? 'ENOTFOUND' : 'EAI_AGAIN');
}

function hasNone(reason: unknown): boolean {
  const { code = '' } = reason as NodeJS.ErrnoException;
  return ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(code);
}

function coded(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
