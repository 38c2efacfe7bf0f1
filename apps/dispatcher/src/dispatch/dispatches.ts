import { channels, newId } from '@carillon/contracts';
import { isDuplicateKey } from '@carillon/mongo';
import { WebhookInterests } from '@carillon/webhooks';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type FinalCounts, inAllChannels } from '../ledger';
import type { LifecycleState, Transition } from './transitions';
import {
  type CompletedEvent,
  type Filter,
  change,
  key,
  type Dispatch,
  type DispatchDocument,
  DispatchRecord,
  type Obstacle,
  type Retrying,
  type Routes,
  type SendingDispatch,
  type NotedChange,
  UNDER_WAY_OF,
  OF_USER,
  type PendingWebhookEvent,
  isRetried,
  obstacleSince,
  toDispatch,
  underWay,
  notOpened,
  whose,
} from './dispatch';
import { published } from './ended-dispatches';

/** The number of sender changes that a report shows. The audit trail contains all changes. */
const MAX_CHANGES = 50;

/** Stores the dispatches of campaigns: their lifecycle, what may be sent, and further runs. */
@Injectable()
export class Dispatches {
  constructor(
    @InjectModel(DispatchRecord.name) private readonly dispatches: Model<DispatchDocument>,
    @Inject(WebhookInterests) private readonly interests: Pick<WebhookInterests, 'of'>,
  ) {}

  async find(campaign: string): Promise<Dispatch | null> {
    const document = await this.dispatches.findById(campaign).lean();
    return document && toDispatch(document);
  }

  /** Those of these campaigns that belong to the user. */
  async some(user: string, campaigns: readonly string[]): Promise<Dispatch[]> {
    const _id = { $in: campaigns.map((campaign) => new ObjectId(campaign)) };
    const found = await this.dispatches.find({ _id, user: new ObjectId(user) }).lean();
    return found.map(toDispatch);
  }

  /** Running campaigns of a user that were published since a time, and have no final counts yet. */
  async runningSince(user: string, since: Date): Promise<Dispatch[]> {
    const running: Filter = { ...published(user, since), state: { $in: underWay }, final: null };
    return (await this.dispatches.find(running).hint(UNDER_WAY_OF).lean()).map(toDispatch);
  }

  /** When those of these campaigns were published that the user has not deleted, by campaign. */
  async publishedAmong(user: string, campaigns: readonly string[]): Promise<Map<string, Date>> {
    const _id = { $in: campaigns.map((campaign) => new ObjectId(campaign)) };
    const found = await this.dispatches
      .find({ _id, user: new ObjectId(user), deleted: { $ne: true } }, { publishedAt: 1 })
      .lean();
    return new Map(found.map(({ _id: id, publishedAt }) => [id.toHexString(), publishedAt]));
  }

  /** Dispatches of a user that have a ledger, oldest first, continuing after the given campaign. */
  async withLedger(user: string, after: string | null, limit: number): Promise<Dispatch[]> {
    const kept: Filter = { ...ofUser(user, after), ledger: { $ne: 'DELETED' } };
    return (await this.dispatches.find(kept).sort({ _id: 1 }).hint(OF_USER).limit(limit).lean()).map(
      toDispatch,
    );
  }

  /** Those among these campaigns that the user has deleted. */
  async deletedAmong(user: string, campaigns: readonly string[]): Promise<string[]> {
    const _id = { $in: campaigns.map((campaign) => new ObjectId(campaign)) };
    const found = await this.dispatches
      .find({ _id, user: new ObjectId(user), deleted: true }, { _id: 1 })
      .lean();
    return found.map(({ _id: id }) => id.toHexString());
  }

  /**
   * Removes dispatches of a deleted user whose ledger is permanently deleted, because no planner can write to them any
   * longer. Returns true if none is left.
   */
  async removeDeleted(user: string): Promise<boolean> {
    await this.dispatches.deleteMany({ ...ofUser(user, null), ledger: 'DELETED' }).hint(OF_USER);
    return !(await this.is(ofUser(user, null)));
  }

  /** Whether the campaign is neither paused, nor stopped, nor complete. */
  async isOpen(campaign: string): Promise<boolean> {
    return this.is({ ...key(campaign), state: 'OPEN' });
  }

  async usesSender(sender: string): Promise<boolean> {
    return this.is({ state: { $in: underWay }, $or: routedBy(sender) });
  }

