import {
  AppError,
  type AuditNote,
  type CampaignNotice,
  type Comment,
  type Payload,
  type Reply,
  pageOf,
} from '@carillon/contracts';
import { isDuplicateKey, owned } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  type CommentDocument,
  CommentRecord,
  IN_ORDER,
  NOTICED,
  hasNotices,
  live,
  toComment,
} from './comment-document';

/** A comment of a campaign. */
type Which = Payload<'comment.get'>;

/** A comment with notices to publish. */
type NoticedComment = Pick<CommentDocument, '_id'> & Required<Pick<CommentDocument, 'notices'>>;

/** The comments of campaigns. Deleted ones are visible only to repeats of their commands. */
@Injectable()
export class Comments {
  constructor(@InjectModel(CommentRecord.name) private readonly comments: Model<CommentDocument>) {}

  /** @throws AppError comment_not_found if it was deleted */
  async find(which: Which): Promise<Comment | null> {
    const document = await this.comments.findOne(one(which)).lean();
    const comment = document && toComment(document);
    if (document && !comment) throw new AppError('comment_not_found');
    return comment;
  }

  /** @throws AppError comment_not_found */
  async get(which: Which): Promise<Comment> {
    const comment = await this.find(which);
    if (!comment) throw new AppError('comment_not_found');
    return comment;
  }

  /** Oldest or newest first, continuing after a comment's ID. */
  async page(query: Payload<'comment.list'>): Promise<Reply<'comment.list'>> {
    const { userId, campaignId, newestFirst = false, after, limit } = query;
    const found = await this.comments
      .find({
        ...{ campaignId: new ObjectId(campaignId), userId: new ObjectId(userId), ...live },
        ...(after !== null && { _id: { [newestFirst ? '$lt' : '$gt']: new ObjectId(after) } }),
      })
      .sort({ _id: newestFirst ? -1 : 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .lean();
    return pageOf(
      found.flatMap((document) => toComment(document) ?? []),
      limit,
    );
  }

  async slots(campaignId: string): Promise<number[]> {
    const found = await this.comments
      .find({ campaignId: new ObjectId(campaignId), ...live }, { slot: 1 })
      .lean();
    return found.flatMap(({ slot }) => slot ?? []);
  }

  /** The IDs of the members who commented on a campaign. */
  async membersWhoCommented(campaignId: string): Promise<string[]> {
    const ids: unknown[] = await this.comments.distinct('author.memberId', {
      ...{ campaignId: new ObjectId(campaignId), ...live },
    });
    return ids.filter((id) => typeof id === 'string');
  }

  /** Returns null if the slot or the ID is taken. */
  async add(
    userId: string,
    { id, campaignId, author, text, createdAt }: Comment,
    slot: number,
    { notes, notices }: { notes: AuditNote[]; notices: CampaignNotice[] },
  ): Promise<Comment | null> {
    const document: CommentDocument = {
      ...{ ...owned(userId, id), campaignId: new ObjectId(campaignId), slot, author, text, notes },
      ...(notices.length > 0 && { notices }),
      createdAt: new Date(createdAt),
    };
    try {
      await this.comments.insertOne(document);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
    return toComment(document);
  }

  /** Does nothing if the comment doesn't exist. Nobody is notified about it from now on. */
  async delete(which: Which, { by, at, note }: { by: string; at: Date; note: AuditNote }): Promise<void> {
    await this.comments.updateOne(
      { ...one(which), ...live },
      {
        $set: { deletedAt: at, deletedBy: by },
        $unset: { slot: '', author: '', text: '', notices: '' },
        $push: { notes: note },
      },
    );
  }

  async wasDeletedBy(messageId: string, which: Which): Promise<boolean> {
    return (await this.comments.exists({ ...one(which), deletedBy: messageId })) !== null;
  }

  /**
   * Removes all comments of deleted campaigns. Returns the campaigns that have none left. Comments stay until their audit
   * entries are published.
   */
  async removeOf(campaignIds: readonly ObjectId[]): Promise<ObjectId[]> {
    const ofThese = { campaignId: { $in: [...campaignIds] } };
    await this.comments.deleteMany({ ...ofThese, 'notes.0': { $exists: false } });
    const left = await this.comments.distinct('campaignId', ofThese);
    const waiting = new Set(left.map(String));
    return campaignIds.filter((id) => !waiting.has(String(id)));
  }

  /** Removes the comments of a deleted user. */
  async removeAll(userId: string): Promise<void> {
    await this.comments.deleteMany({ userId: new ObjectId(userId) });
  }

  /** Comments with notices to publish, up to a limit. */
  async noticed(most: number): Promise<NoticedComment[]> {
    return this.comments.find(hasNotices, { notices: 1 }).hint(NOTICED).limit(most).lean<NoticedComment[]>();
  }

  async clearNotices(_id: ObjectId, published: readonly string[]): Promise<void> {
    await this.comments.updateOne({ _id }, { $pull: { notices: { id: { $in: published } } } });
  }
}

const one = ({ userId, campaignId, id }: Which) => ({
  ...owned(userId, id),
  campaignId: new ObjectId(campaignId),
});
