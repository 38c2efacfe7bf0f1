import { createHmac, type KeyObject } from 'node:crypto';
import { erasedAs } from './erased-addresses';
import type { KeyRing } from './key-ring';

/**
 * The texts that stand for erased addresses: HMAC-SHA256 (RFC 2104) of the user and the address. Who has no key cannot try
 * out addresses on them, and those of two users differ. The first key of the ring makes them; texts of all keys are found.
 */
export class AddressHashes {
  private readonly keys: readonly { id: string; secret: KeyObject }[];

  constructor(ring: KeyRing) {
    this.keys = ring;
  }

  /** What stands for an address that is erased now. */
  of(userId: string, address: string): string {
    const [hash = ''] = this.all(userId, address);
    return hash;
  }

  /** What may stand for an address that was erased, newest key first. */
  all(userId: string, address: string): string[] {
    return this.keys.map(({ id, secret }) => {
      const hash = createHmac('sha256', secret).update(`${userId}\0${address}`).digest('base64url');
      return erasedAs(`${id}.${hash}`);
    });
  }
}
