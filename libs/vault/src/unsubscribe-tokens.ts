import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyRing, VaultKey } from './key-ring';
import { readBase32, writeBase32, writeBits } from './base32';

/** Whose campaign wrote to whom: all that there is to know when that person wants no more. */
export interface Unsubscription {
  userId: string;
  campaignId: string;
  address: string;
}

/** Makes the token of each recipient of one campaign. */
export type TokenMaker = (address: string) => string;

/**
 * A token is base32 of: form, user id, campaign id, IV, sealed address, tag; and behind it a check value of the whole. AES-256-GCM with a
 * tag of 96 bits (NIST SP 800-38D §5.2.1.2); each campaign has a key of its own, derived (RFC 5869) from a ring's key and all that stands
 * before the IV. Mail programs and people lower-case, fold and cut links, and put punctuation behind them: base32 has one case, and the
 * check value says where a token ends.
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
/** Longer than the token of the longest address (254 characters), with some text that stuck to it. */
const LONGEST = 1_024;
const algorithm = 'aes-256-gcm';
const label = Buffer.from('carillon unsubscribe token ');

/** Seals into links what it takes to unsubscribe, so that nobody has to remember it, and opens it again. */
export class UnsubscribeTokens {
  constructor(private readonly ring: KeyRing) {}

  /** For the mails of a campaign. Every token is another one, also for the same address. */
  maker({ userId, campaignId }: Omit<Unsubscription, 'address'>): TokenMaker {
    const head = Buffer.concat([Buffer.of(FORM), Buffer.from(userId, 'hex'), Buffer.from(campaignId, 'hex')]);
    if (head.length !== HEAD_BYTES) throw new RangeError('These are not IDs');
    const key = campaignKey(this.ring[0], head);
    const nextIv = ivs();
    // 25 bytes are 40 characters: what all tokens of a campaign begin with is written once.
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
   * Opens a token, whatever its case, with what mail programs do to links taken back: white space and line ends inside, and anything
   * behind. A cut of the check value alone does no harm. Null: it is incomplete, was altered, or no key of the ring made it.
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

  /** Whose link a damaged token was, as far as it says so. Nothing vouches for it. */
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

/** The characters of a token, without what mail programs and typists put between and behind them. */
function cleaned(token: string): string {
  return (
    token
      .slice(0, 2 * LONGEST)
      .toLowerCase()
      .replace(/%(?:20|09|0a|0d|3d|3e|3c|22|27|29|2e|2c|3b)|=3d|&(?:gt|lt|quot|nbsp|amp);?/g, '')
      .replace(/[^0-9a-z]/g, '')
      // Taken for others by people who type a link, and no characters of a token.
      .replace(/o/g, '0')
      .replace(/[il]/g, '1')
      .slice(0, LONGEST)
  );
}

/** Where the token may end: where its check value stands; else, if that is cut, at the end of the text. */
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

/** IVs that do not repeat: a random beginning for each maker, and a number. */
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
