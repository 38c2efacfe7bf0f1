import { type WebhookEvent, deliveryId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import type { RoundEnd } from '@carillon/platform';
import { isErased } from '@carillon/vault';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DispatchOutbox, type DispatchWithWebhookEvents, type PendingWebhookEvent } from '../dispatch';
import { type Leadership, LeaderTask } from '../leader';
import {
  BatchOutbox,
  type PageRecipient,
  RecipientPages,
  type BatchWithWebhookEvents,
  fromRanges,
} from '../ledger';

/**
 * The number of concurrent turns, one per account, and the size of a turn, which is small because the next account
 * waits.
 */
const ACCOUNTS = 4;
const TURN = { campaigns: 4, batches: 4 } as const;
/** The number of campaigns in one turn that have pending events other than delivery events. */
const DISPATCHES = 4;
/** The number of accounts whose position is cached. Other accounts start with their first campaign again. */
const MAX_POSITIONS = 10_000;

/** The start of an account's next turn. */
interface Position {
  /** The campaign whose deliveries had the last turn. Null: none. */
  campaign: string | null;
  /** The event up to which campaigns were checked. Null: none. */
  event: string | null;
}

/**
 * Notifies webhooks about campaigns and their deliveries, based on the marks that the writes stored. Accounts take
 * turns, and so do the campaigns of an account, so the pending events of one campaign delay another by only one turn. A
 * mark is removed when the webhook-worker has stored its event. After a crash before the removal, the webhook-worker
 * receives the event again with the same ID.
 */
@Injectable()
export class WebhookOutbox extends LeaderTask {
  readonly name = 'notifying webhooks';
  readonly everyMs = 250;
  override readonly idleMs = 1_000;
  override readonly quietMs = 5_000;
  /** The account with the last turn. */
  private last: string | null = null;
  private readonly positions = new LRUCache<string, Position>({ max: MAX_POSITIONS });

  constructor(
    private readonly outbox: DispatchOutbox,
    private readonly deliveries: BatchOutbox,
    private readonly recipientPages: RecipientPages,
    private readonly messenger: Messenger,
  ) {
    super();
  }

  async run(leadership: Leadership): Promise<RoundEnd> {
    const users = await this.nextUsers();
    if (users.length === 0) return 'idle';
    this.last = users.at(-1) ?? null;
    let first = users.length;
    // A fast account has further turns while another account is still in its first turn.
    const serve = async (user: string): Promise<boolean> => {
      let isMore = await this.turn(user, leadership).finally(() => (first -= 1));
      while (isMore && first > 0) isMore = await this.turn(user, leadership);
      return isMore;
    };
    const turns = await Promise.allSettled(users.map(serve));
    const failed = turns.find((turn) => turn.status === 'rejected');
    // The other accounts have had their turns.
    if (failed) throw failed.reason;
    return users.length === ACCOUNTS || turns.some((turn) => turn.status === 'fulfilled' && turn.value);
  }

  /** The next accounts with pending events after the last account, wrapping around to the first. */
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
      this.deliveries.nextUserWithWebhookEvents(after),
      this.outbox.nextUserWithWebhookEvents(after),
    ]);
    return next.filter((user) => user !== null).sort()[0] ?? null;
  }

  /** Returns whether the account may have more pending events. */
  private async turn(user: string, leadership: Leadership): Promise<boolean> {
    const { campaign, event } = this.positions.get(user) ?? { campaign: null, event: null };
    const { batches, isMore } = await this.deliveries.withWebhookEvents(user, campaign, TURN);
    const byCampaign = Map.groupBy(batches, (batch) => batch.campaign);
    // Reads the dispatches after the batches, so that they contain the start of each campaign with a pending delivery.
    const next = await this.outbox.withWebhookEvents(user, {
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
    // Webhooks were already notified about the other campaigns.
    if (failed) throw failed.reason;
    return isMore || next.isMore;
  }

  /**
   * First publishes the events before the end and the delivery events, and publishes the end when no delivery event is
   * pending.
   */
  private async notify(
    user: string,
    dispatch: DispatchWithWebhookEvents | undefined,
    batches: readonly BatchWithWebhookEvents[],
  ): Promise<void> {
    const { before, end } = aroundEnd(dispatch?.pendingWebhookEvents ?? []);
    const ofBatches = await Promise.all(batches.map((batch) => this.eventsOfBatch(batch)));
    await this.send(user, [...(dispatch ? eventsOfCampaign(dispatch, before) : []), ...ofBatches.flat()]);
    await Promise.all([
      ...batches.map(({ id, pendingWebhookEvents }) =>
        this.deliveries.clearWebhookEvents(id, [...new Set(pendingWebhookEvents.map(({ n }) => n))]),
      ),
      dispatch && this.unmark(dispatch, before),
    ]);
    if (
      !dispatch ||
      end.length === 0 ||
      (await this.deliveries.hasPendingWebhookEvents(user, dispatch.campaign))
    )
      return;
    await this.send(user, eventsOfCampaign(dispatch, end));
    await this.unmark(dispatch, end);
  }

  private async unmark(
    { campaign }: DispatchWithWebhookEvents,
    events: PendingWebhookEvent[],
  ): Promise<void> {
    await Promise.all(events.map(({ id }) => this.outbox.clearWebhookEvent(campaign, id)));
  }

  private async eventsOfBatch(batch: BatchWithWebhookEvents): Promise<WebhookEvent[]> {
    const { id, campaign: campaignId, recipientPage, offset, size, pendingWebhookEvents } = batch;
    const entries = await this.recipientPages.slice(recipientPage, offset, size);
    return pendingWebhookEvents.map(({ n, type, at, positions, reason, code, hard }, k) => {
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
      // Marks of one write differ in their content. Marks of different writes differ in `n`.
      const nth = pendingWebhookEvents.slice(0, k).filter((each) => each.n === n).length;
      return { id: `${id}-${n}-${nth}`, type, at: at.toISOString(), campaignId, items };
    });
  }

  private async send(userId: string, events: WebhookEvent[]): Promise<void> {
    if (events.length > 0) await this.messenger.request('webhook.take', { userId, events });
  }
}

/** `before`: the events before the end of a run. `end`: its end and the events up to the end of the next run. */
function aroundEnd(events: PendingWebhookEvent[]): Record<'before' | 'end', PendingWebhookEvent[]> {
  const ends = events.flatMap(({ type }, n) => (type === 'campaign.completed' ? [n] : []));
  const [end = events.length, next] = ends;
  return { before: events.slice(0, end), end: events.slice(end, next) };
}

/** Converts stored events of a campaign to published ones. Only the end includes the `counts`. */
function eventsOfCampaign(
  { campaign: campaignId, counts }: DispatchWithWebhookEvents,
  events: PendingWebhookEvent[],
): WebhookEvent[] {
  return events.map(({ id, type, at, run }) => {
    const withCounts = type === 'campaign.completed' && counts;
    const item = { campaignId, run, at: at.toISOString(), ...(withCounts && { counts }) };
    return { id, type, at: at.toISOString(), campaignId, items: [item] };
  });
}

/** Excludes erased people, and recipients of ledgers that are being deleted. */
function personOf(entry: PageRecipient | undefined) {
  if (!entry || isErased(entry.a)) return { identifier: null, subscriberId: null };
  return { identifier: entry.a, subscriberId: entry.s.toHexString() };
}
