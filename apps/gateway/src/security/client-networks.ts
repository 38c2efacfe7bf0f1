import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkOf, plainAddress } from '@carillon/address';
import { ConfigError } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../config';

/** Determines the addresses of clients: the other end of the socket, or the address that trusted proxies report. */
@Injectable()
export class ClientNetworks {
  private readonly proxies: AddressBlocks;

  constructor(@Inject(gatewayConfig.token) { TRUSTED_PROXIES = '' }: GatewayConfig) {
    this.proxies = proxiesOf(TRUSTED_PROXIES);
  }

  /** The network that is treated as one client. */
  of(request: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    return networkOf(this.addressOf(request));
  }

  /** The address of the client; empty if its socket is closed. */
  addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = plainAddress(socket.remoteAddress ?? '');
    // Each proxy appends the address of its caller. Entries to the left of an untrusted entry can be forged.
    for (let i = forwarded.length - 1; i >= 0 && this.proxies.has(address); i--) {
      const named = plainAddress(forwarded[i] ?? '');
      if (isIP(named) === 0) break;
      address = named;
    }
    return address;
  }
}

/** Reads comma-separated addresses and CIDR blocks. @throws ConfigError */
function proxiesOf(text: string): AddressBlocks {
  const blocks = text.split(',').map((each) => each.trim());
  const nonEmpty = blocks.filter((block) => block !== '');
  for (const block of nonEmpty) {
    if (readBlock(block)) continue;
    throw new ConfigError(
      `TRUSTED_PROXIES: read ${JSON.stringify(block)}; expected an IP address or CIDR block such as 10.0.0.0/8`,
    );
  }
  return new AddressBlocks(nonEmpty);
}

interface Block {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/** Parses an address or a CIDR block (RFC 4632, RFC 4291 §2.3). Returns null for anything else. */
export function readBlock(text: string): Block | null {
  const [address = '', length, ...rest] = text.split('/');
  const bits = isIPv6(address) ? 128 : 32;
  const prefix = length === undefined ? bits : Number(/^\d{1,3}$/.exec(length)?.[0] ?? NaN);
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0 || !(prefix <= bits)) return null;
  return { address, prefix, family: isIPv6(address) ? 'ipv6' : 'ipv4' };
}

/** Whether all addresses of a block are in one other block. */
export function isWithin(inner: string, outer: string): boolean {
  const [within, around] = [readBlock(inner), readBlock(outer)];
  if (within?.family !== around?.family || !within || !around || around.prefix > within.prefix) return false;
  return new AddressBlocks([outer]).has(within.address);
}

/**
 * The addresses of the given blocks, by family, because BlockList also treats an IPv4 address as an IPv6 address (RFC
 * 4291 §2.5.5.2).
 */
export class AddressBlocks {
  private readonly lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(blocks: readonly string[]) {
    for (const block of blocks) {
      const read = readBlock(block);
      if (read) this.lists[read.family].addSubnet(read.address, read.prefix, read.family);
    }
  }

  has(address: string): boolean {
    if (isIP(address) === 0) return false;
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return this.lists[family].check(address, family);
  }
}
