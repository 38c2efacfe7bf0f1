import { Inject, Injectable } from '@nestjs/common';
import {
  type OpenedSender,
  Provider,
  type ProviderResult,
  type SendTerms,
  type CheckResult,
  assertUsable,
} from '@carillon/channel';
import { smsSegments } from '@carillon/content';
import { type PublishedContent, type LeasedRecipient, settingsTable } from '@carillon/contracts';
import {
  type AccountSettings,
  type TwilioAccount,
  TwilioClient,
  asCheck,
  campaignTerms,
  checkTimeoutMs,
  twilioAccount,
} from '@carillon/twilio/client';
import { TEST_TEXT, type TextFor, compileText } from '../compile-text';
import { type SmsWorkerConfig, smsWorkerConfig } from '../config';

/** A campaign's compiled text, and its sender. */
interface CompiledSms {
  textFor: TextFor;
  account: TwilioAccount;
}

/** Sends SMS messages through Twilio. */
@Injectable()
export class TwilioProvider extends Provider<CompiledSms> {
  constructor(
    private readonly twilio: TwilioClient,
    @Inject(smsWorkerConfig.token) private readonly config: SmsWorkerConfig,
  ) {
    super();
  }

  override compile({ content }: PublishedContent, sender: OpenedSender): CompiledSms {
    return { textFor: compileText(content), account: accountOf(sender) };
  }

  override async send(
    { address, variables }: LeasedRecipient,
    { textFor, account }: CompiledSms,
    { id: senderId }: OpenedSender,
    { timeoutMs, ...terms }: SendTerms,
  ): Promise<ProviderResult> {
    const body = textFor(variables);
    if (typeof body !== 'string') return body;
    const campaign = campaignTerms({ publicUrl: this.config.PUBLIC_URL, senderId, ...terms });
    const result = await this.twilio.send(account, { to: address, body, ...campaign }, timeoutMs);
    return result.kind === 'sent' ? { ...result, segments: smsSegments(body).segments } : result;
  }

  /** Checks the Twilio account, and sends a test message if an address is given. @throws UnusableSender */
  override async tryOut(sender: OpenedSender, address: string | null): Promise<CheckResult> {
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
  assertUsable(settingsTable({ channel: 'SMS', provider: 'TWILIO' }), sender);
  return twilioAccount(sender.settings as unknown as AccountSettings, sender.secrets);
}
