import { type WebhookNews, deliveryId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import type { RoundEnd } from '@carillon/platform';
import { isErased } from '@carillon/vault';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Dispatches, type UntoldDispatch } from '../dispatch';
import { type Leadership, LeaderTask } from '../leader';
import { Batches, type PageRecipient, RecipientPages, type UntoldBatch, fromRanges } from '../ledger';

/** Accounts that have their turn at the same time, and what one turn takes on: little, as the next account waits for it. */
const ACCOUNTS = 4;
const TURN = { campaigns: 4, batches: 16 } as const;
/** Campaigns in one turn of which something other than deliveries is pending. */
const DISPATCHES = 8;
/** Accounts whose position is remembered. One that is forgotten begins with its first campaign again. */
const MOST_POSITIONS = 10_000;

/** Where an account's next turn goes on. */
interface Position {
  /** The campaign whose deliveries had the last turn; null: none. */
  campaign: string | null;
  /** The event of a campaign up to which campaigns were looked at; null: none. */
  event: string | null;
}

/**
 * Notifies webhooks about campaigns and their deliveries, from the marks that the writes left. Accounts take turns, and so do the
 * campaigns of an account: what is pending of one delays another by one turn, however much it is. A mark goes when the
 * webhook-worker has stored what it says: after a crash in between the webhook-worker gets it again, under the same id.
 */
@Injectable()
export class WebhookOutbox extends LeaderTask {
  readonly name = 'notifying webhooks';
  readonly everyMs = 250;
  override readonly idleMs = 1_000;
  /** The account that had its turn last. */
  private last: string | null = null;
  private readonly positions = new LRUCache<string, Position>({ max: MOST_POSITIONS });

  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly recipientPages: RecipientPages,
    private readonly messenger: Messenger,
  ) {
    super();
  }

  async execute(leadership: Leadership): Promise<RoundEnd> {
    const users = await this.nextUsers();
    if (users.length === 0) return 'idle';
    this.last = users.at(-1) ?? null;
    const turns = await Promise.allSettled(users.map((user) => this.turn(user, leadership)));
    const failed = turns.find((turn) => turn.status === 'rejected');
    // The others had their turn.
    if (failed) throw failed.reason;
    return users.length === ACCOUNTS || turns.some((turn) => turn.status === 'fulfilled' && turn.value);
  }

  /** The next accounts after the last one, and then from the first, of which something is pending. */
  private async nextUsers(): Promise<string[]> {
    const begin = this.last;
    const users: string[] = [];
    for (const end of begin === null ? [null] : [null, begin]) {
      let after = end === null ? begin : null;
      while (users.length < ACCOUNTS) {
        const next = await this.nextUser(after);
        if (next === null || (end !== null && next > end)) break;
        users.push(next);
        after = next;
      }
    }
    return users;
  }

  private async nextUser(after: string | null): Promise<string | null> {
    const next = await Promise.all([
      this.batches.nextUserUntold(after),
      this.dispatches.nextUserUntold(after),
    ]);
    return next.filter((user) => user !== null).sort()[0] ?? null;
  }

  /** Returns whether more of the account may be pending. */
  private async turn(user: string, leadership: Leadership): Promise<boolean> {
    const { campaign, event } = this.positions.get(user) ?? { campaign: null, event: null };
    const { batches, isMore } = await this.batches.untold(user, campaign, TURN);
    const byCampaign = Map.groupBy(batches, (batch) => batch.campaign);
    // Read after the batches: it has the beginning of each campaign with a pending delivery.
    const next = await this.dispatches.untold(user, {
      campaigns: [...byCampaign.keys()],
      after: event,
      most: DISPATCHES,
    });
    this.positions.set(user, { campaign: batches.at(-1)?.campaign ?? null, event: next.last });
    const campaigns = new Map(next.dispatches.map((dispatch) => [dispatch.campaign, dispatch]));
    const all = [...new Set([...campaigns.keys(), ...byCampaign.keys()])];
    if (leadership.isOver()) return false;
    const notified = await Promise.allSettled(
      all.map((each) => this.notify(user, campaigns.get(each), byCampaign.get(each) ?? [])),
    );
    const failed = notified.find((each) => each.status === 'rejected');
    // The other campaigns were notified about.
    if (failed) throw failed.reason;
    return isMore || next.isMore;
  }

  /** First that it began, then its deliveries, and its end when no delivery is pending. */
  private async notify(
    user: string,
    dispatch: UntoldDispatch | undefined,
    batches: readonly UntoldBatch[],
  ): Promise<void> {
    const rest = dispatch && (await this.notifyAboutCampaign(dispatch));
    for (const batch of batches) await this.notifyAboutBatch(batch);
    if (rest && !(await this.batches.hasUntold(user, rest.campaign)))
      await this.notifyAboutCampaign(rest, true);
  }

  /** Returns what stays pending: an end waits for its deliveries. Null: nothing. */
  private async notifyAboutCampaign(
    { untold, ...dispatch }: UntoldDispatch,
    mayEnd = false,
  ): Promise<UntoldDispatch | null> {
    const { campaign: campaignId, user: userId, counts } = dispatch;
    let ends = 0;
    for (const [n, { id, type, at, run }] of untold.entries()) {
      const isEnd = type === 'campaign.completed';
      if (isEnd && (!mayEnd || ends > 0)) return { ...dispatch, untold: untold.slice(n) };
      if (isEnd) ends += 1;
      const item = { campaignId, run, at: at.toISOString(), ...(isEnd && counts && { counts }) };
      await this.take({ id, userId, type, at: at.toISOString(), campaignId, items: [item] });
      await this.dispatches.told(campaignId, id);
    }
    return null;
  }

  private async notifyAboutBatch(batch: UntoldBatch): Promise<void> {
    const { id, user: userId, campaign: campaignId, recipientPage, offset, size, untold } = batch;
    const entries = await this.recipientPages.slice(recipientPage, offset, size);
    for (const [k, { n, type, at, positions, reason, code, hard }] of untold.entries()) {
      const items = fromRanges(positions).map((position) => ({
        deliveryId: deliveryId(id, position),
        campaignId,
        channel: batch.channel,
        ...personOf(entries[position]),
        reason,
        providerCode: code,
        ...(hard !== null && { isHard: hard }),
        at: at.toISOString(),
      }));
      // Marks of one write differ in what they say; those of other writes in `n`.
      const nth = untold.slice(0, k).filter((each) => each.n === n).length;
      await this.take({ id: `${id}-${n}-${nth}`, userId, type, at: at.toISOString(), campaignId, items });
    }
    await this.batches.told(id, [...new Set(untold.map(({ n }) => n))]);
  }

  private async take(news: WebhookNews): Promise<void> {
    await this.messenger.request('webhook.take', news);
  }
}

/** Nobody for a person who is erased, or whose ledger is being deleted. */
function personOf(entry: PageRecipient | undefined) {
  if (!entry || isErased(entry.a)) return { identifier: null, subscriberId: null };
  return { identifier: entry.a, subscriberId: entry.s.toHexString() };
}
