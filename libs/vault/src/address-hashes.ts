import { createHmac, type KeyObject } from 'node:crypto';
import { erasedAs } from './erased-addresses';
import type { KeyRing } from './key-ring';

/**
 * The texts that replace erased addresses: HMAC-SHA256 (RFC 2104) of the user and the address. Without a key, addresses
 * can't be tested against them, and the texts for two users differ. The first key of the ring creates them, and texts
 * of all keys are found.
 */
export class AddressHashes {
  private readonly keys: readonly { id: string; secret: KeyObject }[];

  constructor(ring: KeyRing) {
    this.keys = ring;
  }

  /** The replacement for an address that is erased now. */
  of(userId: string, address: string): string {
    const [hash = ''] = this.all(userId, address);
    return hash;
  }

  /** The possible replacements of an erased address, newest key first. */
  all(userId: string, address: string): string[] {
    return this.keys.map(({ id, secret }) => {
      const hash = createHmac('sha256', secret).update(`${userId}\0${address}`).digest('base64url');
      return erasedAs(`${id}.${hash}`);
    });
  }
}
