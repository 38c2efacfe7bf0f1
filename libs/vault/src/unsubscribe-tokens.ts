import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { KeyRing, VaultKey } from './key-ring';

/** Whose campaign wrote to whom: all that there is to know when that person wants no more. */
export interface Unsubscription {
  userId: string;
  campaignId: string;
  address: string;
}

/** Makes the token of each recipient of one campaign. */
export type TokenMaker = (address: string) => string;

/**
 * A token is base64url of: form, user id, campaign id, IV, sealed address, tag. AES-256-GCM (NIST SP 800-38D); each campaign has
 * a key of its own, derived (RFC 5869) from a ring's key and all that stands before the IV.
 */
const FORM = 1;
const ID_BYTES = 12;
const HEAD_BYTES = 1 + 2 * ID_BYTES;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const COUNTER_AT = IV_BYTES - 4;
const COUNTERS = 2 ** 32;
const LONGEST = 1_024;
const algorithm = 'aes-256-gcm';
const label = Buffer.from('carillon unsubscribe token ');

/** Seals into links what it takes to unsubscribe, so that nobody has to remember it, and opens it again. */
export class UnsubscribeTokens {
  constructor(private readonly ring: KeyRing) {}

  /** For the mails of a campaign. Every token is another one, also for the same address. */
  maker({ userId, campaignId }: Omit<Unsubscription, 'address'>): TokenMaker {
    const head = Buffer.concat([Buffer.of(FORM), Buffer.from(userId, 'hex'), Buffer.from(campaignId, 'hex')]);
    if (head.length !== HEAD_BYTES) throw new RangeError('These are no ids');
    const key = campaignKey(this.ring[0], head);
    const nextIv = ivs();
    return (address) => {
      const iv = nextIv();
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: TAG_BYTES });
      const sealed = cipher.update(address, 'utf8');
      cipher.final();
      return Buffer.concat([head, iv, sealed, cipher.getAuthTag()]).toString('base64url');
    };
  }

  /** Null: no key of the ring made it, or it was altered. */
  read(token: string): Unsubscription | null {
    const bytes = bytesOf(token);
    if (bytes?.[0] !== FORM || bytes.length <= HEAD_BYTES + IV_BYTES + TAG_BYTES) return null;
    const head = bytes.subarray(0, HEAD_BYTES);
    for (const key of this.ring) {
      const address = open(campaignKey(key, head), bytes.subarray(HEAD_BYTES));
      if (address !== null) {
        const [userId, campaignId] = [head.subarray(1, 1 + ID_BYTES), head.subarray(1 + ID_BYTES)];
        return { userId: userId.toString('hex'), campaignId: campaignId.toString('hex'), address };
      }
    }
    return null;
  }
}

function campaignKey({ secret }: VaultKey, head: Buffer): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', Buffer.concat([label, head]), 32)));
}

/** IVs that do not repeat: a random beginning for each maker, and a number. */
function ivs(): () => Buffer {
  const iv = randomBytes(IV_BYTES);
  let count = 0;
  return () => {
    if (count === COUNTERS) throw new RangeError('A campaign has no so many recipients');
    iv.writeUInt32BE(count++, COUNTER_AT);
    return iv;
  };
}

function open(key: KeyObject, bytes: Buffer): string | null {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const address = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([address, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** One text per value: no altered text opens, not even one that is read as the same bytes. */
function bytesOf(token: string): Buffer | null {
  if (token.length > LONGEST) return null;
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token ? bytes : null;
}
