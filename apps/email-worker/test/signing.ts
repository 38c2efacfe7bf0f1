import type { OpenedSender } from '@carillon/channel';
import type { DkimAlgorithm } from '@carillon/contracts';
import { dkimRecord, newSigningKey } from '@carillon/dkim';

const DOMAIN = 'shop.example';

/** A key of a domain, and the DNS record with its public part. */
export async function signingKey(algorithm: DkimAlgorithm, domain = DOMAIN) {
  const { privateKey, publicKey } = await newSigningKey(algorithm);
  const selector = `carillon-${algorithm.toLowerCase().replace('_', '-')}`;
  return {
    key: { domain, selector, algorithm, privateKey },
    records: { [`${selector}._domainkey.${domain}`]: dkimRecord({ algorithm, publicKey }) },
  };
}

/** A sender with these keys. */
export function signingSender(signingKeys: NonNullable<OpenedSender['signingKeys']>): OpenedSender {
  const settings = { host: '127.0.0.1', port: 25, security: 'none', fromAddress: `news@${DOMAIN}` };
  return {
    ...{ id: 'own', userId: '64b7c0ffee64b7c0ffee0002', provider: 'SMTP', version: '1', secrets: {} },
    ...{ settings, signingKeys },
  };
}
