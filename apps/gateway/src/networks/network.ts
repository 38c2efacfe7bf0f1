import { isIPv6 } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;
/** Hextets of 16 bits: what a customer gets is a /64 at least (RFC 6177). */
const NETWORK_HEXTETS = 4;
const ALL_HEXTETS = 8;

/** An address as it is compared: without port, brackets and zone, and IPv4 as such. */
export function plainAddress(text: string): string {
  const [, six, four] = withPort.exec(text.trim()) ?? [];
  const address = (six ?? four ?? text.trim()).split('%', 1)[0] ?? '';
  return mapped.exec(address)?.[1] ?? address;
}

/** An IPv4 address is a network of its own; of an IPv6 address it is the /64, whoever has one has all of it. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.toLowerCase().split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const gap = after === undefined ? 0 : ALL_HEXTETS - head.length - tail.length;
  const all = [...head, ...Array.from({ length: gap }, () => '0'), ...tail];
  const network = all.slice(0, NETWORK_HEXTETS).map((hextet) => hextet.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
