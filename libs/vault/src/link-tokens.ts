import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { deliveryId, readDeliveryId } from '@carillon/contracts';
import { LRUCache } from 'lru-cache';
import { type KeyRing, derivedKeys } from './key-ring';

/** The target of a token: a link, by its number, or the email itself (null). */
export interface NamedLink {
  campaignId: string;
  link: number | null;
  /** Null if the emails of all recipients have the same token. */
  deliveryId: string | null;
}

/** Creates the tokens of one campaign's emails. */
export interface LinkTokenMaker {
  /** All recipients share this token, so it does not identify them. */
  shared(link: number | null): string;
  /** The tokens of one delivery; null for an email that isn't a delivery, such as a test. */
  of(delivery: string): ((link: number | null) => string) | null;
}

/**
 * A token is base64url of: form, campaign, link, for a delivery also its batch and its position, and the MAC: 36
 * characters, or 44. Lengths that are divisible by three leave no spare bits, so each token has only one text.
 *
 * As with return paths (ADR 76), a MAC is computed in two steps: the HMAC-SHA256 of the campaign or batch, with a key
 * that is derived from the ring's key (RFC 5869), is an AES-256 key, which encrypts the position and the link. One
 * cipher therefore encrypts the positions and links of many emails at once.
 */
const SHARED = 1;
const OF_DELIVERY = 2;
const CAMPAIGN_BYTES = 12;
const LINK_AT = 1 + CAMPAIGN_BYTES;
const SEQ_AT = LINK_AT + 2;
const SEQ_BYTES = 5;
const POSITION_AT = SEQ_AT + SEQ_BYTES;
const bodyBytes = { [SHARED]: SEQ_AT, [OF_DELIVERY]: POSITION_AT + 2 };
const tokenBytes = { [SHARED]: 27, [OF_DELIVERY]: 33 };
const form = /^(?:[\w-]{36}|[\w-]{44})$/;

/** Replaces a link's number. */
const MAIL = 0xffff;
/** The maximum number of links with tokens in an email. */
export const MOST_LINKS = 1_000;
const MOST_POSITIONS = 0xffff;
const BLOCK_BYTES = 16;
/** The number of MACs of a batch that are computed at once: 64 KB. */
const BLOCKS_AT_ONCE = 4_096;
/** The number of batches whose MACs are kept: more than a worker's leases. */
const REMEMBERED = 32;
const SEQ_DIGITS = 10;
const label = 'carillon link token';

/** Signs and reads the links and pictures that count opens and clicks. */
export class LinkTokens {
  private readonly keys: readonly KeyObject[];

  /** @param ring the first key signs, all of them are accepted */
  constructor(ring: KeyRing) {
    this.keys = derivedKeys(ring, label);
  }

  /** @param links the number of links in the campaign's email */
  maker(campaignId: string, links: number): LinkTokenMaker {
    const [key] = this.keys;
    const campaign = Buffer.from(campaignId, 'hex');
    if (!key || campaign.length !== CAMPAIGN_BYTES) throw new RangeError('This is not an ID');
    const made = new LRUCache<string, Buffer>({ max: REMEMBERED });
    const slots = links + 1;
    const atOnce = Math.max(1, Math.floor(BLOCKS_AT_ONCE / slots));
    return {
      shared: (link) => {
        const body = bodyOf(SHARED, campaign, link);
        return tokenOf(body, macs(keyFor(key, campaignId), 0, 1, [numberOf(link)]), 0);
      },
      of: (delivery) => {
        const ids = readDeliveryId(delivery);
        if (!ids?.batchId.startsWith(campaignId) || ids.position > MOST_POSITIONS) return null;
        const { batchId, position } = ids;
        const first = position - (position % atOnce);
        const cached = `${batchId}/${first}`;
        const blocks =
          made.get(cached) ?? macs(keyFor(key, batchId), first, atOnce, [...Array(links).keys(), MAIL]);
        made.set(cached, blocks);
        const begin = (position - first) * slots * BLOCK_BYTES;
        const body = bodyOf(OF_DELIVERY, campaign, 0);
        body.writeUIntBE(Number(batchId.slice(campaignId.length + 1)), SEQ_AT, SEQ_BYTES);
        body.writeUInt16BE(position, POSITION_AT);
        return (link) => {
          body.writeUInt16BE(numberOf(link), LINK_AT);
          return tokenOf(body, blocks, begin + (link ?? links) * BLOCK_BYTES);
        };
      },
    };
  }

  /** Null: no key of the ring signed it, or it was altered. */
  read(token: string): NamedLink | null {
    if (!form.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const [kind] = bytes;
    if ((kind !== SHARED && kind !== OF_DELIVERY) || bytes.length !== tokenBytes[kind]) return null;
    const campaignId = bytes.toString('hex', 1, LINK_AT);
    const number = bytes.readUInt16BE(LINK_AT);
    const isShared = kind === SHARED;
    const position = isShared ? 0 : bytes.readUInt16BE(POSITION_AT);
    const batchId = isShared
      ? null
      : `${campaignId}-${String(bytes.readUIntBE(SEQ_AT, SEQ_BYTES)).padStart(SEQ_DIGITS, '0')}`;
    const mac = bytes.subarray(bodyBytes[kind]);
    const isRight = this.keys.some((key) => {
      const right = macs(keyFor(key, batchId ?? campaignId), position, 1, [number]);
      return timingSafeEqual(right.subarray(0, mac.length), mac);
    });
    if (!isRight) return null;
    const link = number === MAIL ? null : number;
    return { campaignId, link, deliveryId: batchId === null ? null : deliveryId(batchId, position) };
  }
}

/** A campaign's ID is shorter than the ID of any batch, so no ID is a key of both. */
function keyFor(key: KeyObject, campaignOrBatch: string): Buffer {
  return createHmac('sha256', key).update(campaignOrBatch).digest();
}

/** A block for each position and link. ECB is safe here, because no two blocks are the same. */
function macs(key: Buffer, first: number, positions: number, links: readonly number[]): Buffer {
  const blocks = Buffer.alloc(positions * links.length * BLOCK_BYTES);
  let at = 0;
  for (let n = 0; n < positions; n++)
    for (const link of links) {
      blocks.writeUInt32BE(first + n, at);
      blocks.writeUInt16BE(link, at + 4);
      at += BLOCK_BYTES;
    }
  return createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(blocks);
}

function numberOf(link: number | null): number {
  return link ?? MAIL;
}

/** A token without its MAC, in a buffer of the token's length. */
function bodyOf(kind: typeof SHARED | typeof OF_DELIVERY, campaign: Buffer, link: number | null): Buffer {
  const body = Buffer.alloc(tokenBytes[kind]);
  body.writeUInt8(kind);
  campaign.copy(body, 1);
  body.writeUInt16BE(numberOf(link), LINK_AT);
  return body;
}

function tokenOf(body: Buffer, blocks: Buffer, macAt: number): string {
  const begin = body.length === tokenBytes[SHARED] ? bodyBytes[SHARED] : bodyBytes[OF_DELIVERY];
  blocks.copy(body, begin, macAt, macAt + body.length - begin);
  return body.toString('base64url');
}
