import {
  AppError,
  type FieldError,
  type MailProvider,
  type Payload,
  type Sender,
  type SenderProvider,
  settingsTable,
  usualProvider,
} from '@carillon/contracts';
import { mailFeedbackSources } from '@carillon/feedback';
import { issue, within } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { type Sealer, lastFour } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type User, askedBy } from '../../security/caller';
import { type GatewayConfig, gatewayConfig, sealerOf } from '../../config';
import { mintId } from '../../http/idempotency/minting';
import { addressIssues, canonical, knownChannel } from '../../http/input/channel';
import { privateHosts } from './mail-host';
import { type GivenSettings, type Kind, kept, settingsChangeIssues } from './settings';

/** A new sender. Without a provider it has the usual one of its channel. */
interface NewSender {
  readonly channel: string;
  readonly provider?: string;
  readonly name: string;
  readonly settings: GivenSettings;
  readonly ratePerSecond?: number;
}

/** What changes of a sender. */
interface SenderChanges {
  readonly name?: string;
  readonly settings?: GivenSettings;
  readonly ratePerSecond?: number | null;
}

interface Parted {
  settings: Record<string, unknown>;
  sealed: Record<string, string>;
  secrets: Record<string, string>;
}

/** What the key of each provider of mail is. */
const keyNames: Readonly<Record<MailProvider, string>> = {
  SES: 'For SES this is the ARN of the topic of Amazon SNS: arn:aws:sns:…',
  SENDGRID: 'For SENDGRID this is the verification key of the signed Event Webhook',
  MAILGUN: 'For MAILGUN this is the HTTP webhook signing key',
  POSTMARK:
    'For POSTMARK this is user:password of the address of the webhook, with a password of 12 characters or more',
};

/** Turns what was asked for into commands in which no secret can be read. */
@Injectable()
export class SenderCommands {
  private readonly sealer: Sealer;
  private readonly sources = mailFeedbackSources();

  constructor(
    private readonly messenger: Messenger,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {
    this.sealer = sealerOf(config);
  }

  /** @throws AppError validation_failed for a server at a private address, unless the operator allows it. */
  create(user: User, { name, settings, ...rest }: NewSender): Payload<'sender.create'> {
    const channel = knownChannel(rest.channel);
    const provider = (rest.provider as SenderProvider | undefined) ?? usualProvider(channel);
    const sender = { id: mintId(), channel, provider };
    this.refusePrivateHosts(sender, settings);
    this.refuseOtherKeys(settings, {});
    return {
      by: askedBy(user),
      ...sender,
      userId: user.userId,
      name,
      ...this.part(sender, settings),
      ratePerSecond: rest.ratePerSecond ?? null,
    };
  }

  /** @throws AppError as `create` does, and for settings that such a sender cannot have; sender_not_found. */
  async update(
    user: User,
    id: string,
    { settings, ...rest }: SenderChanges,
  ): Promise<Payload<'sender.update'>> {
    const { userId } = user;
    const change = { by: askedBy(user), userId, id, ...rest };
    if (!settings) return change;
    const stored = await this.find(userId, id);
    refuse('settings', settingsChangeIssues(settings, stored));
    this.refusePrivateHosts(stored, settings);
    this.refuseOtherKeys(settings, stored.settings);
    return { ...change, ...this.part(stored, settings) };
  }

  /** @throws AppError validation_failed if that is no address of the sender's channel; sender_not_found. */
  async test(
    userId: string,
    id: string,
    { identifier }: { readonly identifier?: string },
  ): Promise<Payload<'sender.test'>> {
    if (identifier === undefined) return { userId, id, address: null };
    const { channel } = await this.find(userId, id);
    refuse('identifier', addressIssues(identifier, channel));
    return { userId, id, address: canonical(channel, identifier) };
  }

  /** @throws AppError sender_not_found */
  find(userId: string, id: string): Promise<Sender> {
    return this.messenger.request('sender.get', { userId, id });
  }

  /**
   * Parts settings that have passed their rules into what may be seen and what must not. A setting that is to be removed
   * stands among the `settings` as null, also if it is a secret.
   */
  private part({ id, ...kind }: { id: string } & Kind, given: GivenSettings): Parted {
    const { fields } = settingsTable(kind);
    const parted: Parted = { settings: {}, sealed: {}, secrets: {} };
    for (const [name, setting] of Object.entries(fields)) {
      const value = given[name];
      if (value === undefined) continue;
      if (setting.secret === true && typeof value === 'string') {
        parted.sealed[name] = this.sealer.seal(value, `sender:${id}:${name}`);
        parted.secrets[name] = lastFour(value);
      } else parted.settings[name] = kept(setting, value);
    }
    return parted;
  }

  /** A key of another provider, or a mistyped one, would have every webhook refused, which nobody would see. */
  private refuseOtherKeys(
    { feedbackKey: key, feedbackProvider }: GivenSettings,
    stored: GivenSettings,
  ): void {
    const provider = (feedbackProvider ?? stored.feedbackProvider) as MailProvider | undefined;
    if (typeof key !== 'string' || provider === undefined || this.sources[provider].couldBeSecret(key))
      return;
    refuse('settings', issue('not_allowed', keyNames[provider], 'feedbackKey'));
  }

  private refusePrivateHosts(kind: Kind, given: GivenSettings): void {
    refuse('settings', privateHosts(settingsTable(kind), given, this.config));
  }
}

function refuse(field: string, issues: readonly FieldError[]): void {
  if (issues.length > 0) throw new AppError('validation_failed', undefined, within(field, issues));
}
