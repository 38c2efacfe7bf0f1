import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address';

/** How a name server is asked: it has 6 s in all (milliseconds). */
const PATIENCE = { timeout: 2_000, tries: 2 };

/** What is asked of a name server; in tests a stand-in answers. */
export type NameServer = Pick<Resolver, 'resolve4' | 'resolve6'>;

/**
 * Returns how `net.connect` finds the addresses of a host that a stranger named: of its addresses those that are public, IPv4 first. The
 * error is HOST_NOT_ALLOWED if none is, ENOTFOUND if it has none, EAI_AGAIN if no name server answers.
 *
 * It asks by DNS, and not the system (`dns.lookup`): that has two threads for all the names of a process, which one stranger's silent name
 * server would hold for as long as it pleases.
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

/** This machine (RFC 6761 §6.3), and an address written as a number, such as 0x7f.1: neither is a name of the DNS, nor public. */
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
