import { Inject, Injectable } from '@nestjs/common';
import {
  type OpenedSender,
  Provider,
  type ProviderResult,
  type SendTerms,
  type Verdict,
  assertUsable,
} from '@carillon/channel';
import { type Exceeds, type Template, compileTemplate, exceeds, smsSegments } from '@carillon/content';
import { type PublishedContent, type LeasedRecipient, channelRow } from '@carillon/contracts';
import {
  type AccountSettings,
  type TwilioAccount,
  TwilioClient,
  asCheck,
  campaignTerms,
  MOST_UNITS,
  checkTimeoutMs,
  fault,
  textFault,
  twilioAccount,
} from '@carillon/twilio/client';
import { type SmsWorkerConfig, smsWorkerConfig } from './config';

const TEST_TEXT = 'This message shows that your SMS settings work. Nothing needs to be done.';

/** A campaign's compiled text, and its sender. */
interface CompiledSms {
  template: Template;
  isTooLong: Exceeds;
  account: TwilioAccount;
}

/** Sends SMS by Twilio. */
@Injectable()
export class SmsProvider extends Provider<CompiledSms> {
  constructor(
    private readonly twilio: TwilioClient,
    @Inject(smsWorkerConfig.token) private readonly config: SmsWorkerConfig,
  ) {
    super();
  }

  override compile({ bodies }: PublishedContent, sender: OpenedSender): CompiledSms {
    if (bodies.SMS === null) throw new Error('The campaign has no message for SMS');
    const template = compileTemplate(bodies.SMS, 'text');
    const isTooLong = exceeds(template.parts, MOST_UNITS);
    return { template, isTooLong, account: accountOf(sender) };
  }

  override async send(
    { address, variables }: LeasedRecipient,
    { template, isTooLong, account }: CompiledSms,
    { id: senderId }: OpenedSender,
    { timeoutMs, ...terms }: SendTerms,
  ): Promise<ProviderResult> {
    if (isTooLong(variables)) return fault('MESSAGE_TOO_LONG');
    const body = template.render(variables);
    const unusable = textFault(body);
    if (unusable) return unusable;
    const campaign = campaignTerms({ publicUrl: this.config.PUBLIC_URL, senderId, ...terms });
    const result = await this.twilio.send(account, { to: address, body, ...campaign }, timeoutMs);
    return result.kind === 'sent' ? { ...result, segments: smsSegments(body).segments } : result;
  }

  /** Requests the Twilio account, and sends one message if there is an address. @throws UnusableSender */
  override async tryOut(sender: OpenedSender, address: string | null): Promise<Verdict> {
    const message = address === null ? null : { to: address, body: TEST_TEXT };
    return asCheck(await this.twilio.tryOut(accountOf(sender), message, checkTimeoutMs));
  }

  override close(): Promise<void> {
    this.twilio.close();
    return Promise.resolve();
  }
}

/** @throws UnusableSender */
function accountOf(sender: OpenedSender): TwilioAccount {
  assertUsable(channelRow('SMS').settings, sender);
  return twilioAccount(sender.settings as unknown as AccountSettings, sender.secrets);
}
