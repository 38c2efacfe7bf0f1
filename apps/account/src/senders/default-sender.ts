import { ConfigError } from '@carillon/platform';
import { senderContext } from '@carillon/vault';
import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { parseEmail } from '@carillon/address';
import { AppError, type SmtpSettings, type OpenSender, type Route, type User } from '@carillon/contracts';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { parseSmtpUrl } from './smtp-url';

/** The ID of the operator's own sender, which is not stored. */
export const DEFAULT_SENDER = 'default';

interface SharedServer {
  settings: SmtpSettings;
  sealed: Record<string, string>;
  /** Differs for different settings, and does not reveal the password. */
  fingerprint(settings: SmtpSettings): string;
}

/** The operator's mail server, which sends the email of users without an email sender. */
@Injectable()
export class DefaultSender {
  private readonly sender: SharedServer | null;

  constructor(@Inject(accountConfig.token) config: AccountConfig) {
    this.sender = config.DEFAULT_SMTP_URL === undefined ? null : senderOf(config, config.DEFAULT_SMTP_URL);
  }

  /** Null if no default sender is configured. Email then needs a sender, like the other channels. */
  get route(): Route | null {
    if (!this.sender) return null;
    const { maxConnections = null } = this.sender.settings;
    return { senderId: DEFAULT_SENDER, ratePerSecond: null, maxConnections, provider: 'SMTP' };
  }

  /** What identifies its account at the provider. Null if no default sender is configured. */
  get identity(): Omit<OpenSender, 'version'> | null {
    if (!this.sender) return null;
    const { settings, sealed } = this.sender;
    return { id: DEFAULT_SENDER, channel: 'EMAIL', provider: 'SMTP', settings, sealed };
  }

  /** Emails show the user's name as the sender, and replies go to the user. Errors: sender_not_found. */
  openFor(user: Pick<User, 'name' | 'email'>): OpenSender {
    if (!this.sender) throw new AppError('sender_not_found', 'No default sender is configured');
    const settings = {
      ...this.sender.settings,
      fromName: user.name,
      ...(user.email !== null && { replyTo: user.email }),
    };
    return {
      id: DEFAULT_SENDER,
      channel: 'EMAIL',
      provider: 'SMTP',
      version: this.sender.fingerprint(settings),
      settings,
      sealed: this.sender.sealed,
    };
  }
}

function senderOf(config: AccountConfig, url: string): SharedServer {
  const { password, ...server } = parseSmtpUrl(url);
  const { DEFAULT_POSTAL_ADDRESS: postalAddress, DEFAULT_MAX_CONNECTIONS: maxConnections } = config;
  const { DEFAULT_BOUNCE_DOMAIN: bounceDomain } = config;
  return {
    settings: {
      ...server,
      fromAddress: fromAddress(config),
      ...(postalAddress !== undefined && { postalAddress }),
      ...(bounceDomain !== undefined && { bounceDomain }),
      ...(maxConnections !== undefined && { maxConnections }),
    },
    sealed: password === undefined ? {} : { password: sealedPassword(config, password) },
    fingerprint: (settings) =>
      createHmac('sha256', config.VAULT_KEYS)
        .update(JSON.stringify([settings, password]))
        .digest('hex'),
  };
}

function fromAddress({ DEFAULT_FROM }: AccountConfig): string {
  if (DEFAULT_FROM === undefined)
    throw new ConfigError('DEFAULT_FROM: it is not set, but DEFAULT_SMTP_URL requires it');
  const parsed = parseEmail(DEFAULT_FROM);
  if (!parsed.ok) {
    throw new ConfigError(
      `DEFAULT_FROM: read ${JSON.stringify(DEFAULT_FROM)}; expected an email address without a name`,
    );
  }
  return parsed.address;
}

/** Sealed like users' passwords, because credentials are never sent unencrypted. */
function sealedPassword(config: AccountConfig, password: string): string {
  return vaultOf(config).seal(password, senderContext(DEFAULT_SENDER, 'password'));
}
