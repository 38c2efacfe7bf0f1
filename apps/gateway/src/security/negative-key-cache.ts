import type { Principal } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import type { Batcher } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { lookUps } from './look-ups';

/** Looks up keys from networks with many invalid keys, and keys beyond the rate of single lookups. */
@Injectable()
export class NegativeKeyCache {
  private readonly lookUps: Batcher<string, Principal | null>;

  constructor(messenger: Messenger) {
    const ask = async (keyHashes: string[]): Promise<Map<string, Principal>> => {
      const { found } = await messenger.request('account.authenticate-many', { keyHashes });
      return new Map(found.map(({ keyHash, principal }) => [keyHash, principal]));
    };
    this.lookUps = lookUps(ask);
  }

  /**
   * The principal of the key with this hash; null if it is unknown. @throws AppError service_unavailable or timeout.
   */
  readonly find = (keyHash: string): Promise<Principal | null> => this.lookUps.add(keyHash);
}
