import type { CampaignNotice } from '@carillon/contracts';
import { UserRounds } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  type CampaignDocument,
  CampaignRecord,
  NOTICED,
  PENDING_OF_USER,
  RUNNING_OF_USER,
  hasNotices,
  later,
} from './campaign-document';

/** The campaign has events to publish that do not wait for a turn. */
const isPublishable = { 'pending.id': { $exists: true }, waitsSince: null };
/** The campaign also has no events that a relay has claimed. */
const isPending = { ...isPublishable, $expr: { $lt: ['$relayHeldUntil', '$$NOW'] } };
/** The order waits for its turn. `deletedAt` matches the index: a campaign without it is not deleted. */
const isWaiting = { status: 'SENDING' as const, waitsSince: { $gt: new Date(0) }, deletedAt: null };

/** How long a relay claims the events of a campaign; another relay takes over after a crash (milliseconds). */
const RELAY_HOLD_MS = 5_000;
/** The number of campaigns that are searched for the oldest event. */
const LOOKED_AT = 100;

/** A campaign with notices to publish. */
type NoticedCampaign = Pick<CampaignDocument, '_id' | 'userId' | 'name'> &
  Required<Pick<CampaignDocument, 'notices'>>;

/**
 * The collection of campaigns, as the relay sees it: the events to publish, and the orders that wait for their turn.
 * Deleted campaigns stay until their last event is published.
 */
@Injectable()
export class CampaignOutbox {
  private pendingListener: () => void = () => undefined;
  private turnListener: (userId: string) => void = () => undefined;
  /** Order: campaigns that are not deleted first, then new events before those of an unfinished relay. */
  private readonly pendingRounds = new UserRounds((users, most) =>
    this.campaigns
      .find({ ...isPending, userId: users }, { userId: 1 })
      .sort({ userId: 1, waitsSince: 1, deletedAt: 1, relayHeldUntil: 1 })
      .hint(PENDING_OF_USER)
      .limit(most)
      .lean(),
  );

  constructor(@InjectModel(CampaignRecord.name) private readonly campaigns: Model<CampaignDocument>) {}

  /** `listener` is called after each write that may have left an event to publish. */
  onPending(listener: () => void): void {
    this.pendingListener = listener;
  }

  /**
   * `listener` is called with the user after each write that may have left an order waiting, or room for another
   * campaign.
   */
  onTurn(listener: (userId: string) => void): void {
    this.turnListener = listener;
  }

  /** The user may have a waiting order, or room for another campaign. */
  giveTurn(userId: string): void {
    this.turnListener(userId);
  }

  /** An event must be published, and the user may have room for another campaign. */
  changed(userId: string): void {
    this.pendingListener();
    this.giveTurn(userId);
  }

  /** The IDs of campaigns with events to publish, including deleted campaigns. Users take turns. */
  pendingInTurns(most: number): Promise<string[]> {
    return this.pendingRounds.next(most);
  }

