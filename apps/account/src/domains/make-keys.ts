import { type DkimAlgorithm, dkimAlgorithms, newId } from '@carillon/contracts';
import { newSigningKey } from '@carillon/dkim';
import { signingKeyContext } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import type { DomainKey } from './domain-document';

const names: Readonly<Record<DkimAlgorithm, string>> = { RSA_2048: 'rsa', ED25519: 'ed' };

/** Makes the DKIM keys of domains. The private part is sealed at once, and never leaves the service unsealed. */
@Injectable()
export class MakeKeys {
  private readonly vault;

  constructor(@Inject(accountConfig.token) config: Pick<AccountConfig, 'VAULT_KEYS'>) {
    this.vault = vaultOf(config);
  }

  /** A key of each algorithm. */
  first(domainId: string, now: Date): Promise<DomainKey[]> {
    return Promise.all(dkimAlgorithms.map((algorithm) => this.make(domainId, { algorithm, number: 1 }, now)));
  }

  /**
   * Adds a key of each algorithm, unless one is pending. The selectors of an algorithm alternate between two, so a new
   * key takes the place of a retired one.
   */
  async next(domainId: string, keys: readonly DomainKey[], now: Date): Promise<DomainKey[]> {
    const added = await Promise.all(
      dkimAlgorithms.map(async (algorithm) => {
        const newest = keys.findLast((key) => key.algorithm === algorithm && key.state !== 'RETIRED');
        if (newest?.state === 'PENDING') return [];
        const number = newest?.selector === selectorOf(domainId, algorithm, 1) ? 2 : 1;
        return [await this.make(domainId, { algorithm, number }, now)];
      }),
    );
    const made = added.flat();
    const isReplaced = ({ selector }: DomainKey) => made.some((key) => key.selector === selector);
    return [...keys.filter((key) => !isReplaced(key)), ...made];
  }

  private async make(
    domainId: string,
    { algorithm, number }: { algorithm: DkimAlgorithm; number: 1 | 2 },
    now: Date,
  ): Promise<DomainKey> {
    const id = newId();
    const { privateKey, publicKey } = await newSigningKey(algorithm);
    return {
      ...{ id: new ObjectId(id), selector: selectorOf(domainId, algorithm, number), algorithm, publicKey },
      ...{ sealed: this.vault.seal(privateKey, signingKeyContext(id)), state: 'PENDING', createdAt: now },
    };
  }
}

/** Accounts that share a domain have different selectors. */
function selectorOf(domainId: string, algorithm: DkimAlgorithm, number: 1 | 2): string {
  return `carillon-${domainId.slice(-6)}-${names[algorithm]}${number}`;
}
