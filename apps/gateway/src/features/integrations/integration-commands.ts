import {
  AppError,
  type Channel,
  type FieldError,
  type Integration,
  type MailProvider,
  type Payload,
  channelRow,
} from '@carillon/contracts';
import { mailFeedbackSources } from '@carillon/feedback';
import { issue, within } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { integrationContext, lastFour, type Sealer } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type User, askedBy } from '../../security/caller';
import { type GatewayConfig, gatewayConfig, sealerOf } from '../../config';
import { mintId } from '../../http/idempotency/minting';
import { addressIssues, canonical, knownChannel } from '../../http/input/channel';
import type { CreateIntegration, TestIntegration, UpdateIntegration } from './integration.input';
import { privateHosts } from './mail-host';
import { type GivenSettings, kept, settingsChangeIssues } from './settings';

interface Parted {
  settings: Record<string, unknown>;
  sealed: Record<string, string>;
  secrets: Record<string, string>;
}

/** The form of each mail provider's key. */
const keyNames: Readonly<Record<MailProvider, string>> = {
  SES: 'For SES, send the ARN of the Amazon SNS topic: arn:aws:sns:…',
  SENDGRID: 'For SENDGRID, send the verification key of the signed Event Webhook',
  MAILGUN: 'For MAILGUN, send the HTTP webhook signing key',
  POSTMARK: 'For POSTMARK, send user:password of the webhook URL, with a password of at least 12 characters',
};

/** Turns requests into commands in which all secrets are encrypted. */
@Injectable()
export class IntegrationCommands {
  private readonly sealer: Sealer;
  private readonly sources = mailFeedbackSources();

  constructor(
    private readonly messenger: Messenger,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {
    this.sealer = sealerOf(config);
  }

  /** @throws AppError validation_failed for a server at a private address, unless the operator allows it. */
  create(user: User, { name, settings, ...rest }: CreateIntegration): Payload<'integration.create'> {
    const integration = { id: mintId(), channel: knownChannel(rest.channel) };
    this.refusePrivateHosts(integration.channel, settings);
    this.refuseOtherKeys(settings, {});
    const parted = this.part(integration, settings);
    return {
      by: askedBy(user),
      ...integration,
      userId: user.userId,
      name,
      ...parted,
      ratePerSecond: rest.ratePerSecond ?? null,
    };
  }

  /** @throws AppError as `create` does, and for settings that such an integration cannot have; integration_not_found. */
  async update(
    user: User,
    id: string,
    { settings, ...rest }: UpdateIntegration,
  ): Promise<Payload<'integration.update'>> {
    const { userId } = user;
    const change = { by: askedBy(user), userId, id, ...rest };
    if (!settings) return change;
    const { channel, settings: stored } = await this.find(userId, id);
    refuse('settings', settingsChangeIssues(settings, channel));
    this.refusePrivateHosts(channel, settings);
    this.refuseOtherKeys(settings, stored);
    return { ...change, ...this.part({ id, channel }, settings) };
  }

  /** @throws AppError validation_failed if it isn't an address of the integration's channel; integration_not_found */
  async test(
    userId: string,
    id: string,
    { identifier }: TestIntegration,
  ): Promise<Payload<'integration.test'>> {
    if (identifier === undefined) return { userId, id, address: null };
    const { channel } = await this.find(userId, id);
    refuse('identifier', addressIssues(identifier, channel));
    return { userId, id, address: canonical(channel, identifier) };
  }

  /**
   * Separates validated settings into public ones and secrets. A setting to remove is null in `settings`, even if it is
   * a secret.
   */
  private part({ id, channel }: { id: string; channel: Channel }, given: GivenSettings): Parted {
    const { fields } = channelRow(channel).settings;
    const parted: Parted = { settings: {}, sealed: {}, secrets: {} };
    for (const [name, setting] of Object.entries(fields)) {
      const value = given[name];
      if (value === undefined) continue;
      if (setting.secret === true && typeof value === 'string') {
        parted.sealed[name] = this.sealer.seal(value, integrationContext(id, name));
        parted.secrets[name] = lastFour(value);
      } else parted.settings[name] = kept(setting, value);
    }
    return parted;
  }

  private find(userId: string, id: string): Promise<Integration> {
    return this.messenger.request('integration.get', { userId, id });
  }

  /** With a key of another provider, or a mistyped one, every webhook would be rejected without anyone noticing. */
  private refuseOtherKeys(
    { feedbackKey: key, feedbackProvider }: GivenSettings,
    stored: GivenSettings,
  ): void {
    const provider = (feedbackProvider ?? stored.feedbackProvider) as MailProvider | undefined;
    if (typeof key !== 'string' || provider === undefined || this.sources[provider].couldBeSecret(key))
      return;
    refuse('settings', issue('not_allowed', keyNames[provider], 'feedbackKey'));
  }

  private refusePrivateHosts(channel: Channel, given: GivenSettings): void {
    if (this.config.ALLOW_PRIVATE_SMTP_HOSTS) return;
    refuse('settings', privateHosts(channelRow(channel).settings, given));
  }
}

function refuse(field: string, issues: readonly FieldError[]): void {
  if (issues.length > 0) throw new AppError('validation_failed', undefined, within(field, issues));
}
