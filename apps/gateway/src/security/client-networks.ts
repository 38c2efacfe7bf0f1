import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { ConfigError } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../config';

/** The addresses of clients: of the socket's other end, or the one that trusted proxies name. */
@Injectable()
export class ClientNetworks {
  private readonly proxies: BlockList;

  constructor(@Inject(gatewayConfig.token) { TRUSTED_PROXIES = '' }: GatewayConfig) {
    this.proxies = blockListOf(TRUSTED_PROXIES);
  }

  /** The network that is treated as one client. */
  of({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = plainAddress(socket.remoteAddress ?? '');
    // Each proxy appends the address of its caller; entries left of an untrusted one may be forged.
    for (let i = forwarded.length - 1; i >= 0 && this.isProxy(address); i--) {
      const named = plainAddress(forwarded[i] ?? '');
      if (isIP(named) === 0) break;
      address = named;
    }
    return networkOf(address);
  }

  private isProxy(address: string): boolean {
    return isIP(address) !== 0 && this.proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
}

/** Reads comma-separated addresses and CIDR blocks. @throws ConfigError */
function blockListOf(text: string): BlockList {
  const list = new BlockList();
  for (const block of text.split(',').map((each) => each.trim())) {
    if (block !== '') addTo(list, block);
  }
  return list;
}

function addTo(list: BlockList, block: string): void {
  const [address = '', prefix, ...rest] = block.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : Number(/^\d{1,3}$/.exec(prefix)?.[0] ?? NaN);
  if (isIP(address) === 0 || rest.length > 0 || !(length <= bits)) {
    throw new ConfigError(
      `TRUSTED_PROXIES: read ${JSON.stringify(block)}; expected an IP address or a block of them such as 10.0.0.0/8`,
    );
  }
  list.addSubnet(address, length, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;
/** Hextets of 16 bits: a customer gets at least a /64 (RFC 6177). */
const NETWORK_HEXTETS = 4;
const ALL_HEXTETS = 8;

/** An address in comparable form: without port, brackets and zone, and IPv4 as such. */
export function plainAddress(text: string): string {
  const [, six, four] = withPort.exec(text.trim()) ?? [];
  const address = (six ?? four ?? text.trim()).split('%', 1)[0] ?? '';
  return mapped.exec(address)?.[1] ?? address;
}

/** An IPv4 address is a network of its own; an IPv6 address belongs to its /64, as one customer has all of it. */
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
