import {
  type CheckResult,
  type OpenedSender,
  Provider,
  type ProviderResult,
  type SendTerms,
  assertUsable,
  providerUrl,
} from '@carillon/channel';
import { smsSegments } from '@carillon/content';
import {
  type LeasedRecipient,
  type PublishedContent,
  mediaPath,
  settingsTable,
  webhookPath,
} from '@carillon/contracts';
import { isLoopback } from '@carillon/http-client';
import { type PhoneApi, PhoneApiClient, type SmsMessage } from '@carillon/phone-apis/client';
import type { Clock } from '@carillon/platform';
import { fault } from '@carillon/twilio/client';
import { TEST_TEXT, type TextFor, compileText } from '../compile-text';
import type { SmsWorkerConfig } from '../config';

/** A campaign's compiled text, and its file. */
interface CompiledSms {
  textFor: TextFor;
  /** The file of an MMS. Undefined: the message is an SMS. */
  media: SmsMessage['media'] | ReturnType<typeof fault>;
}

/** Sends SMS messages through the HTTP API of a provider. */
export abstract class PhoneApiProvider extends Provider<CompiledSms> {
  private readonly url: string;
  private readonly client: PhoneApiClient;

  constructor(
    private readonly api: PhoneApi,
    private readonly clock: Clock,
    private readonly config: SmsWorkerConfig,
  ) {
    super();
    this.url = providerUrl(config, api.provider, api.url);
    this.client = new PhoneApiClient(api, this.url, config.SMS_LEASES * config.SMS_CONCURRENCY);
  }

  override compile({ content }: PublishedContent, sender: OpenedSender): CompiledSms {
    this.assertUsable(sender);
    return { textFor: compileText(content), media: this.mediaOf(content) };
  }

  override async send(
    { address, variables }: LeasedRecipient,
    { textFor, media }: CompiledSms,
    sender: OpenedSender,
    { deliveryId, timeoutMs, validForMs }: SendTerms,
  ): Promise<ProviderResult> {
    const text = textFor(variables);
    if (typeof text !== 'string') return text;
    if (media && 'kind' in media) return media;
    const webhookUrl = this.config.PUBLIC_URL + webhookPath(this.api.provider, sender.id);
    const terms = { deliveryId, webhookUrl, validForMs };
    const message = { to: address, text, terms, ...(media && { media }) };
    const result = await this.client.send(sender, message, this.clock.now(), timeoutMs);
    // An MMS has no segments.
    if (result.kind !== 'sent' || media) return withoutSegments(result);
    return { segments: smsSegments(text).segments, ...result };
  }

  /** Checks the account, and sends a test message if an address is given. @throws UnusableSender */
  override async tryOut(sender: OpenedSender, address: string | null): Promise<CheckResult> {
    this.assertUsable(sender);
    const message = address === null ? null : { to: address, text: TEST_TEXT };
    const failure = await this.client.tryOut(sender, message, this.clock.now());
    if (failure === null) return { ok: true, reason: null, providerCode: null, detail: null };
    return { ok: false, reason: failure.reason, providerCode: failure.code, detail: failure.detail };
  }

  override close(): Promise<void> {
    this.client.close();
    return Promise.resolve();
  }

  /** The provider downloads files from the gateway, which it can't reach at a loopback address. The sandbox can. */
  private mediaOf({ media }: PublishedContent['content']): CompiledSms['media'] {
    const file = media?.SMS;
    if (!file) return undefined;
    const { PUBLIC_URL } = this.config;
    if (this.url === this.api.url && isLoopback(PUBLIC_URL)) return fault('MEDIA_UNREACHABLE');
    return { type: file.type, url: PUBLIC_URL + mediaPath(file) };
  }

  private assertUsable(sender: OpenedSender): void {
    assertUsable(settingsTable({ channel: 'SMS', provider: this.api.provider }), sender);
  }
}

function withoutSegments(result: ProviderResult): ProviderResult {
  return result.kind === 'sent' && result.providerId !== undefined
    ? { kind: 'sent', providerId: result.providerId }
    : result;
}
