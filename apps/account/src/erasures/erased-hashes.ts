import { parseSecret } from '@carillon/platform';
import { AddressHashes, parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type AccountConfig, accountConfig } from '../config';

/** Hashes of erased addresses, created with the keys of this installation. */
@Injectable()
export class ErasedHashes extends AddressHashes {
  constructor(@Inject(accountConfig.token) { ERASURE_KEYS }: AccountConfig) {
    super(parseSecret('ERASURE_KEYS', ERASURE_KEYS, parseKeyRing));
  }
}
