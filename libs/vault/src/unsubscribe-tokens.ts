import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyRing, VaultKey } from './key-ring';
import { readBase32, writeBase32, writeBits } from './base32';

/** The sender's campaign and the recipient: everything needed to unsubscribe. */
export interface Unsubscription {
  userId: string;
  campaignId: string;
  address: string;
}

/** Creates the tokens for the recipients of one campaign. */
export type TokenMaker = (address: string) => string;

/**
 * A token is base32 of: form, user ID, campaign ID, IV, sealed address, tag; followed by a check value over all of it.
 * AES-256-GCM with a tag of 96 bits (NIST SP 800-38D §5.2.1.2); each campaign has its own key, derived (RFC 5869) from
 * a ring's key and everything before the IV. Email clients and people convert links to lowercase, fold and truncate
 * them, and append punctuation. Base32 therefore has one letter case, and the check value marks the end of a token.
 */
const FORM = 2;
const ID_BYTES = 12;
const HEAD_BYTES = 1 + 2 * ID_BYTES;
const IV_BYTES = 12;
const TAG_BYTES = 12;
const SHORTEST = HEAD_BYTES + IV_BYTES + TAG_BYTES + 1;
const COUNTER_AT = IV_BYTES - 4;
const COUNTERS = 2 ** 32;
/** Bits, and characters, of the check value. */
const CHECK = { bits: 20, characters: 4 } as const;
/** The limit is longer than the token of the longest address (254 characters) with some appended text. */
const LONGEST = 1_024;
const algorithm = 'aes-256-gcm';
const label = Buffer.from('carillon unsubscribe token ');

const topicAtEnd = /^[^.]+\.([0-9a-f]{24})(?![0-9a-f])/i;

/**
 * A token followed by the topic of the email. Readers of the token ignore text after it, so a damaged topic, and a gateway
 * that knows no topics, unsubscribe from all email. Nobody signs the topic: it counts only if the user has such a topic.
 */
export function tokenWithTopic(token: string, topicId: string | undefined): string {
  return topicId === undefined ? token : `${token}.${topicId}`;
}

/** The topic after a token. Undefined: none. */
export function topicOfToken(token: string): string | undefined {
  return topicAtEnd.exec(token.slice(0, 2 * LONGEST))?.[1]?.toLowerCase();
}

/** Encrypts the data needed to unsubscribe in links, so that nothing has to be stored, and decrypts it. */
export class UnsubscribeTokens {
  constructor(private readonly ring: KeyRing) {}

  /** For the emails of a campaign. Every token is different, even for the same address. */
  maker({ userId, campaignId }: Omit<Unsubscription, 'address'>): TokenMaker {
    const head = Buffer.concat([Buffer.of(FORM), Buffer.from(userId, 'hex'), Buffer.from(campaignId, 'hex')]);
    if (head.length !== HEAD_BYTES) throw new RangeError('These are not IDs');
    const key = campaignKey(this.ring[0], head);
    const nextIv = ivs();
    // 25 bytes are 40 characters: the common beginning of a campaign's tokens is encoded once.
    const [begin, sum] = [writeBase32(head), crc32(head)];
    return (address) => {
      const iv = nextIv();
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: TAG_BYTES });
      const sealed = cipher.update(address, 'utf8');
      cipher.final();
      const own = Buffer.concat([iv, sealed, cipher.getAuthTag()]);
      return begin + writeBase32(own) + checkOf(own, sum);
    };
  }

  /**
   * Decrypts a token in any letter case and reverts the changes that email clients make to links: white space and line
   * ends inside, and any text after it. Truncation of the check value alone is harmless. Null: the token is incomplete,
   * altered, or encrypted with a key that is not in the ring.
   */
  read(token: string): Unsubscription | null {
    const text = cleaned(token);
    const bytes = readBase32(text);
    for (const length of lengthsOf(text, bytes)) {
      const found = this.open(bytes.subarray(0, length));
      if (found) return found;
    }
    return null;
  }

  /** The user and campaign of a damaged token, if they are readable. They are unverified. */
  claimedBy(token: string): Omit<Unsubscription, 'address'> | null {
    const bytes = readBase32(cleaned(token));
    return bytes[0] === FORM && bytes.length >= HEAD_BYTES ? idsOf(bytes) : null;
  }

  private open(bytes: Buffer): Unsubscription | null {
    if (bytes[0] !== FORM || bytes.length < SHORTEST) return null;
    const head = bytes.subarray(0, HEAD_BYTES);
    for (const key of this.ring) {
      const address = opened(campaignKey(key, head), bytes.subarray(HEAD_BYTES));
      if (address !== null) return { ...idsOf(bytes), address };
    }
    return null;
  }
}

/** The characters of a token, without characters that email clients and typists insert or append. */
function cleaned(token: string): string {
  return (
    token
      .slice(0, 2 * LONGEST)
      .toLowerCase()
      .replace(/%(?:20|09|0a|0d|3d|3e|3c|22|27|29|2e|2c|3b)|=3d|&(?:gt|lt|quot|nbsp|amp);?/g, '')
      .replace(/[^0-9a-z]/g, '')
      // Characters that people mistake for others when they type a link. They don't occur in tokens.
      .replace(/o/g, '0')
      .replace(/[il]/g, '1')
      .slice(0, LONGEST)
  );
}

/** The possible ends of the token: after its check value or, if that is truncated, at the end of the text. */
function lengthsOf(text: string, bytes: Buffer): number[] {
  const lengths: number[] = [];
  for (let length = SHORTEST; length <= bytes.length; length++) {
    const end = Math.ceil((length * 8) / 5);
    const check = text.slice(end, end + CHECK.characters);
    const isWhole = check.length === CHECK.characters;
    if (isWhole ? check === checkOf(bytes.subarray(0, length)) : end <= text.length) lengths.push(length);
  }
  return lengths;
}

/** @param before the sum of the bytes before these */
function checkOf(bytes: Buffer, before = 0): string {
  return writeBits(crc32(bytes, before) >>> (32 - CHECK.bits), CHECK.characters);
}

function idsOf(bytes: Buffer): Omit<Unsubscription, 'address'> {
  return {
    userId: bytes.subarray(1, 1 + ID_BYTES).toString('hex'),
    campaignId: bytes.subarray(1 + ID_BYTES, HEAD_BYTES).toString('hex'),
  };
}

function campaignKey({ secret }: VaultKey, head: Buffer): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', Buffer.concat([label, head]), 32)));
}

/** IVs that do not repeat: a random beginning for each token maker, and a number. */
function ivs(): () => Buffer {
  const iv = randomBytes(IV_BYTES);
  let count = 0;
  return () => {
    if (count === COUNTERS) throw new RangeError('The number of recipients is out of range');
    iv.writeUInt32BE(count++, COUNTER_AT);
    return iv;
  };
}

function opened(key: KeyObject, bytes: Buffer): string | null {
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
