import {
  AppError,
  type CallbackContent,
  type CallbackFields,
  type CallbackRequest,
  type CalledBackSender,
  type FeedbackSource,
  type ProviderCallbacks,
  type WebhookProvider,
  isId,
} from '@carillon/contracts';
import { parseForeignJson } from '@carillon/input';
import { Clock, Metrics, atMost, cacheTimes } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type GatewayConfig, gatewayConfig } from '../../config';
import type { BodyForm } from '../../http/body';
import { Bucket } from '../../http/rate-limits/bucket';
import { RateLimited } from '../../http/rate-limits/rate-limited';
import { AddressBlocks, ClientNetworks } from '../../security/client-networks';
import { CallbackVerifications } from './callback-verifications';

const taken = /^application\/(?:x-www-form-urlencoded|json) *(?:;|$)/i;
const json = /^application\/json *(?:;|$)/i;

/**
 * A body in either of the encodings that providers use. It is kept as raw bytes, because providers sign the raw bytes.
 */
export const callbackBody: BodyForm = {
  maxBytes: 64 * 1024,
  refuse: (contentType) =>
    contentType !== undefined && taken.test(contentType)
      ? null
      : 'Send application/x-www-form-urlencoded or application/json',
  parse: (bytes) => bytes,
};

/** A JSON body, which SNS labels as text. SendGrid sends up to 768 KB of events at once. */
export const webhookBody: BodyForm = {
  maxBytes: 1024 * 1024,
  refuse: (contentType) =>
    contentType !== undefined && /^(?:application\/json|text\/plain) *(?:;|$)/i.test(contentType)
      ? null
      : 'Send application/json, or JSON as text/plain',
  parse: (bytes) => bytes,
};

/** Meta sends up to 3 MB of events at once. */
export const phoneWebhookBody: BodyForm = { ...webhookBody, maxBytes: 3 * 1024 * 1024 };

/**
 * The maximum number of fields, about ten times what providers send. Fields are sorted before the sender is verified,
 * so a larger number would be costly.
 */
const MOST_FIELDS = 500;
const AMPERSAND = 0x26;

/** @throws AppError body_too_large */
function bodyOf(contentType: string | undefined, body: unknown): CallbackContent {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (contentType !== undefined && json.test(contentType)) return { kind: 'bytes', bytes };
  if (hasTooMany(bytes)) throw new AppError('body_too_large', `Send at most ${MOST_FIELDS} fields`);
  return { kind: 'form', pairs: [...new URLSearchParams(bytes.toString('utf8'))] };
}

function hasTooMany(form: Buffer): boolean {
  let count = 1;
  for (let at = form.indexOf(AMPERSAND); at !== -1; at = form.indexOf(AMPERSAND, at + 1)) {
    count += 1;
    if (count > MOST_FIELDS) return true;
  }
  return false;
}

