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
}
