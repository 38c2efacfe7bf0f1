import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type CallbackProvider,
  type CallbackSignature,
  type CalledBackIntegration,
  type MailProvider,
  type Payload,
  type Reply,
  type SignedCallback,
  mailProviders,
} from '@carillon/contracts';
import { mailFeedbackSources } from '@carillon/feedback';
import { MessagingServer } from '@carillon/messaging';
import { Clock, cacheTimes } from '@carillon/platform';
import { twilioSignature } from '@carillon/twilio';
import { integrationContext, type Vault } from '@carillon/vault';
import { LRUCache } from 'lru-cache';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { Integrations, type StoredIntegration } from './integrations';

type Provider = CallbackProvider | MailProvider;
type SignedWebhook = Payload<'integration.verify-webhooks'>['webhooks'][number];
type WebhookVerdict = Reply<'integration.verify-webhooks'>['verdicts'][number];

const signatures: Readonly<Record<Provider, CallbackSignature>> = {
  twilio: twilioSignature,
  ...mailFeedbackSources(),
};
const providers = Object.keys(signatures) as Provider[];

const MAX_KNOWN = 10_000;
/** How long a secret is kept (milliseconds), should the broadcast of its change be lost. */
const KNOWN_MS = 300_000;
/** How long an unknown id is kept (milliseconds): the integration may be created at any moment. */
const UNKNOWN_MS = 5_000;
/** How long the last known secret is used before the next read while the database is unavailable (milliseconds). */
const KEPT_MS = 5_000;

/** The cached data of an ID; null: no such integration, or its provider doesn't send callbacks. */
interface CachedIntegration {
  found: (CalledBackIntegration & { secret: string; addresses: string | null }) | null;
}

/**
 * Verifies callback signatures with the secrets of integrations. A decrypted secret is cached for some minutes, and
 * dropped when its integration changes.
 */
@Injectable()
export class VerifyCallback {
  /** By provider and ID. Concurrent callbacks share one read of an integration. */
  private readonly known: LRUCache<string, CachedIntegration>;
  private readonly vault: Vault;
  /** Belongs to no integration: callbacks for unknown ids take the same time to check. */
  private readonly placeholder = randomBytes(16).toString('hex');

  constructor(
    private readonly integrations: Integrations,
    clock: Clock,
    @Inject(accountConfig.token) config: Pick<AccountConfig, 'VAULT_KEYS'>,
    server: MessagingServer,
  ) {
    this.vault = vaultOf(config);
    this.known = new LRUCache<string, CachedIntegration>({
      max: MAX_KNOWN,
      ...cacheTimes(clock, KNOWN_MS),
      fetchMethod: async (key, before, { options, signal }) => {
        const known = await this.read(key, before, signal);
        const ttl = known === before ? KEPT_MS : known.found ? KNOWN_MS : UNKNOWN_MS;
        options.ttl = cacheTimes(clock, ttl).ttl;
        return known;
      },
      // Waiting callers get the value, even if it was dropped from the cache in the meantime.
      ignoreFetchAbort: true,
    });
    server.onBroadcastGap(() => this.known.clear());
  }

  async verify({
    integrationId,
    provider,
    ...callback
  }: Payload<'integration.verify-callback'>): Promise<Reply<'integration.verify-callback'>> {
    const { found, isRight } = await this.check(provider, integrationId, callback);
    if (!found || !isRight) return { isKnown: found !== null, verified: null };
    const { userId, channel } = found;
    return { isKnown: true, verified: { userId, channel } };
  }

  /**
   * The same for webhooks of mail providers; null: can't be verified at the moment. @throws if this applies to all of
   * them
   */
  async webhooks(webhooks: readonly SignedWebhook[]): Promise<WebhookVerdict[]> {
    const verdicts = await Promise.allSettled(webhooks.map((webhook) => this.webhook(webhook)));
    const [first] = verdicts;
    if (first?.status === 'rejected' && verdicts.every(({ status }) => status === 'rejected'))
      throw first.reason;
    return verdicts.map((each) => (each.status === 'fulfilled' ? each.value : null));
  }

  async webhook({
    integrationId,
    provider,
    ...callback
  }: SignedWebhook): Promise<NonNullable<WebhookVerdict>> {
    const { found, isRight } = await this.check(provider, integrationId, callback);
    if (!found || !isRight) return { isKnown: found !== null, verified: null };
    const { userId, channel, addresses } = found;
    return { isKnown: true, verified: { userId, channel, addresses } };
  }

  forget(integrationId: string): void {
    for (const provider of providers) this.known.delete(keyOf(provider, integrationId));
  }

  private async check(
    provider: Provider,
    integrationId: string,
    callback: SignedCallback,
  ): Promise<CachedIntegration & { isRight: boolean }> {
    const { found } = await this.known.forceFetch(keyOf(provider, integrationId));
    return { found, isRight: signatures[provider].isRight(found?.secret ?? this.placeholder, callback) };
  }

  /** Reads the integration; returns `before` if the database is unavailable and the integration existed. */
  private async read(
    key: string,
    before: CachedIntegration | undefined,
    forgotten: AbortSignal,
  ): Promise<CachedIntegration> {
    const [provider, id] = key.split('/') as [Provider, string];
    try {
      const { secret: field } = signatures[provider];
      const stored = await this.integrations.findForAnybody(id);
      const sealed = stored?.sealed[field];
      if (!stored || sealed === undefined || !isOf(provider, stored)) return { found: null };
      const { userId, channel, settings } = stored;
      const { feedbackAddresses: addresses } = settings;
      const secret = this.vault.open(sealed, integrationContext(id, field));
      return {
        found: { userId, channel, secret, addresses: typeof addresses === 'string' ? addresses : null },
      };
    } catch (error) {
      if (!before?.found || forgotten.aborted) throw error;
      return before;
    }
  }
}

/** All integrations for one of Twilio's channels are Twilio's; a mail server may belong to any provider. */
function isOf(provider: Provider, { settings }: StoredIntegration): boolean {
  const isOfMail = (mailProviders as readonly Provider[]).includes(provider);
  return !isOfMail || settings.feedbackProvider === provider;
}

function keyOf(provider: Provider, integrationId: string): string {
  return `${provider}/${integrationId}`;
}
