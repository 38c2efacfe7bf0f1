import { integrationContext, type Vault } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { Integrations } from './integrations';

/** Seals the secrets of all integrations for the first key of the ring, so that the others are needed no more. */
@Injectable()
export class ResealIntegrations {
  constructor(
    private readonly integrations: Integrations,
    @Inject(accountConfig.token) private readonly config: AccountConfig,
  ) {}

  /**
   * Returns the number of re-encrypted integrations and their total. Retries after a concurrent edit.
   * @throws VaultError if a key is missing
   */
  async resealAll(): Promise<{ resealed: number; all: number }> {
    const vault = vaultOf(this.config);
    let [resealed, all] = [0, 0];
    for await (const id of this.integrations.everybodys()) {
      all += 1;
      if (await this.reseal(id, vault)) resealed += 1;
    }
    return { resealed, all };
  }

  /** Returns false if no secret of it is stale, or it was removed. */
  private async reseal(id: string, vault: Vault): Promise<boolean> {
    for (;;) {
      const integration = await this.integrations.findForAnybody(id);
      if (!integration) return false;
      const { sealed } = integration;
      const stale = Object.entries(sealed).filter(([, secret]) => vault.isStale(secret));
      if (stale.length === 0) return false;
      const anew = stale.map(([field, secret]) => {
        const context = integrationContext(id, field);
        return [field, vault.seal(vault.open(secret, context), context)] as const;
      });
      if (await this.integrations.replaceSealed(integration, { ...sealed, ...Object.fromEntries(anew) }))
        return true;
    }
  }
}
