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
import {
  type PublishedContent,
  type LeasedRecipient,
  SENDER_CHECK_MS,
  settingsTable,
} from '@carillon/contracts';
import {
  type AccountSettings,
  type TwilioAccount,
  TwilioClient,
  asCheck,
  campaignTerms,
  mediaTerms,
  twilioAccount,
} from '@carillon/twilio/client';
import { TEST_TEXT, type TextFor, compileText } from '../compile-text';
import { type SmsWorkerConfig, smsWorkerConfig } from '../config';

/** A campaign's compiled text, and its sender. */
interface CompiledSms {
  textFor: TextFor;
  /** The file of an MMS. Null: the message is an SMS. */
  media: ReturnType<typeof mediaTerms>;
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
    const { PUBLIC_URL: publicUrl, TWILIO_API_URL: apiUrl } = this.config;
    const media = mediaTerms(content.media?.SMS, { publicUrl, apiUrl });
    return { textFor: compileText(content), media, account: accountOf(sender) };
  }

  override async send(
    { address, variables }: LeasedRecipient,
    { textFor, media, account }: CompiledSms,
    { id: senderId }: OpenedSender,
    { timeoutMs, ...terms }: SendTerms,
  ): Promise<ProviderResult> {
    const body = textFor(variables);
    if (typeof body !== 'string') return body;
    if (media && 'kind' in media) return media;
    const campaign = campaignTerms({ publicUrl: this.config.PUBLIC_URL, senderId, ...terms });
    const message = { to: address, body, ...media, ...campaign };
    const result = await this.twilio.send(account, message, timeoutMs);
    // An MMS has no segments.
    return result.kind === 'sent' && !media ? { ...result, segments: smsSegments(body).segments } : result;
  }

  /** Checks the Twilio account, and sends a test message if an address is given. @throws UnusableSender */
  override async tryOut(sender: OpenedSender, address: string | null): Promise<CheckResult> {
    const message = address === null ? null : { to: address, body: TEST_TEXT };
    return asCheck(await this.twilio.tryOut(accountOf(sender), message, SENDER_CHECK_MS));
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
