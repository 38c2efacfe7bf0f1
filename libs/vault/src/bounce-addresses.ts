import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { deliveryId, readDeliveryId } from '@carillon/contracts';
import { LRUCache } from 'lru-cache';
import { type KeyRing, derivedKeys } from './key-ring';

/**
 * `bounce+<campaign>-<batch>-<position>.<mac>`: the campaign in hexadecimal, the numbers in base 36, 80 bits of MAC in
 * 16 digits of base 32. At most 61 octets of the 64 that a local part may have (RFC 5321 §4.5.3.1.1), all in lower
 * case, as intermediate servers may convert it. Guessing a MAC takes 2^79 attempts at a server (RFC 2104 §5 requires 80
 * bits).
 *
 * Two steps make a MAC: HMAC-SHA256 of the batch under a key derived from the ring's (RFC 5869) is a key of AES-256,
 * which encrypts the position. One cipher therefore encrypts the positions of a whole batch at once.
 */
const form = /^bounce\+([0-9a-f]{24})-([0-9a-z]{1,7})-([0-9a-z]{1,4})\.([0-9a-v]{16})$/;
const PREFIX = 'bounce+';
const label = 'carillon bounce address';
const MAC_BYTES = 10;
const BLOCK_BYTES = 16;
/** The number of positions that are encrypted at once. */
const AT_ONCE = 512;
/** The maximum number of cached batches: more than a worker's leases; 8 KB each. */
const REMEMBERED = 256;
const SEQ_DIGITS = 10;

/** Signs the return paths of emails, so that bounces can't be forged, and reads them. */
export class BounceAddresses {
  private readonly keys: readonly KeyObject[];
  private readonly encrypted = new LRUCache<string, Buffer>({ max: REMEMBERED });

  /** @param ring the first key signs, all of them are accepted */
  constructor(ring: KeyRing) {
    this.keys = derivedKeys(ring, label);
  }

  /** The local part of a delivery's return path; null for an email that isn't a delivery, such as a test. */
  localPart(delivery: string): string | null {
    const ids = readDeliveryId(delivery);
    const [key] = this.keys;
    if (!ids || !key) return null;
    const { batchId, position } = ids;
    const first = firstOf(position);
    const macs = this.macsFrom(first, batchId, key);
    const at = (position - first) * BLOCK_BYTES;
    const [campaign = '', seq = ''] = batchId.split('-');
    return `${PREFIX}${campaign}-${inBase36(seq)}-${inBase36(position)}.${inBase32(macs, at)}`;
  }

  /**
   * A delivery's local part without the prefix, for fields that accept letters, digits, - and _; null as for
   * `localPart`.
   */
  token(delivery: string): string | null {
    const part = this.localPart(delivery);
    return part === null ? null : tokenIn(part);
  }

  /** The delivery that a token names. Null: no key of the ring signed it. */
  readToken(token: string): string | null {
    return this.read(localPartOf(token));
  }

  /** The delivery that a local part names. Null: no key of the ring signed it. Letter case does not matter. */
  read(localPart: string): string | null {
    const [, campaign = '', seq = '', positionText = '', mac = ''] = form.exec(localPart.toLowerCase()) ?? [];
    if (campaign === '') return null;
    const [number, position] = [parseInt(seq, 36), parseInt(positionText, 36)];
    const batchId = `${campaign}-${String(number).padStart(SEQ_DIGITS, '0')}`;
    const delivery = deliveryId(batchId, position);
    // Each delivery has only one valid text: no leading zeros, and no number out of range.
    if (inBase36(number) !== seq || inBase36(position) !== positionText || !readDeliveryId(delivery))
      return null;
    return this.keys.some((key, n) => this.isMac(mac, { key, n, batchId, position })) ? delivery : null;
  }

  /**
   * Returned emails often belong to the same batch. After one was valid, the others of its batch are compared with the
   * cached MACs.
   */
  private isMac(
    mac: string,
    { key, n, batchId, position }: { key: KeyObject; n: number; batchId: string; position: number },
  ): boolean {
    const first = firstOf(position);
    const known = n === 0 ? this.encrypted.get(`${batchId}/${first}`) : undefined;
    const right = known
      ? inBase32(known, (position - first) * BLOCK_BYTES)
      : inBase32(positionsFrom(position, 1, batchKey(key, batchId)), 0);
    const isRight = timingSafeEqual(Buffer.from(right), Buffer.from(mac));
    // Forged batches must not fill the memory.
    if (isRight && n === 0 && !known) this.macsFrom(first, batchId, key);
    return isRight;
  }

  private macsFrom(first: number, batchId: string, key: KeyObject): Buffer {
    const name = `${batchId}/${first}`;
    const macs = this.encrypted.get(name) ?? positionsFrom(first, AT_ONCE, batchKey(key, batchId));
    this.encrypted.set(name, macs);
    return macs;
  }
}

/** The token in a local part. */
export function tokenIn(localPart: string): string {
  return localPart.slice(PREFIX.length).replace('.', '_');
}

/** The local part with a token. */
export function localPartOf(token: string): string {
  return PREFIX + token.replace('_', '.');
}

function batchKey(key: KeyObject, batchId: string): Buffer {
  return createHmac('sha256', key).update(batchId).digest();
}

/** The first of the positions that are encrypted at once with this one. */
function firstOf(position: number): number {
  return position - (position % AT_ONCE);
}

/** A block for each position. ECB is safe here, because no two blocks are the same. */
function positionsFrom(first: number, count: number, key: Buffer): Buffer {
  const blocks = Buffer.alloc(count * BLOCK_BYTES);
  for (let n = 0; n < count; n++) blocks.writeUInt32BE(first + n, n * BLOCK_BYTES);
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return cipher.update(blocks);
}

function inBase36(number: number | string): string {
  return Number(number).toString(36);
}

/** The MAC of a block, in two halves of 40 bits, which a number holds exactly. */
function inBase32(blocks: Buffer, at: number): string {
  const half = MAC_BYTES / 2;
  return [at, at + half].map((from) => blocks.readUIntBE(from, half).toString(32).padStart(8, '0')).join('');
}
