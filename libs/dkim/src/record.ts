import type { DkimAlgorithm } from '@carillon/contracts';
import { parseTags } from './tags';

const types: Readonly<Record<DkimAlgorithm, string>> = { RSA_2048: 'rsa', ED25519: 'ed25519' };

/** A public key as it is published. */
export interface PublishedKey {
  algorithm: DkimAlgorithm;
  publicKey: string;
}

/** The text of the DNS record at `<selector>._domainkey.<domain>`: RFC 6376 §3.6.1. */
export function dkimRecord({ algorithm, publicKey }: PublishedKey): string {
  return `v=DKIM1; k=${types[algorithm]}; p=${publicKey}`;
}

/** Whether receivers that find this text get this key, and may use it for email. */
export function isRecordOf({ algorithm, publicKey }: PublishedKey, text: string): boolean {
  const tags = parseTags(text);
  if (!tags || (tags.has('v') && tags.get('v') !== 'DKIM1')) return false;
  const lists = (name: string, value: string): boolean => {
    const listed = tags.get(name);
    return listed === undefined || listed.split(':').some((each) => ['*', value].includes(each.trim()));
  };
  return (
    (tags.get('k') ?? 'rsa') === types[algorithm] &&
    tags.get('p')?.replace(/\s+/g, '') === publicKey &&
    lists('h', 'sha256') &&
    lists('s', 'email')
  );
}
