import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { apiKeyPrefix, apiKeyRole, hashApiKey } from '@carillon/contracts';
import { Clock, ConfigError } from '@carillon/platform';
import { type AccountConfig, accountConfig } from '../config';
import { ApiKeys } from './api-keys';

/**
 * Makes the configured key the operator's, so that a new installation has somebody who can create users. The
 * configuration is the truth: a changed key ends the former one, and so does its absence.
 */
@Injectable()
export class InstallOperatorKey implements OnApplicationBootstrap {
  private readonly key: string | undefined;

  constructor(
    @Inject(accountConfig.token) config: AccountConfig,
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
  ) {
    this.key = bootstrapKey(config);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.key === undefined) return this.keys.removeBootstrapKey();
    await this.keys.replaceBootstrapKey(hashApiKey(this.key), apiKeyPrefix(this.key), this.clock.now());
  }
}

/** The key from the configuration, if there is one. Throws ConfigError for one that cannot be a key. */
export function bootstrapKey({ BOOTSTRAP_OPERATOR_KEY: key }: AccountConfig): string | undefined {
  if (key === undefined || apiKeyRole(key) === 'operator') return key;
  throw new ConfigError(
    'BOOTSTRAP_OPERATOR_KEY: read a secret value; its checksum does not fit the rest of it',
  );
}
