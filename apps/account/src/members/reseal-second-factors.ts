import { loginContext } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { Logins } from './logins';

/**
 * Seals the secrets of all second factors with the first key of the ring, so that the other keys are no longer needed.
 */
@Injectable()
export class ResealSecondFactors {
  constructor(
    private readonly logins: Logins,
    @Inject(accountConfig.token) private readonly config: AccountConfig,
  ) {}

  /** Returns the number of re-encrypted secrets and their total. @throws VaultError if a key is missing */
  async resealAll(): Promise<{ resealed: number; all: number }> {
    const vault = vaultOf(this.config);
    let [resealed, all] = [0, 0];
    for await (const login of this.logins.withSecrets()) {
      all += 1;
      const sealAgain = (sealed: string | undefined): string | undefined => {
        if (sealed === undefined || !vault.isStale(sealed)) return undefined;
        const context = loginContext(login._id.toHexString(), 'second-factor');
        return vault.seal(vault.open(sealed, context), context);
      };
      const [secondFactor, unconfirmedFactor] = [
        sealAgain(login.secondFactor?.sealed),
        sealAgain(login.unconfirmedFactor),
      ];
      if (secondFactor === undefined && unconfirmedFactor === undefined) continue;
      // Secrets that are set up in the meantime are encrypted with the first key.
      const sealed = {
        ...(secondFactor !== undefined && { secondFactor }),
        ...(unconfirmedFactor !== undefined && { unconfirmedFactor }),
      };
      if (await this.logins.replaceSecrets(login, sealed)) resealed += 1;
    }
    return { resealed, all };
  }
}
