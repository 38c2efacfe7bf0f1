import { AppError, type CalledBackSender, type Payload, type Reply } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Batcher, Clock, WorkUnderWay, cacheTimes } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Bucket } from '../../http/rate-limits/bucket';
import { lookUps } from '../../security/look-ups';

type SignedWebhook = Payload<'sender.verify-webhooks'>['webhooks'][number];
/** Null: the webhook can't be verified now. */
type WebhookVerification = Reply<'sender.verify-webhooks'>['results'][number];
type VerifiedWebhook = NonNullable<NonNullable<WebhookVerification>['verified']>;

const MAX_KNOWN = 10_000;
/** How long an unknown ID is cached (milliseconds). The sender may be created at any moment. */
const UNKNOWN_MS = 5_000;
/**
 * Anyone can send callbacks with any ID. At up to this rate, callbacks with unknown IDs are verified immediately.
 * Beyond it, the existence of the sender is checked first.
 */
const UNKNOWN_IDS = { burst: 200, perSecond: 50 };
/**
 * The limit of concurrent requests to the account service, so that the service has capacity for other commands despite
 * forged callbacks.
 */
const UNDER_WAY = { each: 200, all: 500 };
/**
 * The limits of one request that verifies several webhooks: as many webhooks as the account service verifies in some
 * milliseconds, and as many bytes as one large webhook has.
 */
const TOGETHER = { atOnce: 2, most: 40 };
const LARGEST = 1024 * 1024;

/** Asks the account service to verify callback signatures, because the gateway can't decrypt the secrets. */
@Injectable()
export class CallbackVerifications {
  /**
   * Known IDs: senders that existed at the last lookup and, for several seconds, IDs that did not exist or are being
   * looked up.
   */
  private readonly expectedIds: LRUCache<string, true>;
  private readonly unknownIds: Bucket;
  private readonly underWay = new WorkUnderWay(UNDER_WAY);
  private readonly lookUps: Batcher<string, true | null>;
  private readonly webhooks: Batcher<SignedWebhook, WebhookVerification>;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {
    this.expectedIds = new LRUCache<string, true>({ max: MAX_KNOWN, ...cacheTimes(clock, UNKNOWN_MS) });
    this.unknownIds = new Bucket(UNKNOWN_IDS, clock.now().getTime());
    const ask = async (ids: string[]): Promise<Map<string, true>> => {
      const { existing } = await this.messenger.request('sender.find-existing', { ids });
      return new Map(existing.map((id) => [id, true]));
    };
    this.webhooks = new Batcher<SignedWebhook, WebhookVerification>({
      ...TOGETHER,
      size: { most: LARGEST, of: ({ content }) => ('bytes' in content ? content.bytes.length : 0) },
      run: async (webhooks) =>
        (await this.messenger.request('sender.verify-webhooks', { webhooks: [...webhooks] })).results,
    });
    this.lookUps = lookUps(ask);
  }

  /**
   * Returns the sender's user and channel if its secret signed the callback, or else null.
   * @throws AppError service_unavailable if the account service doesn't respond, or too many callbacks are in flight
   */
  verify(callback: Payload<'sender.verify-callback'>): Promise<CalledBackSender | null> {
    return this.ask(callback.senderId, () => this.messenger.request('sender.verify-callback', callback));
  }

  /** Verifies a webhook of a provider. The result includes the allowed source addresses. */
  verifyWebhook(webhook: SignedWebhook): Promise<VerifiedWebhook | null> {
    return this.ask(webhook.senderId, async () => {
      const result = await this.webhooks.add(webhook);
      if (!result) throw new AppError('service_unavailable');
      return result;
    });
  }

  private async ask<V>(
    id: string,
    question: () => Promise<{ isKnown: boolean; verified: V }>,
  ): Promise<V | null> {
    if (!this.isWorthAQuestion(id) && !(await this.exists(id))) return null;
    if (this.underWay.limitReached(id) !== null)
      throw new AppError('service_unavailable', 'Too many callbacks at the same time');
    const { isKnown, verified } = await this.underWay.run(id, question);
    this.expectedIds.set(id, true, isKnown ? { ttl: 0 } : {});
    return verified;
  }

  private isWorthAQuestion(id: string): boolean {
    if (this.expectedIds.get(id)) return true;
    if (!this.unknownIds.take(this.clock.now().getTime())) return false;
    this.expectedIds.set(id, true);
    return true;
  }

  private async exists(id: string): Promise<boolean> {
    return (await this.lookUps.add(id)) !== null;
  }
}
