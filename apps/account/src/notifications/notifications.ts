import { MAX_UNREAD, type Notification, type Payload, type Reply, pageOf } from '@carillon/contracts';
import { isDuplicateKey } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import type { MemberDocument } from '../members';
import { type NotificationDocument, NotificationRecord } from './notification-record';

const OF_USER = { userId: 1, _id: -1 } as const;
const HOUR_S = 3_600;

/** The notifications of accounts. The database removes them after 90 days. */
@Injectable()
export class Notifications {
  constructor(
    @InjectModel(NotificationRecord.name) private readonly notifications: Model<NotificationDocument>,
  ) {}

  /** Stores a notification. Returns false if that of the same event is already stored. */
  async add(notification: NotificationDocument): Promise<boolean> {
    try {
      await this.notifications.insertOne(notification);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Newest first, continuing before the given ID. `member` null: those of all members. */
  async page(
    { userId, after, limit }: Payload<'notification.list'>,
    member: MemberDocument | null,
  ): Promise<Reply<'notification.list'>> {
    const documents = await this.notifications
      .find({
        ...(member ? visibleTo(member) : { userId: new ObjectId(userId) }),
        ...(after !== null && { _id: { $lt: new ObjectId(after) } }),
      })
      .sort({ _id: -1 })
      .hint(OF_USER)
      .limit(limit + 1)
      .lean();
    return pageOf(
      documents.map((document) => toNotification(document, member)),
      limit,
    );
  }

  /** The number of unread notifications, counted up to a limit. */
  countUnread(member: MemberDocument): Promise<number> {
    return this.notifications
      .countDocuments({
        ...visibleTo(member),
        _id: { $gt: readUntil(member) },
        readBy: { $ne: member._id },
      })
      .hint(OF_USER)
      .limit(MAX_UNREAD);
  }

  /** Marks some of the account's notifications as read. */
  async markRead({ _id, userId }: MemberDocument, ids: readonly string[]): Promise<void> {
    const these = ids.map((id) => new ObjectId(id));
    await this.notifications.updateMany({ userId, _id: { $in: these } }, { $addToSet: { readBy: _id } });
  }

  /** The number of notifications that were also sent by email in the last hour, counted up to `most`. */
  countMailed(userId: string, now: Date, most: number): Promise<number> {
    const since = ObjectId.createFromTime(Math.floor(now.getTime() / 1_000) - HOUR_S);
    return this.notifications
      .countDocuments({ userId: new ObjectId(userId), _id: { $gt: since }, isMailed: true })
      .hint(OF_USER)
      .limit(most);
  }

  /** Claims a notification with due emails until the given time. Null: none is due. */
  async claimMail(now: Date, until: Date): Promise<NotificationDocument | null> {
    return this.notifications.findOneAndUpdate(
      { mailAt: { $lte: now } },
      { $set: { mailAt: until } },
      { sort: { mailAt: 1 }, returnDocument: 'after', lean: true },
    );
  }

  /** The email to this member was sent, or isn't needed. */
  async mailed({ _id }: NotificationDocument, memberId: ObjectId): Promise<void> {
    await this.notifications.updateOne({ _id }, { $pull: { mailTo: memberId } });
  }

  /** Sets when the remaining emails are due. Null: never again. */
  async mailNext({ _id }: NotificationDocument, next: { at: Date; tries: number } | null): Promise<void> {
    await this.notifications.updateOne(
      { _id },
      next
        ? { $set: { mailAt: next.at, mailTries: next.tries } }
        : { $unset: { mailAt: 1, mailTo: 1, mailTries: 1, quote: 1 } },
    );
  }

  /** Removes the notifications of a deleted user. */
  async removeAll(userId: string): Promise<void> {
    await this.notifications.deleteMany({ userId: new ObjectId(userId) });
  }
}

/** A member isn't notified about their own actions, or about what concerns other roles or members. */
function visibleTo({ _id, userId, role }: MemberDocument): QueryFilter<NotificationDocument> {
  return {
    userId,
    'actor.memberId': { $ne: _id },
    roles: { $in: [null, role] as never },
    memberId: { $in: [null, _id] as never },
    memberIds: { $in: [null, _id] as never },
  };
}

/** Notifications up to this ID are read. Those from before the member joined also count as read. */
function readUntil({ createdAt, notifications }: MemberDocument): ObjectId {
  const joined = ObjectId.createFromTime(Math.floor(createdAt.getTime() / 1_000));
  const { readUntil: marker } = notifications ?? {};
  return marker && marker.toHexString() > joined.toHexString() ? marker : joined;
}

function isRead({ _id, readBy = [] }: NotificationDocument, member: MemberDocument): boolean {
  return (
    _id.toHexString() <= readUntil(member).toHexString() || readBy.some((reader) => reader.equals(member._id))
  );
}

function toNotification(document: NotificationDocument, member: MemberDocument | null): Notification {
  const { _id, campaignId, campaignName, kind, at, reason, counts, rate, actor } = document;
  return {
    ...{ id: _id.toHexString(), campaignId: campaignId.toHexString(), campaignName, kind },
    at: at.toISOString(),
    ...(reason !== undefined && { reason }),
    ...(counts && { counts }),
    ...(rate !== undefined && { rate }),
    ...(actor && { actor: { memberId: actor.memberId?.toHexString() ?? null, name: actor.name } }),
    isRead: member && isRead(document, member),
  };
}
