import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { apiKeyPrefix, apiKeyRole, hashApiKey } from '@carillon/vault';
import { ConfigError } from '@carillon/platform';
import { type AuditAction, AuditedChanges, changesBetween } from '../audit';
import { type AccountConfig, accountConfig } from '../config';
import { ApiKeys } from './api-keys';
import { OPERATOR_KEY_ID } from './key-forms';

/**
 * Installs the configured operator key, with all scopes, so that users and other operator keys can be created in a new
 * installation. A changed key replaces the previous one. If no key is configured, none is installed. A replaced key
 * can't be installed again, because it may no longer be trusted, and a process with an old configuration must not
 * restore it.
 */
@Injectable()
export class InstallOperatorKey implements OnApplicationBootstrap {
  private readonly key: string | undefined;

  constructor(
    @Inject(accountConfig.token) config: AccountConfig,
    private readonly keys: ApiKeys,
    private readonly audited: AuditedChanges,
  ) {
    this.key = bootstrapKey(config);
  }

  /** Keeps a key that is already installed. @throws ConfigError for a retired key or another operator key */
  onApplicationBootstrap(): Promise<void> {
    const { key, keys } = this;
    return this.audited.make(null, async (session, now) => {
      const before = await keys.findOperatorKey(session);
      const after = key === undefined ? null : { keyHash: hashApiKey(key), prefix: apiKeyPrefix(key) };
      if (after?.keyHash === before?.keyHash) return { result: undefined, action: null };
      if (after && (await keys.isOtherKey(after.keyHash, session))) throw notInstalled();
      if (before && after) await keys.retireOperatorKey(now, session);
      await (after ? keys.replaceOperatorKey(after, now, session) : keys.removeOperatorKey(session));
      const action = operatorKeyChanged(OPERATOR_KEY_ID, before?.prefix ?? null, after?.prefix ?? null);
      return { result: undefined, action };
    });
  }
}

/** The key from the configuration, if any. Throws ConfigError if it is malformed. */
export function bootstrapKey({ BOOTSTRAP_OPERATOR_KEY: key }: AccountConfig): string | undefined {
  if (key === undefined || apiKeyRole(key) === 'operator') return key;
  throw new ConfigError('BOOTSTRAP_OPERATOR_KEY: read a secret value; its checksum is wrong');
}

function notInstalled(): ConfigError {
  return new ConfigError(
    'BOOTSTRAP_OPERATOR_KEY: read a secret value; this key was replaced before, or has another meaning; generate a new one',
  );
}

/** `before`, `after`: the prefixes of the keys, or null if there is no key. */
export function operatorKeyChanged(id: string, before: string | null, after: string | null): AuditAction {
  return {
    userId: null,
    action: after === null ? 'operator_key.removed' : 'operator_key.installed',
    target: { type: 'operator_key', id, name: null },
    changes: changesBetween({ prefix: before }, { prefix: after }),
  };
}
