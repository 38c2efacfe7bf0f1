import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** What a host name can be: an address, a name, or nothing that could be resolved (RFC 1123 §2.1). */
export type HostKind = 'public' | 'private' | 'invalid';

const MAX_NAME = 253;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** Resolvers read `127.1`, `0x7f000001` and `2130706433` as addresses; a real name's last label is never a number. */
const numeric = /^(?:\d+|0x[0-9a-f]*)$/i;
/** Names that mean a machine or network of one's own. RFC 6761, RFC 6762, RFC 8375 and ICANN's reservation of `internal`. */
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

/** Not global by IANA's special-purpose registries. */
const notGlobal = {
  ipv4: listOf('ipv4', [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ]),
  ipv6: listOf('ipv6', [
    // All that is not global unicast, then what is not global within it: documentation, 6to4, Teredo, ORCHID.
    ['::', 3],
    ['4000::', 2],
    ['8000::', 1],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
  ]),
};

/** One list per family: in a list of both, an IPv4 address also matches as the IPv6 address it can be written as. */
function listOf(family: 'ipv4' | 'ipv6', networks: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family);
  return list;
}

/** Whether a mail server's host, as typed, is out on the internet. What a name resolves to is known only when it is used. */
export function kindOfHost(host: string): HostKind {
  if (isIPv4(host)) return notGlobal.ipv4.check(host, 'ipv4') ? 'private' : 'public';
  if (isIPv6(host)) return notGlobal.ipv6.check(host, 'ipv6') ? 'private' : 'public';
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  if (host.length > MAX_NAME || numeric.test(last) || !labels.every((each) => label.test(each)))
    return 'invalid';
  const name = host.toLowerCase();
  const isPrivate = privateDomains.some((domain) => name === domain || name.endsWith(`.${domain}`));
  return isPrivate || labels.length === 1 ? 'private' : 'public';
}
