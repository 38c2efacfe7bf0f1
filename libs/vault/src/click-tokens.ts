import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { deliveryId, readDeliveryId } from '@carillon/contracts';
import { type KeyRing, derivedKeys } from './key-ring';

/** A click of a link in an email. */
export interface Click {
  campaignId: string;
  /** Null: it is unknown who clicked. */
  deliveryId: string | null;
  /** With the precision of a second. */
  at: Date;
}

/**
 * A token is base64url of: form, campaign, time in seconds, for a delivery also its batch and its position, and the MAC:
 * 40 characters, or 48. Lengths that are divisible by three leave no spare bits, so each token has only one text. The
 * forms and the derived key differ from those of links, so no token is valid as the other.
 */
const ANONYMOUS = 3;
const OF_DELIVERY = 4;
const CAMPAIGN_BYTES = 12;
const TIME_AT = 1 + CAMPAIGN_BYTES;
const SEQ_AT = TIME_AT + 4;
const SEQ_BYTES = 5;
const POSITION_AT = SEQ_AT + SEQ_BYTES;
const bodyBytes = { [ANONYMOUS]: SEQ_AT, [OF_DELIVERY]: POSITION_AT + 2 };
const tokenBytes = { [ANONYMOUS]: 30, [OF_DELIVERY]: 36 };
const form = /^(?:[\w-]{40}|[\w-]{48})$/;
const SEQ_DIGITS = 10;
const label = 'carillon click token';

/** Signs and reads the tokens that tell a shop from which click a visitor came. */
export class ClickTokens {
  private readonly keys: readonly KeyObject[];

  /** @param ring the first key signs, all of them are accepted */
  constructor(ring: KeyRing) {
    this.keys = derivedKeys(ring, label);
  }

  make({ campaignId, deliveryId: delivery, at }: Click): string {
    const [key] = this.keys;
    const campaign = Buffer.from(campaignId, 'hex');
    if (!key || campaign.length !== CAMPAIGN_BYTES) throw new RangeError('This is not an ID');
    const ids = delivery === null ? null : readDeliveryId(delivery);
    const kind = ids ? OF_DELIVERY : ANONYMOUS;
    const token = Buffer.alloc(tokenBytes[kind]);
    token.writeUInt8(kind);
    campaign.copy(token, 1);
    token.writeUInt32BE(Math.floor(at.getTime() / 1_000), TIME_AT);
    if (ids) {
      token.writeUIntBE(Number(ids.batchId.slice(campaignId.length + 1)), SEQ_AT, SEQ_BYTES);
      token.writeUInt16BE(ids.position, POSITION_AT);
    }
    const length = bodyBytes[kind];
    macOf(key, token.subarray(0, length)).copy(token, length);
    return token.toString('base64url');
  }

  /** Null: no key of the ring signed it, or it was altered. */
  read(token: string): Click | null {
    if (!form.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const [kind] = bytes;
    if ((kind !== ANONYMOUS && kind !== OF_DELIVERY) || bytes.length !== tokenBytes[kind]) return null;
    const [body, mac] = [bytes.subarray(0, bodyBytes[kind]), bytes.subarray(bodyBytes[kind])];
    const isRight = this.keys.some((key) => timingSafeEqual(macOf(key, body).subarray(0, mac.length), mac));
    if (!isRight) return null;
    const campaignId = bytes.toString('hex', 1, TIME_AT);
    return {
      campaignId,
      deliveryId: kind === ANONYMOUS ? null : deliveryIn(bytes, campaignId),
      at: new Date(bytes.readUInt32BE(TIME_AT) * 1_000),
    };
  }
}

function macOf(key: KeyObject, body: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest();
}

function deliveryIn(bytes: Buffer, campaignId: string): string {
  const seq = String(bytes.readUIntBE(SEQ_AT, SEQ_BYTES)).padStart(SEQ_DIGITS, '0');
  return deliveryId(`${campaignId}-${seq}`, bytes.readUInt16BE(POSITION_AT));
}
