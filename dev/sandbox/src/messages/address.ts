import { domainToASCII } from 'node:url';

/**
 * Returns an address for display: a domain in another script in its ASCII form (RFC 5890), and the local part
 * unchanged.
 */
export function writtenAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = at < 0 ? '' : domainToASCII(address.slice(at + 1));
  return domain === '' || address.endsWith(`@${domain}`) ? address : address.slice(0, at + 1) + domain;
}

/** Returns the key of an address. Spellings that differ only in letter case have the same key. */
export function addressKey(address: string): string {
  return writtenAddress(address).toLowerCase();
}
