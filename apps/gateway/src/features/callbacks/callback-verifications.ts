import { AppError, type CalledBackSender, type Payload, type Reply } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Batcher, Clock, WorkUnderWay, cacheTimes } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Bucket } from '../../http/rate-limits/bucket';
import { lookUps } from '../../security/look-ups';

type SignedWebhook = Payload<'sender.verify-webhooks'>['webhooks'][number];
/** null: it cannot be verified now. */
type WebhookVerification = Reply<'sender.verify-webhooks'>['results'][number];
type VerifiedWebhook = NonNullable<NonNullable<WebhookVerification>['verified']>;

const MAX_KNOWN = 10_000;
/** How long an unknown id is remembered (milliseconds): the sender may be created at any moment. */
const UNKNOWN_MS = 5_000;
/**
 * Anyone can call with any ID: callbacks with unknown IDs are verified at this rate. For others, their existence is
 * checked first.
 */
const UNKNOWN_IDS = { burst: 200, perSecond: 50 };
/**
 * The limit of concurrent requests to the account service, so that forged callbacks leave it capacity for other
 * commands.
 */
const UNDER_WAY = { each: 200, all: 500 };
/**
 * Webhooks are verified together, as many as take the account service some milliseconds, and bytes as of one large
 * webhook.
 */
const TOGETHER = { atOnce: 2, most: 40 };
const LARGEST = 1024 * 1024;

/** Has the account service verify callback signatures, because the gateway can't decrypt the secrets. */
@Injectable()
export class CallbackVerifications {
  /**
   * Ids of senders that existed when last looked up; for some seconds also ids that did not, or are being looked
   * up.
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
   * Returns the sender's user and channel if its secret signed the callback, otherwise null.
   * @throws AppError service_unavailable if account doesn't respond, or too many callbacks are in flight
   */
  verify(callback: Payload<'sender.verify-callback'>): Promise<CalledBackSender | null> {
    return this.ask(callback.senderId, () => this.messenger.request('sender.verify-callback', callback));
  }

  /** The same for a webhook of a mail provider, with its allowed source addresses. */
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
