import { signingKeyContext } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { type DomainDocument, ownerIn } from './domain-document';
import { Domains } from './domains';

/** Seals all private keys with the first key of the ring, so that the other keys are no longer needed. */
@Injectable()
export class ResealSigningKeys {
  constructor(
    private readonly domains: Domains,
    @Inject(accountConfig.token) private readonly config: AccountConfig,
  ) {}

  /** Returns the number of domains with resealed keys and their total. @throws VaultError if a key is missing */
  async resealAll(): Promise<{ resealed: number; all: number }> {
    let [resealed, all] = [0, 0];
    for await (const document of this.domains.everybodys()) {
      all += 1;
      if (await this.reseal(document)) resealed += 1;
    }
    return { resealed, all };
  }

  /** Returns false if the domain has no stale keys, or was removed. */
  private async reseal(read: DomainDocument): Promise<boolean> {
    const vault = vaultOf(this.config);
    let document: DomainDocument | null = read;
    while (document) {
      if (!document.keys.some(({ sealed }) => sealed !== undefined && vault.isStale(sealed))) return false;
      const keys = document.keys.map((key) => {
        if (key.sealed === undefined) return key;
        const context = signingKeyContext(key.id.toHexString());
        return { ...key, sealed: vault.seal(vault.open(key.sealed, context), context) };
      });
      if (await this.domains.saveKeys(document, keys, document.updatedAt)) return true;
      document = await this.domains.find(ownerIn(document), document._id.toHexString());
    }
    return false;
  }
}