/** @throws AppError malformed_json */
function fieldsOf(content: CallbackContent): CallbackFields {
  if (content.kind === 'form') return Object.fromEntries(content.pairs);
  const parsed = content.bytes.length === 0 ? null : parseForeignJson(content.bytes);
  if (typeof parsed !== 'object' || parsed === null) return {};
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([name, value]) => (isPlain(value) ? [[name, String(value)]] : [])),
  );
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** The raw path and query. */
function targetOf({ raw }: FastifyRequest): string {
  return (raw.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
}

/** A callback that the provider signed for the sender. */
export interface Callback extends CalledBackSender {
  senderId: string;
  request: CallbackRequest;
  /** The named fields of the callback. */
  fields: CallbackFields;
}

/** A webhook that the provider of a sender signed. */
export interface Webhook extends CalledBackSender {
  senderId: string;
  request: CallbackRequest;
  /** The visible settings of a phone provider's sender. */
  settings?: Readonly<Record<string, unknown>>;
  /** Allows the same request again, because the gateway couldn't store it. */
  takeBack: () => void;
}

/** The limit of forged webhooks for one sender from one network. Further webhooks get 429 without verification. */
const FORGED = { burst: 100, perSecond: 1 };
const MAX_FORGERS = 10_000;
/** The number of remembered tokens of providers' requests. */
const MAX_TOKENS = 200_000;
/** How far the clock of a provider may be ahead (milliseconds). */
const AHEAD_MS = 300_000;
const MAX_ADDRESSES = 1_000;

/** Why a webhook is rejected, in addition to the errors. */
type Refused = 'unsigned' | 'forged' | 'stale' | 'repeated' | 'elsewhere' | 'limited' | 'unavailable';

/**
 * Admits callbacks that the provider signed for the sender. An unknown sender and a wrong signature get the same
 * response.
 */
@Injectable()
export class CheckCallback {
  /** The limits by network and sender. */
  private readonly forgers = new LRUCache<string, Bucket>({ max: MAX_FORGERS });
  private readonly tokens: LRUCache<string, true>;
  private readonly addresses = new LRUCache<string, AddressBlocks>({ max: MAX_ADDRESSES });
  private readonly refused;

  constructor(
    private readonly verifications: CallbackVerifications,
    private readonly networks: ClientNetworks,
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
    metrics: Metrics,
  ) {
    this.tokens = new LRUCache<string, true>({ ...atMost(MAX_TOKENS), ...cacheTimes(clock, 1) });
    this.refused = metrics.counter('carillon_webhooks_refused_total', 'Rejected provider callbacks', [
      'provider',
      'reason',
    ]);
  }

  /**
   * @throws AppError invalid_signature; body_too_large; service_unavailable if it cannot be verified now;
   * malformed_json
   */
  async verify(callbacks: ProviderCallbacks, senderId: string, request: FastifyRequest): Promise<Callback> {
    const { provider } = callbacks;
    if (!isId(senderId) || callbacks.signature(request.headers) === null)
      throw this.refusal(provider, 'unsigned');
    const content = bodyOf(request.headers['content-type'], request.body);
    const claimed = this.requestOf(request, content, () => fieldsOf(content));
    const proof = callbacks.proof(claimed);
    const callback = proof && { senderId, provider, ...proof.signed };
    const verified = callback && (await this.verifications.verify(callback));
    if (!verified) throw this.refusal(provider, 'forged');
    return { ...verified, senderId, request: claimed, fields: claimed.parsed() as CallbackFields };
  }

  /**
   * Checks a webhook of a provider. The cheapest checks come first: the form of the signature and its time, then
   * the account service's data of the sender, and last a request to the provider.
   * @throws AppError invalid_signature; rate_limited; service_unavailable if it can't be verified now; malformed_json
   */
  async webhook(
    source: FeedbackSource<WebhookProvider>,
    senderId: string,
    request: FastifyRequest,
  ): Promise<Webhook> {
    const { provider } = source;
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const claimed = this.requestOf(request, { kind: 'bytes', bytes }, () => parseForeignJson(bytes));
    const now = this.clock.now();
    const proof = isId(senderId) && bytes.length > 0 ? source.proof(claimed) : null;
    if (!proof) throw this.refusal(provider, 'unsigned');
    if (isStale(proof.signedAt, source.takenForMs, now)) throw this.refusal(provider, 'stale');
    const forger = this.forgerOf(`${this.networks.of(request.raw)}/${senderId}`, now);
    if (forger.left === 0) {
      this.refusal(provider, 'limited');
      throw new RateLimited('Too many forged webhooks came from this address', forger.lastsS);
    }
    const verified = await this.verifications.verifyWebhook({ senderId, provider, ...proof.signed });
    const isGenuine = verified !== null && ((await source.isGenuine?.(claimed, now)) ?? true);
    if (!isGenuine) {
      forger.take(now.getTime());
      throw this.refusal(provider, 'forged');
    }
    const { userId, channel, addresses, settings } = verified;
    if (addresses !== null && !this.blocksOf(addresses).has(this.networks.addressOf(request.raw)))
      throw this.refusal(provider, 'elsewhere');
    const takeBack = this.remember(
      `${senderId}/${proof.token}`,
      proof.token === null ? 0 : source.takenForMs,
    );
    if (!takeBack) throw this.refusal(provider, 'repeated');
    return { userId, channel, senderId, request: claimed, takeBack, ...(settings && { settings }) };
  }

  /** Counts a webhook that could not be verified or stored now. Its provider will repeat it. */
  failed({ provider }: Pick<FeedbackSource, 'provider'>, error: unknown): void {
    if (error instanceof AppError && error.kind === 'unavailable') this.refusal(provider, 'unavailable');
  }

  private requestOf(
    request: FastifyRequest,
    content: CallbackContent,
    parse: () => unknown,
  ): CallbackRequest {
    let parsed: { value: unknown } | undefined;
    // The provider signs the configured URL. A proxy may have rewritten the URL of the request.
    const url = this.config.PUBLIC_URL + targetOf(request);
    return { url, headers: request.headers, content, parsed: () => (parsed ??= { value: parse() }).value };
  }

  private refusal(provider: string, reason: Refused): AppError {
    this.refused.inc({ provider: provider.toLowerCase(), reason });
    return new AppError('invalid_signature');
  }

  private forgerOf(name: string, now: Date): Bucket {
    const forger = this.forgers.get(name) ?? new Bucket(FORGED, now.getTime());
    this.forgers.set(name, forger);
    forger.book(0, 0, now.getTime());
    return forger;
  }

  /** Returns null if the request is a repeat. @param forMs how long to remember the request; 0 or null: not at all */
  private remember(name: string, forMs: number | null): (() => void) | null {
    if (!forMs) return () => undefined;
    if (this.tokens.get(name)) return null;
    this.tokens.set(name, true, { ttl: forMs });
    return () => void this.tokens.delete(name);
  }

  private blocksOf(addresses: string): AddressBlocks {
    const blocks = this.addresses.get(addresses) ?? new AddressBlocks(networksIn(addresses));
    this.addresses.set(addresses, blocks);
    return blocks;
  }
}

/** The addresses and address blocks in a setting. */
function networksIn(text: string): string[] {
  return text.split(',').map((each) => each.trim());
}

function isStale(signedAt: Date | null, takenForMs: number | null, now: Date): boolean {
  if (signedAt === null || takenForMs === null) return false;
  const age = now.getTime() - signedAt.getTime();
  return age > takenForMs || age < -AHEAD_MS;
}
