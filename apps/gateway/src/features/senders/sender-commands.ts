import {
  AppError,
  type FieldError,
  type MailProvider,
  type Payload,
  type Sender,
  type SenderProvider,
  feedbackProviderOf,
  settingsTable,
  usualProvider,
} from '@carillon/contracts';
import { mailFeedbackSources } from '@carillon/feedback';
import { issue, within } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { senderContext, lastFour, type Sealer } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type User, requestedBy } from '../../security/caller';
import { type GatewayConfig, gatewayConfig, sealerOf } from '../../config';
import { mintId } from '../../http/idempotency/minting';
import { addressIssues, canonical, validChannel } from '../../http/input/channel';
import { privateHosts } from './mail-host';
import { type RampUpInput, toRampUp } from './ramp-up.input';
import { type SettingsInput, type Kind, kept, settingsChangeIssues } from './settings';

/** A new sender. Without a provider, it has the default provider of its channel. */
interface NewSender {
  readonly channel: string;
  readonly provider?: string;
  readonly name: string;
  readonly settings: SettingsInput;
  readonly ratePerSecond?: number;
  readonly rampUp?: RampUpInput;
}

/** The changes to a sender. */
interface SenderChanges {
  readonly name?: string;
  readonly settings?: SettingsInput;
  readonly ratePerSecond?: number | null;
  readonly isPaused?: boolean;
  readonly rampUp?: RampUpInput | null;
}

interface Parted {
  settings: Record<string, unknown>;
  sealed: Record<string, string>;
  secrets: Record<string, string>;
}

/** The form of the key of each mail provider. */
const keyNames: Readonly<Record<MailProvider, string>> = {
  SES: 'For SES, send the ARN of the Amazon SNS topic: arn:aws:sns:…',
  SENDGRID: 'For SENDGRID, send the verification key of the signed Event Webhook',
  MAILGUN: 'For MAILGUN, send the HTTP webhook signing key',
  POSTMARK: 'For POSTMARK, send user:password of the webhook URL, with a password of at least 12 characters',
};

/** Turns requests into commands in which all secrets are encrypted. */
@Injectable()
export class SenderCommands {
  private readonly sealer: Sealer;
  private readonly sources = mailFeedbackSources();

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {
    this.sealer = sealerOf(config);
  }

  /** @throws AppError validation_failed for a server with a private address, unless the operator allows it */
  create(user: User, { name, settings, ...rest }: NewSender): Payload<'sender.create'> {
    const channel = validChannel(rest.channel);
    const provider = (rest.provider as SenderProvider | undefined) ?? usualProvider(channel);
    const sender = { id: mintId(), channel, provider };
    this.refusePrivateHosts(sender, settings);
    this.refuseOtherKeys({ provider, settings });
    if (rest.rampUp) refuseRampUp({ channel, provider });
    return {
      by: requestedBy(user),
      ...sender,
      userId: user.userId,
      name,
      ...this.part(sender, settings),
      ratePerSecond: rest.ratePerSecond ?? null,
      ...(rest.rampUp && { rampUp: toRampUp(rest.rampUp, this.clock.now()) }),
    };
  }

  /**
   * @throws the errors of `create`, and errors for settings that such a sender can't have; AppError sender_not_found
   */
  async update(
    user: User,
    id: string,
    { settings, rampUp, ...rest }: SenderChanges,
  ): Promise<Payload<'sender.update'>> {
    const { userId } = user;
    const limits = rampUp && { rampUp: toRampUp(rampUp, this.clock.now()) };
    const change = { by: requestedBy(user), userId, id, ...rest, ...(rampUp === null ? { rampUp } : limits) };
    if (!settings && !rampUp) return change;
    const stored = await this.find(userId, id);
    if (rampUp) refuseRampUp(stored);
    if (!settings) return change;
    refuse('settings', settingsChangeIssues(settings, stored));
    this.refusePrivateHosts(stored, settings);
    this.refuseOtherKeys({ ...stored, settings: { ...stored.settings, ...settings } });
    return { ...change, ...this.part(stored, settings) };
  }

  /** @throws AppError validation_failed if the text is not an address of the sender's channel; sender_not_found */
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
   * Separates validated settings into public settings and secrets. A setting to remove is null in `settings`, even if
   * it is a secret.
   */
  private part({ id, ...kind }: { id: string } & Kind, settings: SettingsInput): Parted {
    const { fields } = settingsTable(kind);
    const parted: Parted = { settings: {}, sealed: {}, secrets: {} };
    for (const [name, setting] of Object.entries(fields)) {
      const value = settings[name];
      if (value === undefined) continue;
      if (setting.secret === true && typeof value === 'string') {
        parted.sealed[name] = this.sealer.seal(value, senderContext(id, name));
        parted.secrets[name] = lastFour(value);
      } else parted.settings[name] = kept(setting, value);
    }
    return parted;
  }

  /** With a key of another provider or a mistyped key, every webhook would be rejected without notice. */
  private refuseOtherKeys(sender: { provider: SenderProvider; settings: SettingsInput }): void {
    const { feedbackKey: key } = sender.settings;
    const provider = feedbackProviderOf(sender);
    if (typeof key !== 'string' || provider === undefined || this.sources[provider].couldBeSecret(key))
      return;
    refuse('settings', issue('not_allowed', keyNames[provider], 'feedbackKey'));
  }

  private refusePrivateHosts(kind: Kind, settings: SettingsInput): void {
    refuse('settings', privateHosts(settingsTable(kind), settings, this.config));
  }
}

function refuseRampUp({ channel, provider }: Kind): void {
  if (channel === 'EMAIL' && provider !== 'POOL') return;
  const detail = 'Only email senders can have daily limits. For a pool, set the limits of its senders';
  throw new AppError('validation_failed', undefined, issue('not_allowed', detail, 'rampUp'));
}

function refuse(field: string, issues: readonly FieldError[]): void {
  if (issues.length > 0) throw new AppError('validation_failed', undefined, within(field, issues));
}
