import { type Channel, channelRow } from '@carillon/contracts';
import { parseSecret } from '@carillon/platform';
import { type Vault, createVault, lastFour, parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../config';
import { type GivenSettings, kept } from './settings';

interface Parted {
  settings: Record<string, unknown>;
  sealed: Record<string, string>;
  secrets: Record<string, string>;
}

/** Parts settings that have passed their rules into what may be seen and what must not. */
@Injectable()
export class SettingsSeal {
  private readonly vault: Vault;

  constructor(@Inject(gatewayConfig.token) config: GatewayConfig) {
    this.vault = createVault(parseSecret('VAULT_KEYS', config.VAULT_KEYS, parseKeyRing));
  }

  /** A setting that is to be removed stands among the `settings` as null, also if it is a secret. */
  part({ id, channel }: { id: string; channel: Channel }, given: GivenSettings): Parted {
    const { fields } = channelRow(channel).settings;
    const parted: Parted = { settings: {}, sealed: {}, secrets: {} };
    for (const [name, setting] of Object.entries(fields)) {
      const value = given[name];
      if (value === undefined) continue;
      if (setting.secret === true && typeof value === 'string') {
        parted.sealed[name] = this.vault.seal(value, `integration:${id}:${name}`);
        parted.secrets[name] = lastFour(value);
      } else parted.settings[name] = kept(setting, value);
    }
    return parted;
  }
}
