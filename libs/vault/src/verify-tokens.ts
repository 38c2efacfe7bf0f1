import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { type KeyRing, derivedKeys } from './key-ring';

const label = 'carillon verify token';
/** 24 bytes are 32 characters of base64url without spare bits. */
const BYTES = 24;
const form = /^[\w-]{32}$/;

/**
 * The tokens with which a provider shows, before it posts webhooks, that the owner of a sender entered their URL. They
 * derive from the sender, so nothing is stored.
 */
export class VerifyTokens {
  private readonly keys: readonly KeyObject[];

  /** @param ring the first key makes tokens, all of them are accepted */
  constructor(ring: KeyRing) {
    this.keys = derivedKeys(ring, label);
  }

  make(senderId: string): string {
    const [key] = this.keys;
    if (!key) throw new RangeError('The key ring is empty');
    return macOf(key, senderId).toString('base64url');
  }

  /** Takes the same time for every wrong token. */
  isRight(senderId: string, token: string): boolean {
    if (!form.test(token)) return false;
    const bytes = Buffer.from(token, 'base64url');
    return this.keys.map((key) => timingSafeEqual(macOf(key, senderId), bytes)).includes(true);
  }
}

function macOf(key: KeyObject, senderId: string): Buffer {
  return createHmac('sha256', key).update(senderId).digest().subarray(0, BYTES);
}
