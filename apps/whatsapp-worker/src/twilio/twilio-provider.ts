import { Inject, Injectable } from '@nestjs/common';
import {
  type OpenedSender,
  Provider,
  type ProviderResult,
  type SendTerms,
  type CheckResult,
  UnusableSender,
  assertUsable,
} from '@carillon/channel';
import {
  type LeasedRecipient,
  type Payload,
  type PublishedContent,
  type Reply,
  SENDER_CHECK_MS,
  TEMPLATE_STATUSES_MS,
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
import { type RenderedContent, TEST_TEXT, compileMessages } from '../compile-messages';
import { type WhatsappWorkerConfig, whatsappWorkerConfig } from '../config';

/** A campaign's compiled messages, and their sender. */
interface CompiledWhatsapp {
  render: (recipient: LeasedRecipient) => RenderedContent;
  /** The file of the text. Null: none. */
  media: ReturnType<typeof mediaTerms>;
  account: TwilioAccount;
}

/** Sends WhatsApp messages through Twilio. */
@Injectable()
export class TwilioProvider extends Provider<CompiledWhatsapp> {
  constructor(
    private readonly twilio: TwilioClient,
    @Inject(whatsappWorkerConfig.token) private readonly config: WhatsappWorkerConfig,
  ) {
    super();
  }

  override compile({ content }: PublishedContent, sender: OpenedSender): CompiledWhatsapp {
    const { PUBLIC_URL: publicUrl, TWILIO_API_URL: apiUrl } = this.config;
    const media = mediaTerms(content.media?.WHATSAPP, { publicUrl, apiUrl });
    return { render: compileMessages(content), media, account: accountOf(sender) };
  }

  override async send(
    recipient: LeasedRecipient,
    { render, media, account }: CompiledWhatsapp,
    { id: senderId }: OpenedSender,
    { timeoutMs, ...terms }: SendTerms,
  ): Promise<ProviderResult> {
    const content = render(recipient);
    if ('kind' in content) return content;
    // A template brings its own media.
    const file = 'body' in content ? media : null;
    if (file && 'kind' in file) return file;
    const campaign = campaignTerms({ publicUrl: this.config.PUBLIC_URL, senderId, ...terms });
    const message = { to: onWhatsapp(recipient.address), ...content, ...file, ...campaign };
    return this.twilio.send(account, message, timeoutMs);
  }

  /** Checks the Twilio account, and sends a test message if an address is given. @throws UnusableSender */
  override async tryOut(sender: OpenedSender, address: string | null): Promise<CheckResult> {
    const message = address === null ? null : { to: onWhatsapp(address), body: TEST_TEXT };
    return asCheck(await this.twilio.tryOut(accountOf(sender), message, SENDER_CHECK_MS));
  }

  /** A page of the account's templates. @throws UnusableSender */
  async contentTemplates(
    sender: OpenedSender,
    page: Pick<Payload<'whatsapp.content-templates'>, 'after' | 'limit'>,
  ): Promise<Reply<'whatsapp.content-templates'>> {
    const found = await this.twilio.contentTemplates(accountOf(sender), page, SENDER_CHECK_MS);
    if (found.kind === 'page') return { items: found.items, next: found.next };
    throw new UnusableSender(found.reason, found.detail ?? found.reason);
  }

  /** The statuses of templates by their IDs. @throws UnusableSender */
  async templateStatuses(sender: OpenedSender, sids: readonly string[]) {
    const found = await this.twilio.templateStatuses(accountOf(sender), sids, TEMPLATE_STATUSES_MS);
    if (found.kind === 'statuses') return found.statuses;
    throw new UnusableSender(found.reason, found.detail ?? found.reason);
  }

  override close(): Promise<void> {
    this.twilio.close();
    return Promise.resolve();
  }
}

/** https://www.twilio.com/docs/whatsapp/api#using-phone-numbers-with-whatsapp */
function onWhatsapp(phone: string): string {
  return `whatsapp:${phone}`;
}

/** @throws UnusableSender */
function accountOf(sender: OpenedSender): TwilioAccount {
  assertUsable(settingsTable({ channel: 'WHATSAPP', provider: 'TWILIO' }), sender);
  return twilioAccount(sender.settings as unknown as AccountSettings, sender.secrets, onWhatsapp);
}
