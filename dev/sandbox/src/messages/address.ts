import { domainToASCII } from 'node:url';

/** An address as it is shown: a domain in another script is written in its ASCII form (RFC 5890), the rest stays. */
export function writtenAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = at < 0 ? '' : domainToASCII(address.slice(at + 1));
  return domain === '' || address.endsWith(`@${domain}`) ? address : address.slice(0, at + 1) + domain;
}

/** What two spellings of one address have in common: they differ in letter case at most. */
export function addressKey(address: string): string {
  return writtenAddress(address).toLowerCase();
}
