import { isIPv6 } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;
/** The length of a network (hextets of 16 bits): a customer gets at least a /64 (RFC 6177). */
const NETWORK_HEXTETS = 4;
const ALL_HEXTETS = 8;

/** An address in comparable form: without port, brackets, and zone. An IPv4-mapped IPv6 address becomes IPv4. */
export function plainAddress(text: string): string {
  const [, six, four] = withPort.exec(text.trim()) ?? [];
  const address = (six ?? four ?? text.trim()).split('%', 1)[0] ?? '';
  return mapped.exec(address)?.[1] ?? address;
}

/** An IPv4 address is its own network. An IPv6 address belongs to its /64, because one customer has all of it. */
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
