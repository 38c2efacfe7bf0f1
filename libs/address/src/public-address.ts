import { BlockList, isIP, isIPv6 } from 'node:net';

/** Networks that are not the public internet: the IANA registries of special-purpose addresses, and multicast. */
const networks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // IPv4 in other forms: compatible, mapped, translated (NAT64), 6to4. The embedded IPv4 address is ignored.
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const;

const v4 = new BlockList();
const v6 = new BlockList();
for (const network of networks) {
  const [address = '', length] = network.split('/');
  if (isIPv6(address)) v6.addSubnet(address, Number(length), 'ipv6');
  else v4.addSubnet(address, Number(length), 'ipv4');
}

/** Whether an IP address belongs to the public internet. Other texts don't. */
export function isPublicAddress(ip: string): boolean {
  const address = ip.replace(/%.*$/, '');
  switch (isIP(address)) {
    case 4:
      return !v4.check(address, 'ipv4');
    case 6:
      return !v6.check(address, 'ipv6');
    default:
      return false;
  }
}