  /** Records a sender change in the user's running dispatches with this sender or without routes. Idempotent. */
  async noteSenderChange(user: string, change: NotedChange): Promise<void> {
    const $or = [...routedBy(change.senderId), { routes: null }];
    const isNew = { 'senderChanges.id': { $ne: change.id } };
    await this.dispatches
      .updateMany(
        { user: new ObjectId(user), state: { $in: underWay }, $or, ...isNew },
        { $push: { senderChanges: { $each: [change], $slice: -MAX_CHANGES } } },
      )
      .hint(UNDER_WAY_OF);
  }

  /**
   * Decides on an event from the stored state, and saves the transition if the state is unchanged. `event`: the webhook
   * event, stored only if an endpoint of the user subscribes to it. Returns false if the event changed nothing.
   */
  async transition(
    campaign: string,
    user: string,
    decide: (current: LifecycleState | null) => Transition | null,
    event: Pick<PendingWebhookEvent, 'type' | 'at'> | null = null,
  ): Promise<boolean> {
    for (;;) {
      const current = await this.dispatches
        .findById(campaign, { _id: 0, rev: 1, run: 1, state: 1, wanted: 1, ledger: 1 })
        .lean<LifecycleState>();
      const transition = decide(current);
      if (!transition) return false;
      const { set, announce } = transition;
      const webhookEvent = event && (await this.webhookEventOf(user, event, set.run ?? current?.run ?? 1));
      const push = {
        ...(announce && { pending: announce }),
        ...(webhookEvent && { pendingWebhookEvents: webhookEvent }),
      };
      const update = { $set: set, ...((announce ?? webhookEvent) && { $push: push }) };
      const saved = current
        ? await change(this.dispatches, { ...key(campaign), ...current }, update)
        : await this.insert({
            ...notOpened(campaign, user),
            ...set,
            ...(webhookEvent && { pendingWebhookEvents: [webhookEvent] }),
          });
      if (saved) return true;
    }
  }

  /** The given campaigns that may send now. */
  async sending(campaigns: readonly string[], now: Date): Promise<SendingDispatch[]> {
    const _id = { $in: campaigns.map((campaign) => new ObjectId(campaign)) };
    const open = { _id, state: 'OPEN' as const, 'obstacles.leasing.nextTryAt': { $not: { $gt: now } } };
    const found = await this.dispatches.find(open, { user: 1, routes: 1 }).lean();
    return found.map((dispatch) => ({ ...whose(dispatch), routes: dispatch.routes }));
  }

  /**
   * Records why and since when batches can't be leased, and the time of the next attempt. Null: batches can be leased.
   */
  async obstructLeasing(campaign: string, obstacle: Obstacle | null): Promise<void> {
    const since = { $ifNull: ['$obstacles.leasing.since', obstacle?.since] };
    const leasing = obstacle && { ...obstacle, since };
    await this.dispatches.updateOne(key(campaign), [{ $set: { 'obstacles.leasing': leasing } }]);
  }

  /** Dispatches that are under way, or ended after a time. */
  async activeSince(since: Date): Promise<string[]> {
    const ended = { ledger: 'KEPT' as const, finishedAt: { $gte: since } };
    const [running, recent] = await Promise.all([
      this.campaigns({ state: { $in: underWay } }),
      this.campaigns(ended),
    ]);
    return [...new Set([...running, ...recent])];
  }

  /** Dispatches that are paused, or were resumed recently. */
  async notOverdue(resumedAfter: Date): Promise<string[]> {
    const notOverdue = [{ state: 'PAUSED' as const }, { resumedAt: { $gt: resumedAfter } }];
    return this.campaigns({ state: { $in: underWay }, $or: notOverdue });
  }

  /** Dispatches with a further run that has not checked all batches yet and is not postponed, up to a limit. */
  async retrying(now: Date, limit: number): Promise<Retrying[]> {
    const due = { ...isRetried, 'obstacles.planning.nextTryAt': { $not: { $gt: now } } };
    const found = await this.dispatches.find(due).limit(limit).lean();
    return found.map(toDispatch).flatMap(({ retry, ...rest }) => (retry ? [{ ...rest, retry }] : []));
  }

