import { parseSecret } from '@carillon/platform';
import { AddressHashes, parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type SubscriberConfig, subscriberConfig } from '../config';

/** The hashes of erased addresses, created with the keys of this installation. */
@Injectable()
export class ErasedHashes extends AddressHashes {
  constructor(@Inject(subscriberConfig.token) { ERASURE_KEYS }: SubscriberConfig) {
    super(parseSecret('ERASURE_KEYS', ERASURE_KEYS, parseKeyRing));
  }

  /** The texts under which an address can be stored: the address itself, and its possible hashes. */
  formsOf(userId: string, address: string): string[] {
    return [address, ...this.all(userId, address)];
  }
}
