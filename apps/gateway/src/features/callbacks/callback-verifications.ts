import { AppError, type CalledBackSender, type Payload, type Reply } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Gathered, Logger, WorkUnderWay, cacheTimes } from '@carillon/platform';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Bucket } from '../../http/rate-limits/bucket';
import { GatheredLookUps } from '../../security/gathered-look-ups';

type SignedWebhook = Payload<'sender.verify-webhooks'>['webhooks'][number];
/** null: it cannot be verified now. */
type WebhookVerdict = Reply<'sender.verify-webhooks'>['verdicts'][number];
type VerifiedWebhook = NonNullable<NonNullable<WebhookVerdict>['verified']>;

const MAX_KNOWN = 10_000;
/** How long an unknown id is remembered (milliseconds): the sender may be created at any moment. */
const UNKNOWN_MS = 5_000;
/** Anybody may call with any id: callbacks of unknown ones are verified at this rate; of more it is first asked which exist. */
const UNKNOWN_IDS = { burst: 200, perSecond: 50 };
/** Concurrent questions to the account service, so that forged callbacks leave it capacity for other commands. */
const UNDER_WAY = { each: 200, all: 500 };
/** Webhooks are verified together, as many as take the account service some milliseconds, and bytes as of one large webhook. */
const TOGETHER = { atOnce: 2, most: 40 };
const LARGEST = 1024 * 1024;

/** Asks the account service to verify signatures of callbacks: the gateway cannot open the secrets. */
@Injectable()
export class CallbackVerifications implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Ids of senders that existed when last asked about; for some seconds also ids that did not, or are being asked about. */
  private readonly knownIds: LRUCache<string, true>;
  private readonly unknownIds: Bucket;
  private readonly underWay = new WorkUnderWay(UNDER_WAY);
  private readonly lookUps: GatheredLookUps<true>;
  private readonly webhooks: Gathered<SignedWebhook, WebhookVerdict>;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    log: Logger,
  ) {
    this.knownIds = new LRUCache<string, true>({ max: MAX_KNOWN, ...cacheTimes(clock, UNKNOWN_MS) });
    this.unknownIds = new Bucket(UNKNOWN_IDS, clock.now().getTime());
    const ask = async (ids: string[]): Promise<Map<string, true>> => {
      const { existing } = await this.messenger.request('sender.find-existing', { ids });
      return new Map(existing.map((id) => [id, true]));
    };
    this.webhooks = new Gathered<SignedWebhook, WebhookVerdict>({
      ...TOGETHER,
      size: { most: LARGEST, of: ({ content }) => ('bytes' in content ? content.bytes.length : 0) },
      run: async (webhooks) =>
        (await this.messenger.request('sender.verify-webhooks', { webhooks: [...webhooks] })).verdicts,
    });
    this.lookUps = new GatheredLookUps('looking up senders of callbacks', ask, log);
  }

  onApplicationBootstrap(): void {
    this.lookUps.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.lookUps.stop();
  }

  /**
   * Returns the sender's user and channel if its secret signed the callback, else null.
   * @throws AppError service_unavailable if account does not answer, or too many callbacks are in flight
   */
  verify(callback: Payload<'sender.verify-callback'>): Promise<CalledBackSender | null> {
    return this.ask(callback.senderId, () => this.messenger.request('sender.verify-callback', callback));
  }

  /** The same of a webhook by a provider of mail, with the addresses that it may come from. */
  verifyWebhook(webhook: SignedWebhook): Promise<VerifiedWebhook | null> {
    return this.ask(webhook.senderId, async () => {
      const verdict = await this.webhooks.add(webhook);
      if (!verdict) throw new AppError('service_unavailable');
      return verdict;
    });
  }

  private async ask<V>(
    id: string,
    question: () => Promise<{ isKnown: boolean; verified: V }>,
  ): Promise<V | null> {
    if (!this.isWorthAQuestion(id) && !(await this.exists(id))) return null;
    if (this.underWay.limitReached(id) !== null)
      throw new AppError('service_unavailable', 'Too many callbacks at once');
    const { isKnown, verified } = await this.underWay.run(id, question);
    this.knownIds.set(id, true, isKnown ? { ttl: 0 } : {});
    return verified;
  }

  private isWorthAQuestion(id: string): boolean {
    if (this.knownIds.get(id)) return true;
    if (!this.unknownIds.take(this.clock.now().getTime())) return false;
    this.knownIds.set(id, true);
    return true;
  }

  private async exists(id: string): Promise<boolean> {
    return (await this.lookUps.find(id)) !== null;
  }
}