  /** Fixes the senders of this run once, and returns them. Returns null if the run was stopped. */
  async routeRetry({ campaign, run, priceListId }: Retrying, routes: Routes): Promise<Routes | null> {
    const retry = { ...key(campaign), run, ...isRetried };
    const fixed = {
      routes,
      'retry.routed': true,
      'obstacles.planning': null,
      ...(priceListId !== undefined && { costsDue: true as const }),
    };
    await change(this.dispatches, { ...retry, 'retry.routed': false }, { $set: fixed });
    const routed = await this.dispatches.findOne(retry, { routes: 1 }).lean();
    return routed?.routes ?? null;
  }

  /** Records why the run does not begin, and postpones it, so that it does not block others. */
  async postponeRetry({ campaign, run, obstacles }: Retrying, obstacle: Obstacle): Promise<void> {
    const noted = obstacleSince(obstacles.planning, obstacle);
    await change(
      this.dispatches,
      { ...key(campaign), run, ...isRetried },
      { $set: { 'obstacles.planning': noted } },
    );
  }

  /**
   * Records the progress of the run. Null: all batches are checked. If the campaign was stopped in the meantime,
   * cancels the requeued recipients.
   */
  async advanceRetry({ campaign, run, retry }: Retrying, after: string | null, now: Date): Promise<void> {
    const advanced = await change(
      this.dispatches,
      { ...key(campaign), run, ...isRetried, 'retry.after': retry.after },
      { $set: after === null ? { retry: null } : { 'retry.after': after } },
    );
    if (!advanced) await this.checkAgain(campaign, now);
  }

  /** Dispatches that are fully planned and not marked as complete. */
  async toComplete(): Promise<string[]> {
    return this.campaigns({ state: { $in: underWay }, planned: true, retry: null });
  }

  /**
   * Completes a dispatch, together with its outbox event. Returns false if it was completed or stopped in the meantime,
   * or is running again.
   */
  async complete(
    { campaign, user, run }: Pick<Dispatch, 'campaign' | 'user' | 'run'>,
    final: FinalCounts,
    finishedAt: Date,
  ): Promise<boolean> {
    const { SENT = 0, DELIVERED = 0, READ = 0, FAILED = 0 } = inAllChannels(final);
    const counts = { delivered: SENT + DELIVERED + READ, failed: FAILED };
    const event: CompletedEvent = { id: newId(), type: 'campaign.completed', run, finishedAt, counts };
    const webhookEvent = await this.webhookEventOf(user, { type: 'campaign.completed', at: finishedAt }, run);
    return change(
      this.dispatches,
      { ...key(campaign), state: { $in: underWay }, run, planned: true, retry: null },
      {
        $set: { state: 'DONE', final, finishedAt },
        $push: { pending: event, ...(webhookEvent && { pendingWebhookEvents: webhookEvent }) },
      },
    );
  }

  /**
   * Schedules another check of a stopped campaign, because a process that was halted during a page can continue at any
   * later time. The check then handles the late writes like any other writes.
   */
  async checkAgain(campaign: string, now: Date): Promise<void> {
    const cancelled = { ...key(campaign), state: 'CANCELLED' as const };
    await change(
      this.dispatches,
      { ...cancelled, ledger: 'KEPT' },
      { $set: { cancellation: { lookAt: now, again: false } } },
    );
    const deleting = { ledger: 'DELETING' as const, deleteAt: now };
    await change(
      this.dispatches,
      { ...cancelled, ledger: { $in: ['DELETING', 'DELETED'] } },
      { $set: deleting },
    );
  }

  /** The webhook event to store. Null: no endpoint of the user subscribes to it. */
  private async webhookEventOf(
    user: string,
    { type, at }: Pick<PendingWebhookEvent, 'type' | 'at'>,
    run: number,
  ): Promise<PendingWebhookEvent | null> {
    const wanted = await this.interests.of(user);
    return wanted.has(type) ? { id: newId(), type, at, run } : null;
  }

  private async insert(dispatch: DispatchDocument): Promise<boolean> {
    try {
      await this.dispatches.insertOne(dispatch);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private async is(filter: Filter): Promise<boolean> {
    return (await this.dispatches.exists(filter)) !== null;
  }

  private async campaigns(filter: Filter): Promise<string[]> {
    const found = await this.dispatches.find(filter, { _id: 1 }).lean();
    return found.map(({ _id }) => _id.toHexString());
  }
}

const routedBy = (sender: string): Filter[] =>
  channels.flatMap((channel) => [
    { [`routes.${channel}.senderId`]: sender },
    { [`routes.${channel}.pool.members.senderId`]: sender },
  ]);

const ofUser = (user: string, after: string | null): Filter => ({
  user: new ObjectId(user),
  ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
});
