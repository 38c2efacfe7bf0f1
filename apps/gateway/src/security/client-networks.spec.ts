import type { IncomingMessage } from 'node:http';
import { ConfigError } from '@carillon/platform';
import type { GatewayConfig } from '../config';
import { ClientNetworks } from './client-networks';

const networks = (TRUSTED_PROXIES?: string) =>
  new ClientNetworks((TRUSTED_PROXIES === undefined ? {} : { TRUSTED_PROXIES }) as GatewayConfig);

function client(list: ClientNetworks, remoteAddress: string | undefined, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return list.of({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);
}

describe('the origin of a request', () => {
  it.each([
    ['is the socket without trusted proxies', undefined, '198.51.100.1', '192.0.2.9', '198.51.100.1'],
    ['is the socket if it is not a trusted proxy', '10.0.0.0/8', '198.51.100.1', '192.0.2.9', '198.51.100.1'],
    ['is the address that a trusted proxy forwards', '10.0.0.0/8', '10.1.2.3', '192.0.2.9', '192.0.2.9'],
    ['is the trusted proxy without a forwarded address', '10.0.0.0/8', '10.1.2.3', undefined, '10.1.2.3'],
    [
      'is the trusted proxy with an invalid forwarded address',
      '10.0.0.0/8',
      '10.1.2.3',
      'unknown',
      '10.1.2.3',
    ],
    [
      'ignores addresses that the client forged',
      '10.0.0.0/8',
      '10.1.2.3',
      '192.0.2.1, 192.0.2.9',
      '192.0.2.9',
    ],
    [
      'is the address that two trusted proxies forward',
      '10.0.0.0/8, 203.0.113.5',
      '10.1.2.3',
      '192.0.2.9,203.0.113.5',
      '192.0.2.9',
    ],
    ['is the first address if all are proxies', '10.0.0.0/8', '10.1.2.3', '10.9.9.9', '10.9.9.9'],
    ['ignores addresses before an invalid one', '10.0.0.0/8', '10.1.2.3', '192.0.2.9, x', '10.1.2.3'],
    ['is a network for IPv6', 'fd00::/8', 'fd12::1', '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
    [
      'accepts a proxy with an IPv4-mapped address',
      '10.0.0.0/8',
      '::ffff:10.1.2.3',
      '192.0.2.9:4711',
      '192.0.2.9',
    ],
    ['is the socket if only another address is trusted', '10.1.2.3', '10.1.2.4', '192.0.2.9', '10.1.2.4'],
    ['is empty for a closed socket', '10.0.0.0/8', undefined, '192.0.2.9', ''],
  ])('%s', (_, trusted, socket, forwarded, expected) => {
    expect(client(networks(trusted), socket, forwarded)).toBe(expected);
  });

  it.each([
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'proxy.example.com',
    '10.0.0',
    '10.0.0.0/-1',
  ])('cannot be determined with %j for a proxy, which stops the boot', (wrong) => {
    expect(() => networks(`127.0.0.1,${wrong}`)).toThrow(ConfigError);
    expect(() => networks(wrong)).toThrow(`TRUSTED_PROXIES: read ${JSON.stringify(wrong)}`);
  });
});
