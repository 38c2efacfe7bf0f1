import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import { ErasedHashes } from './erased-hashes';
import { type ClaimedErasure, Erasures } from './erasures';

/** The places that store addresses. */
const SOURCES = ['person.addresses-in-subscriber', 'person.addresses-in-dispatcher'] as const;

/**
 * Finds the people behind the hashes of a user's erasures in restored data, for all erasures of the user at once. Reads
 * every address of the user, which takes several seconds for a million.
 */
@Injectable()
export class FindRestored {
  constructor(
    private readonly erasures: Erasures,
    private readonly hashes: ErasedHashes,
    private readonly messenger: Messenger,
  ) {}

  /** Completes erasures whose person isn't found. Returns false if another process has claimed the erasure. */
  async find(claimed: ClaimedErasure): Promise<boolean> {
    const { userId } = claimed;
    const wanted = await this.erasures.unnamed(userId);
    const found = new Map<string, string>();
    for (const source of SOURCES) {
      let after: string | null = null;
      do {
        const step: { items: string[]; next: string | null } = await this.messenger.request(source, {
          userId,
          after,
        });
        for (const address of new Set(step.items)) {
          for (const hash of this.hashes.all(userId, address)) if (wanted.has(hash)) found.set(hash, address);
        }
        after = step.next;
        if (!(await this.erasures.save(claimed))) return false;
      } while (after !== null);
    }
    await this.erasures.name(userId, found);
    await this.erasures.endUnnamed(userId, wanted);
    return true;
  }
}
