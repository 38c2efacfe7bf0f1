import {
  type CheckResult,
  type OpenedSender,
  Provider,
  type ProviderResult,
  type SendTerms,
  UnusableSender,
  assertUsable,
  providerUrl,
} from '@carillon/channel';
import {
  type LeasedRecipient,
  type Payload,
  type PublishedContent,
  type Reply,
  SENDER_CHECK_MS,
  TEMPLATE_STATUSES_MS,
  mediaPath,
  settingsTable,
} from '@carillon/contracts';
import { isLoopback } from '@carillon/http-client';
import { MetaClient, type WhatsappMessage, metaApi } from '@carillon/phone-apis/client';
import { Clock } from '@carillon/platform';
import { fault } from '@carillon/twilio/client';
import { Inject, Injectable } from '@nestjs/common';
import { type RenderedContent, TEST_TEXT, compileMessages } from '../compile-messages';
import { type WhatsappWorkerConfig, whatsappWorkerConfig } from '../config';

type File = Extract<WhatsappMessage['content'], { text: string }>['file'];

/** A campaign's compiled messages. */
interface CompiledWhatsapp {
  render: (recipient: LeasedRecipient) => RenderedContent;
  /** The file of the text. Undefined: none. */
  file: File | ReturnType<typeof fault>;
}

/** Sends WhatsApp messages through the Cloud API of Meta. */
@Injectable()
export class MetaProvider extends Provider<CompiledWhatsapp> {
  private readonly url: string;
  private readonly client: MetaClient;

  constructor(
    private readonly clock: Clock,
    @Inject(whatsappWorkerConfig.token) private readonly config: WhatsappWorkerConfig,
  ) {
    super();
    const { provider, url } = metaApi();
    this.url = providerUrl(config, provider, url);
    this.client = new MetaClient(this.url, config.WHATSAPP_LEASES * config.WHATSAPP_CONCURRENCY);
  }

  override compile({ content }: PublishedContent, sender: OpenedSender): CompiledWhatsapp {
    requireUsable(sender);
    return { render: compileMessages(content), file: this.fileOf(content) };
  }

  override async send(
    recipient: LeasedRecipient,
    { render, file }: CompiledWhatsapp,
    sender: OpenedSender,
    { deliveryId, timeoutMs }: SendTerms,
  ): Promise<ProviderResult> {
    const rendered = render(recipient);
    if ('kind' in rendered) return rendered;
    // A template brings its own media.
    if ('body' in rendered && file && 'kind' in file) return file;
    const content = contentOf(rendered, file && 'kind' in file ? undefined : file);
    const message = { to: recipient.address, content, deliveryId };
    return this.client.send(sender, message, this.clock.now(), timeoutMs);
  }

  /** Checks the account, and sends a test message if an address is given. @throws UnusableSender */
  override async tryOut(sender: OpenedSender, address: string | null): Promise<CheckResult> {
    requireUsable(sender);
    const message = address === null ? null : { to: address, content: { text: TEST_TEXT } };
    const { failure, standing } = await this.client.tryOut(sender, message, this.clock.now());
    const about = standing && { standing };
    if (failure === null) return { ok: true, reason: null, providerCode: null, detail: null, ...about };
    const { reason, code: providerCode, detail } = failure;
    return { ok: false, reason, providerCode, detail, ...about };
  }

  /** A page of the account's templates. @throws UnusableSender */
  async contentTemplates(
    sender: OpenedSender,
    page: Pick<Payload<'whatsapp.content-templates'>, 'after' | 'limit'>,
  ): Promise<Reply<'whatsapp.content-templates'>> {
    requireUsable(sender);
    const found = await this.client.templates(sender, page, SENDER_CHECK_MS);
    if (found.kind === 'page') return { items: found.items, next: found.next };
    throw new UnusableSender(found.reason, found.detail ?? found.reason);
  }

  /** The statuses of templates by their IDs. @throws UnusableSender */
  async templateStatuses(sender: OpenedSender, ids: readonly string[]) {
    requireUsable(sender);
    const found = await this.client.templateStatuses(sender, ids, TEMPLATE_STATUSES_MS);
    if (found.kind === 'statuses') return found.statuses;
    throw new UnusableSender(found.reason, found.detail ?? found.reason);
  }

  override close(): Promise<void> {
    this.client.close();
    return Promise.resolve();
  }

  /** Meta downloads files from the gateway, which it can't reach at a loopback address. The sandbox can. */
  private fileOf({ media }: PublishedContent['content']): CompiledWhatsapp['file'] {
    const file = media?.WHATSAPP;
    if (!file) return undefined;
    const { PUBLIC_URL } = this.config;
    if (this.url === metaApi().url && isLoopback(PUBLIC_URL)) return fault('MEDIA_UNREACHABLE');
    return { type: file.type, url: PUBLIC_URL + mediaPath(file), name: file.name };
  }
}

function contentOf(
  rendered: Exclude<RenderedContent, { kind: 'failed' }>,
  file: File | undefined,
): WhatsappMessage['content'] {
  if ('body' in rendered) return { text: rendered.body, ...(file && { file }) };
  const variables = JSON.parse(rendered.contentVariables ?? '{}') as Record<string, string>;
  return { contentSid: rendered.contentSid, variables };
}

/** @throws UnusableSender */
function requireUsable(sender: OpenedSender): void {
  assertUsable(settingsTable({ channel: 'WHATSAPP', provider: 'META' }), sender);
}
