import { senderContext, type Vault } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { Senders } from './senders';

/** Seals the secrets of all senders with the first key of the ring, so that the other keys are no longer needed. */
@Injectable()
export class ResealSenders {
  constructor(
    private readonly senders: Senders,
    @Inject(accountConfig.token) private readonly config: AccountConfig,
  ) {}

  /**
   * Returns the number of resealed senders and their total. After a concurrent edit of a sender, retries that sender.
   * @throws VaultError if a key is missing
   */
  async resealAll(): Promise<{ resealed: number; all: number }> {
    const vault = vaultOf(this.config);
    let [resealed, all] = [0, 0];
    for await (const id of this.senders.everybodys()) {
      all += 1;
      if (await this.reseal(id, vault)) resealed += 1;
    }
    return { resealed, all };
  }

  /** Returns false if the sender has no stale secrets, or was removed. */
  private async reseal(id: string, vault: Vault): Promise<boolean> {
    for (;;) {
      const sender = await this.senders.findForAnybody(id);
      if (!sender) return false;
      const { sealed } = sender;
      const stale = Object.entries(sealed).filter(([, secret]) => vault.isStale(secret));
      if (stale.length === 0) return false;
      const resealed = stale.map(([field, secret]) => {
        const context = senderContext(id, field);
        return [field, vault.seal(vault.open(secret, context), context)] as const;
      });
      if (await this.senders.replaceSealed(sender, { ...sealed, ...Object.fromEntries(resealed) }))
        return true;
    }
  }
}
