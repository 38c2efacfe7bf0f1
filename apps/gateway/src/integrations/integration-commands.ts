import { AppError, type Payload, newId } from '@carillon/contracts';
import { parseSecret } from '@carillon/platform';
import { type Vault, createVault, lastFour, parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../config';
import { type EmailSettings, type EmailSettingsChange, partSettings } from './email-settings';
import type { CreateIntegration, UpdateIntegration } from './integration.input';
import { kindOfHost } from './mail-host';

type Secrets = Pick<Payload<'integration.create'>, 'sealed' | 'secrets'>;

/** Turns what was asked for into commands in which no secret can be read. */
@Injectable()
export class IntegrationCommands {
  private readonly vault: Vault;

  constructor(@Inject(gatewayConfig.token) private readonly config: GatewayConfig) {
    this.vault = createVault(parseSecret('VAULT_KEYS', config.VAULT_KEYS, parseKeyRing));
  }

  /** @throws AppError validation_failed for a mail server at a private address, unless the operator allows it. */
  create(userId: string, input: CreateIntegration): Payload<'integration.create'> {
    this.refusePrivateHost(input.settings);
    const id = newId();
    const { settings, password } = partSettings(input.settings);
    return {
      id,
      userId,
      channel: 'EMAIL',
      name: input.name,
      settings,
      ...this.seal(id, password),
      ratePerSecond: input.ratePerSecond ?? null,
    };
  }

  /** @throws AppError as `create` does. */
  update(
    userId: string,
    id: string,
    { settings: given, ...rest }: UpdateIntegration,
  ): Payload<'integration.update'> {
    if (!given) return { userId, id, ...rest };
    this.refusePrivateHost(given);
    const { settings, password } = partSettings(given);
    const secrets = password === undefined ? {} : this.seal(id, password);
    return { userId, id, ...rest, settings, ...secrets };
  }

  private seal(id: string, password: string | undefined): Secrets {
    if (password === undefined) return { sealed: {}, secrets: {} };
    return {
      sealed: { password: this.vault.seal(password, `integration:${id}:password`) },
      secrets: { password: lastFour(password) },
    };
  }

  private refusePrivateHost({ host }: EmailSettings | EmailSettingsChange): void {
    if (this.config.ALLOW_PRIVATE_SMTP_HOSTS || host === undefined || kindOfHost(host) === 'public') return;
    const detail = 'A mail server must be on the internet; this host is private';
    throw new AppError('validation_failed', undefined, [
      { field: 'settings.host', code: 'not_allowed', detail },
    ]);
  }
}