  /**
   * Claims the pending events of a campaign. Returns null if the campaign has none, or another relay has claimed them.
   */
  async claimPending(id: string): Promise<CampaignDocument | null> {
    return this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), ...isPending },
      [{ $set: { relayHeldUntil: later(RELAY_HOLD_MS) } }],
      { returnDocument: 'after', lean: true },
    );
  }

  /**
   * Some users with orders that wait for their turn, sorted by ID, continuing after `after`. Null: from the first user.
   */
  async usersWaiting(after: string | null, most: number): Promise<string[]> {
    const users: string[] = [];
    for (let last = after; users.length < most; last = users.at(-1) ?? null) {
      const next = await this.campaigns
        .findOne(
          { ...isWaiting, ...(last !== null && { userId: { $gt: new ObjectId(last) } }) },
          { userId: 1 },
        )
        .sort({ userId: 1 })
        .hint(RUNNING_OF_USER)
        .lean();
      if (!next) break;
      users.push(next.userId.toHexString());
    }
    return users;
  }

  /** The number of a user's campaigns that are being sent and had their turn, counted up to `most`. 0: no maximum. */
  async running(userId: string, most = 0): Promise<number> {
    const running = {
      userId: new ObjectId(userId),
      status: 'SENDING' as const,
      waitsSince: null,
      deletedAt: null,
    };
    const counted = this.campaigns.countDocuments(running).hint(RUNNING_OF_USER);
    return (most === 0 ? counted : counted.limit(most)).exec();
  }

  /** The campaigns of a user whose orders have waited longest. */
  async waiting(userId: string, most: number): Promise<string[]> {
    const found = await this.campaigns
      .find({ ...isWaiting, userId: new ObjectId(userId) }, { _id: 1 })
      .sort({ waitsSince: 1 })
      .hint(RUNNING_OF_USER)
      .limit(most)
      .lean();
    return found.map(({ _id }) => _id.toHexString());
  }

  /**
   * Gives a campaign its turn, and claims its events for the caller. Returns null if it already had its turn, or was
   * stopped in the meantime.
   */
  async admit(id: string): Promise<CampaignDocument | null> {
    return this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), ...isWaiting },
      [{ $set: { waitsSince: null, relayHeldUntil: later(RELAY_HOLD_MS) } }],
      { returnDocument: 'after', lean: true },
    );
  }

  /**
   * The time when the oldest pending event was stored, among a hundred campaigns with pending events. Null: no event is
   * pending.
   */
  async oldestPending(): Promise<Date | null> {
    const found = await this.campaigns
      .find(isPublishable, { _id: 0, 'pending.id': 1 })
      .hint(PENDING_OF_USER)
      .limit(LOOKED_AT)
      .lean<{ pending: { id: ObjectId }[] }[]>();
    const times = found.flatMap(({ pending }) => pending.map(({ id }) => id.getTimestamp().getTime()));
    return times.length === 0 ? null : new Date(Math.min(...times));
  }

  /** Removes published events, and ends the claim on the others. `published`: the IDs of the published events. */
  async clearPending(campaignId: string, published: readonly string[]): Promise<void> {
    const ids = published.map((id) => new ObjectId(id));
    await this.campaigns.updateOne(
      { _id: new ObjectId(campaignId) },
      { $pull: { pending: { id: { $in: ids } } }, $set: { relayHeldUntil: null } },
    );
  }

  /** Campaigns with notices to publish, up to a limit. */
  async noticed(most: number): Promise<{ _id: ObjectId; notices: CampaignNotice[] }[]> {
    const found = await this.campaigns
      .find(hasNotices, { userId: 1, name: 1, notices: 1 })
      .hint(NOTICED)
      .limit(most)
      .lean<NoticedCampaign[]>();
    return found.map(({ _id, userId, name, notices }) => {
      const about = { userId: userId.toHexString(), campaignId: _id.toHexString(), campaignName: name };
      return { _id, notices: notices.map((notice) => ({ ...about, ...notice })) };
    });
  }

  async clearNotices(_id: ObjectId, published: readonly string[]): Promise<void> {
    await this.campaigns.updateOne({ _id }, { $pull: { notices: { id: { $in: published } } } });
  }

  /** Some campaigns that were deleted before the given time and have no events left to publish, longest ago first. */
  async purgeable(before: Date, most: number): Promise<ObjectId[]> {
    const found = await this.campaigns
      .find(
        {
          ...{ deletedAt: { $lt: before }, pending: { $size: 0 } },
          ...{ 'notes.0': { $exists: false }, 'pendingWebhookEvents.0': { $exists: false } },
        },
        { _id: 1 },
      )
      .sort({ deletedAt: 1 })
      .limit(most)
      .lean();
    return found.map(({ _id }) => _id);
  }

  /**
   * Removes everything except the IDs of deleted campaigns. The IDs stay for a while, so that a repeat of the request that
   * created a campaign does not restore it.
   */
  async purge(ids: readonly ObjectId[]): Promise<void> {
    await this.campaigns.updateMany({ _id: { $in: [...ids] } }, [
      { $replaceWith: { _id: '$_id', purgedAt: '$$NOW' } },
    ]);
  }
}
