import type { Principal } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { GatheredLookUps } from './gathered-look-ups';

/** Looks up keys from networks with many invalid ones, or beyond the rate of single lookups. */
@Injectable()
export class NegativeKeyCache implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lookUps: GatheredLookUps<Principal>;

  constructor(messenger: Messenger, log: Logger) {
    const ask = async (keyHashes: string[]): Promise<Map<string, Principal>> => {
      const { found } = await messenger.request('account.authenticate-many', { keyHashes });
      return new Map(found.map(({ keyHash, principal }) => [keyHash, principal]));
    };
    this.lookUps = new GatheredLookUps('looking up suspect keys', ask, log);
  }

  onApplicationBootstrap(): void {
    this.lookUps.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.lookUps.stop();
  }

  /**
   * The principal of the key with this hash; null if it is unknown. @throws AppError service_unavailable or timeout.
   */
  readonly find = (keyHash: string): Promise<Principal | null> => this.lookUps.find(keyHash);
}
