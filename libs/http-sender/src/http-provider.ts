import {
  type OpenedSender,
  Provider,
  type ProviderResult,
  type SendTerms,
  type CheckResult,
  assertUsable,
} from '@carillon/channel';
import {
  type Channel,
  type HttpPhoneSettings,
  type LeasedRecipient,
  type PublishedContent,
  SENDER_CHECK_MS,
  newId,
  settingsTable,
} from '@carillon/contracts';
import { Connections, RequestFault, signedHeaders, unanswered } from '@carillon/http-client';
import type { Clock } from '@carillon/platform';
import { type Judged, judgeAnswer } from './judge';

/** The name of the server in messages to the owner of a sender. */
const SERVER = 'the endpoint';

/** The content of a message for an endpoint, in addition to its ID and address, or the reason why it can't be sent. */
export type MessageContent = object | Extract<ProviderResult, { kind: 'failed' }>;

export interface HttpOptions {
  /** Whether endpoints may be at private addresses. */
  mayBePrivate: boolean;
  /** The maximum number of connections of the process with one server. */
  connections: number;
}

interface CompiledMessage {
  campaignId: string;
  contentFor: (recipient: LeasedRecipient, deliveryId: string) => MessageContent;
}

/**
 * Posts messages to an endpoint of the user, with the signature of webhooks (Standard Webhooks 1.0.0).
 * docs/http-senders.md describes the requests and the responses. Every attempt of a delivery has the same `webhook-id`.
 */
export abstract class HttpProvider extends Provider<CompiledMessage> {
  private readonly connections: Connections;

  constructor(
    private readonly channel: Channel,
    private readonly clock: Clock,
    { mayBePrivate, connections }: HttpOptions,
  ) {
    super();
    this.connections = new Connections(connections, mayBePrivate ? 'anywhere' : 'internet');
  }

  /** Prepares the data that all recipients share. @throws UnusableSender */
  protected abstract contentOf(
    content: PublishedContent,
    sender: OpenedSender,
  ): CompiledMessage['contentFor'];

  /** The content of a test message. @throws UnusableSender */
  protected abstract testContent(sender: OpenedSender, address: string): MessageContent;

  override compile(content: PublishedContent, sender: OpenedSender): CompiledMessage {
    this.assertUsable(sender);
    return { campaignId: content.campaignId, contentFor: this.contentOf(content, sender) };
  }

  override async send(
    recipient: LeasedRecipient,
    { campaignId, contentFor }: CompiledMessage,
    sender: OpenedSender,
    { deliveryId, timeoutMs, validForMs }: SendTerms,
  ): Promise<ProviderResult> {
    const content = contentFor(recipient, deliveryId);
    if (isFailure(content)) return content;
    const data = {
      deliveryId,
      campaignId,
      channel: this.channel,
      to: recipient.address,
      ...content,
      validForSeconds: Math.max(1, Math.floor(validForMs / 1_000)),
    };
    return this.post(sender, { id: deliveryId, type: 'message.send', data }, timeoutMs);
  }

  /** Tests whether the endpoint would accept messages, or sends one. @throws UnusableSender */
  override async tryOut(sender: OpenedSender, address: string | null): Promise<CheckResult> {
    this.assertUsable(sender);
    const id = `test_${newId()}`;
    const result = await this.post(sender, { id, ...this.testOf(sender, id, address) }, SENDER_CHECK_MS);
    if (result.kind === 'sent') return { ok: true, reason: null, providerCode: null, detail: null };
    return { ok: false, reason: result.reason, providerCode: result.code, detail: result.detail };
  }

  override close(): Promise<void> {
    this.connections.close();
    return Promise.resolve();
  }

  private testOf(sender: OpenedSender, id: string, to: string | null): Pick<Message, 'type' | 'data'> {
    const { channel } = this;
    if (to === null) return { type: 'sender.test', data: { channel } };
    return {
      type: 'message.send',
      data: { deliveryId: id, channel, to, ...this.testContent(sender, to), isTest: true },
    };
  }

  private async post(
    { settings, secrets }: OpenedSender,
    { id, type, data }: Message,
    timeoutMs: number,
  ): Promise<Judged> {
    const now = this.clock.now();
    const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'Carillon/1.0 (Standard Webhooks)',
      ...signedHeaders({ id, body }, [secrets.secret ?? ''], now),
    };
    try {
      const request = { method: 'POST', url: new URL(String(settings.url)), headers, body };
      return judgeAnswer(await this.connections.request(request, timeoutMs), this.channel);
    } catch (error) {
      if (error instanceof RequestFault) return unanswered(error, SERVER);
      throw error;
    }
  }

  private assertUsable(sender: OpenedSender): void {
    assertUsable(settingsTable({ channel: this.channel, provider: 'HTTP' }), sender);
  }
}

interface Message {
  /** All attempts of a delivery have the same ID, so that the endpoint recognizes a repetition. */
  id: string;
  type: 'message.send' | 'sender.test';
  data: object;
}

function isFailure(content: MessageContent): content is Extract<ProviderResult, { kind: 'failed' }> {
  return 'kind' in content;
}

/** The sender's number or name from the settings of SMS and WhatsApp; null: the endpoint chooses. */
export function fromOf({ settings }: OpenedSender): string | null {
  return (settings as unknown as HttpPhoneSettings).from ?? null;
}
