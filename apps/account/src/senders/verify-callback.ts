import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type CallbackProvider,
  type CallbackSignature,
  type CalledBackSender,
  type Payload,
  type Reply,
  type SignedCallback,
  type WebhookProvider,
  phoneProviders,
  webhookProviderOf,
} from '@carillon/contracts';
import { mailFeedbackSources } from '@carillon/feedback';
import { MessagingServer } from '@carillon/messaging';
import { phoneFeedbackSources } from '@carillon/phone-apis';
import { Clock, cacheTimes } from '@carillon/platform';
import { twilioSignature } from '@carillon/twilio';
import { senderContext, type Vault } from '@carillon/vault';
import { LRUCache } from 'lru-cache';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { Senders, type StoredSender } from './senders';

type Provider = CallbackProvider | WebhookProvider;
type SignedWebhook = Payload<'sender.verify-webhooks'>['webhooks'][number];
type WebhookVerification = Reply<'sender.verify-webhooks'>['results'][number];

const signatures: Readonly<Record<Provider, CallbackSignature>> = {
  twilio: twilioSignature,
  ...mailFeedbackSources(),
  ...phoneFeedbackSources(),
};
const providers = Object.keys(signatures) as Provider[];

const MAX_KNOWN = 10_000;
/** How long a secret is cached (milliseconds) if the broadcast of its change is lost. */
const KNOWN_MS = 300_000;
/** How long an unknown ID is cached (milliseconds). The sender may be created at any moment. */
const UNKNOWN_MS = 5_000;
/** How long the last known secret is used before the next read if the database is unavailable (milliseconds). */
const KEPT_MS = 5_000;

/** The result of reading a sender. `found` is null if the sender does not exist or its provider sends no callbacks. */
interface SenderLookUp {
  found:
    | (CalledBackSender & {
        secret: string;
        addresses: string | null;
        /** The visible settings of a phone provider's sender. */
        settings?: StoredSender['settings'];
      })
    | null;
}

/**
 * Verifies the signatures of callbacks with the secrets of senders. A decrypted secret is cached for several minutes,
 * or until its sender changes.
 */
@Injectable()
export class VerifyCallback {
  /** By provider and ID. Reads each sender once at a time, even for many concurrent callbacks. */
  private readonly lookUps: LRUCache<string, SenderLookUp>;
  private readonly vault: Vault;
  /** A secret that belongs to no sender, so that checking callbacks for unknown IDs takes the same time. */
  private readonly placeholder = randomBytes(16).toString('hex');

  constructor(
    private readonly senders: Senders,
    clock: Clock,
    @Inject(accountConfig.token) config: Pick<AccountConfig, 'VAULT_KEYS'>,
    server: MessagingServer,
  ) {
    this.vault = vaultOf(config);
    this.lookUps = new LRUCache<string, SenderLookUp>({
      max: MAX_KNOWN,
      ...cacheTimes(clock, KNOWN_MS),
      fetchMethod: async (key, before, { options, signal }) => {
        const lookUp = await this.read(key, before, signal);
        const ttl = lookUp === before ? KEPT_MS : lookUp.found ? KNOWN_MS : UNKNOWN_MS;
        options.ttl = cacheTimes(clock, ttl).ttl;
        return lookUp;
      },
      // Waiting callers get the value even if it was removed from the cache in the meantime.
      ignoreFetchAbort: true,
    });
    server.onBroadcastGap(() => this.lookUps.clear());
  }

  async verify({
    senderId,
    provider,
    ...callback
  }: Payload<'sender.verify-callback'>): Promise<Reply<'sender.verify-callback'>> {
    const { found, isRight } = await this.check(provider, senderId, callback);
    if (!found || !isRight) return { isKnown: found !== null, verified: null };
    const { userId, channel } = found;
    return { isKnown: true, verified: { userId, channel } };
  }

  /**
   * Verifies webhooks of providers. A result is null if the webhook can't be verified at the moment. @throws if
   * this applies to all webhooks
   */
  async webhooks(webhooks: readonly SignedWebhook[]): Promise<WebhookVerification[]> {
    const results = await Promise.allSettled(webhooks.map((webhook) => this.webhook(webhook)));
    const [first] = results;
    if (first?.status === 'rejected' && results.every(({ status }) => status === 'rejected'))
      throw first.reason;
    return results.map((each) => (each.status === 'fulfilled' ? each.value : null));
  }

  async webhook({
    senderId,
    provider,
    ...callback
  }: SignedWebhook): Promise<NonNullable<WebhookVerification>> {
    const { found, isRight } = await this.check(provider, senderId, callback);
    if (!found || !isRight) return { isKnown: found !== null, verified: null };
    const { userId, channel, addresses, settings } = found;
    return { isKnown: true, verified: { userId, channel, addresses, ...(settings && { settings }) } };
  }

  forget(senderId: string): void {
    for (const provider of providers) this.lookUps.delete(keyOf(provider, senderId));
  }

  private async check(
    provider: Provider,
    senderId: string,
    callback: SignedCallback,
  ): Promise<SenderLookUp & { isRight: boolean }> {
    const { found } = await this.lookUps.forceFetch(keyOf(provider, senderId));
    return { found, isRight: signatures[provider].isRight(found?.secret ?? this.placeholder, callback) };
  }

  /** Reads the sender; returns `before` if the database is unavailable and the sender existed. */
  private async read(
    key: string,
    before: SenderLookUp | undefined,
    forgotten: AbortSignal,
  ): Promise<SenderLookUp> {
    const [provider, id] = key.split('/') as [Provider, string];
    try {
      const { secret: field } = signatures[provider];
      const stored = await this.senders.findForAnybody(id);
      if (!stored || !isOf(provider, stored)) return { found: null };
      const secret = this.keyIn(stored, field);
      if (secret === null) return { found: null };
      const { userId, channel, settings } = stored;
      const { feedbackAddresses: addresses } = settings;
      const isPhone = phoneProviders.some((each) => each === provider);
      return {
        found: {
          ...{ userId, channel, secret, addresses: typeof addresses === 'string' ? addresses : null },
          ...(isPhone && { settings }),
        },
      };
    } catch (error) {
      if (!before?.found || forgotten.aborted) throw error;
      return before;
    }
  }

  /** The setting that verifies the callbacks of a sender: a secret, or a public key. Null: it has none. */
  private keyIn({ id, sealed, settings }: StoredSender, field: string): string | null {
    const { [field]: secret } = sealed;
    if (secret !== undefined) return this.vault.open(secret, senderContext(id, field));
    const { [field]: key } = settings;
    return typeof key === 'string' ? key : null;
  }
}

/** A mail server may belong to any provider. The sender's settings name the provider. */
function isOf(caller: Provider, sender: StoredSender): boolean {
  return caller === 'twilio' ? sender.provider === 'TWILIO' : webhookProviderOf(sender) === caller;
}

function keyOf(provider: Provider, senderId: string): string {
  return `${provider}/${senderId}`;
}
