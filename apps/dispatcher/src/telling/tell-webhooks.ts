import { type WebhookNews, deliveryId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import type { RoundEnd } from '@carillon/platform';
import { isErased } from '@carillon/vault';
import { Injectable } from '@nestjs/common';
import { Dispatches, type UntoldDispatch } from '../dispatch';
import { type Leadership, LeaderTask } from '../leader';
import { Batches, type PageRecipient, RecipientPages, type UntoldBatch, fromRanges } from '../ledger';

/** Batches, and dispatches, of one round. */
const BATCHES = 64;
const DISPATCHES = 64;
/** Campaigns that are told of at once, and take turns; what happens to one campaign is told one after the other. */
const AT_ONCE = 8;

/**
 * Tells webhooks what happened to campaigns and their deliveries, from the marks that the writes left. A mark goes when the
 * webhook-worker has stored what it says: after a crash in between it is told again, under the same id.
 */
@Injectable()
export class TellWebhooks extends LeaderTask {
  readonly name = 'telling webhooks';
  readonly everyMs = 250;
  override readonly idleMs = 1_000;
  /** The campaign that had its turn last. */
  private last: string | null = null;
  /** The event of a campaign up to which campaigns were looked at. */
  private lastEvent: string | null = null;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly recipientPages: RecipientPages,
    private readonly messenger: Messenger,
  ) {
    super();
  }

  async execute(leadership: Leadership): Promise<RoundEnd> {
    const { batches, isMore } = await this.batches.untold(this.last, {
      campaigns: AT_ONCE,
      batches: BATCHES,
    });
    this.last = batches.at(-1)?.campaign ?? null;
    const byCampaign = Map.groupBy(batches, ({ campaign }) => campaign);
    // Read after the batches: it has the beginning of each campaign of which a delivery is to be told.
    const next = await this.dispatches.untold([...byCampaign.keys()], this.lastEvent, DISPATCHES);
    this.lastEvent = next.last;
    const campaigns = new Map(next.dispatches.map((dispatch) => [dispatch.campaign, dispatch]));
    const all = [...new Set([...campaigns.keys(), ...byCampaign.keys()])];
    if (all.length === 0) return 'idle';
    let failed: PromiseRejectedResult | undefined;
    for (let from = 0; from < all.length; from += AT_ONCE) {
      if (leadership.isOver()) return false;
      const some = all.slice(from, from + AT_ONCE);
      const told = await Promise.allSettled(
        some.map((campaign) => this.tell(campaigns.get(campaign), byCampaign.get(campaign) ?? [])),
      );
      failed ??= told.find((each) => each.status === 'rejected');
    }
    // The others were told.
    if (failed) throw failed.reason;
    return isMore || next.isMore;
  }

  /** First that it began, then its deliveries, and its end when no delivery is left to tell. */
  private async tell(dispatch: UntoldDispatch | undefined, batches: readonly UntoldBatch[]): Promise<void> {
    const rest = dispatch && (await this.tellCampaign(dispatch));
    for (const batch of batches) await this.tellBatch(batch);
    if (rest && !(await this.batches.hasUntold(rest.campaign))) await this.tellCampaign(rest, true);
  }

  /** Returns what is left to tell: an end waits for its deliveries. Null: nothing. */
  private async tellCampaign(
    { untold, ...dispatch }: UntoldDispatch,
    mayEnd = false,
  ): Promise<UntoldDispatch | null> {
    const { campaign: campaignId, user: userId, counts } = dispatch;
    let endsTold = 0;
    for (const [n, { id, type, at, run }] of untold.entries()) {
      const isEnd = type === 'campaign.completed';
      if (isEnd && (!mayEnd || endsTold > 0)) return { ...dispatch, untold: untold.slice(n) };
      if (isEnd) endsTold += 1;
      const item = { campaignId, run, at: at.toISOString(), ...(isEnd && counts && { counts }) };
      await this.take({ id, userId, type, at: at.toISOString(), campaignId, items: [item] });
      await this.dispatches.told(campaignId, id);
    }
    return null;
  }

  private async tellBatch(batch: UntoldBatch): Promise<void> {
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
