import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import { type Batch, type BatchDocument, BatchRecord, hasPendingNews } from './batch';
import { Batches } from './batches';

/** A batch with pending news. */
export type BatchNews = Pick<
  Batch,
  'id' | 'campaign' | 'user' | 'channel' | 'recipientPage' | 'offset' | 'size'
> &
  Required<Pick<Batch, 'pendingNews'>>;

/** The news of deliveries that webhooks have not received yet. It is stored in the batches themselves. */
@Injectable()
export class BatchOutbox {
  constructor(
    @InjectModel(BatchRecord.name) private readonly batches: Model<BatchDocument>,
    private readonly writes: Batches,
  ) {}

  /** The first user after `after` whose batches have pending news. Null: no such user. */
  nextUserWithNews(after: string | null): Promise<string | null> {
    return nextUser(this.batches, hasPendingNews, after);
  }

  /**
   * Some batches of a user with pending news. The campaigns take turns: reads the same number of batches of each of the
   * next campaigns after `after`. `isMore`: whether more batches have pending news.
   */
  async news(
    userId: string,
    after: string | null,
    most: { campaigns: number; batches: number },
  ): Promise<{ batches: BatchNews[]; isMore: boolean }> {
    const fields = { campaign: 1, user: 1, channel: 1, recipientPage: 1, offset: 1, size: 1, pendingNews: 1 };
    const user = new ObjectId(userId);
    const campaigns = await this.nextWithNews(user, after, most.campaigns);
    const each = Math.ceil(most.batches / Math.max(1, campaigns.length));
    const found = await Promise.all(
      campaigns.map((campaign) =>
        this.batches
          .find({ user, campaign, ...hasPendingNews }, fields)
          .hint('newsOfUser')
          .limit(each)
          .lean(),
      ),
    );
    const batches = found.flat().map(({ _id, campaign, pendingNews = [], ...rest }) => ({
      ...rest,
      id: _id,
      campaign: campaign.toHexString(),
      user: userId,
      pendingNews,
    }));
    const isMore = campaigns.length === most.campaigns || found.some(({ length }) => length === each);
    return { batches, isMore };
  }

  /**
   * The next campaigns of a user with pending news of deliveries, after a campaign and wrapping around to the first.
   */
  private async nextWithNews(user: ObjectId, after: string | null, most: number): Promise<ObjectId[]> {
    const found: ObjectId[] = [];
    const begin = after === null ? null : new ObjectId(after);
    for (const end of begin ? [null, begin] : [null]) {
      let last = end ? null : begin;
      while (found.length < most) {
        const range = { ...(last && { $gt: last }), ...(end && { $lte: end }) };
        const among = last || end ? { campaign: range } : {};
        // Reads one index entry for each campaign.
        const next = await this.batches
          .findOne({ user, ...among, ...hasPendingNews }, { campaign: 1 })
          .sort({ campaign: 1 })
          .hint('newsOfUser')
          .lean();
        if (!next) break;
        last = next.campaign;
        found.push(last);
      }
    }
    return found;
  }

  /** Whether a campaign has pending news of deliveries. */
  async hasPendingNews(user: string, campaign: string): Promise<boolean> {
    const ofCampaign = { user: new ObjectId(user), campaign: new ObjectId(campaign), ...hasPendingNews };
    return (await this.batches.findOne(ofCampaign, { _id: 1 }).hint('newsOfUser').lean()) !== null;
  }

  /**
   * Removes the news of these writes, identified by `rev`. A concurrent change of the batch makes the process read the
   * batch again.
   */
  async clearNews(id: string, writes: readonly number[]): Promise<void> {
    this.writes.forget(id);
    await this.batches.updateOne(
      { _id: id },
      { $pull: { pendingNews: { n: { $in: [...writes] } } }, $inc: { rev: 1 } },
    );
  }
}

/** The first user after `after` with such a document, by the index `newsOfUser`; null: no such user. */
export async function nextUser<T extends { user: ObjectId }>(
  documents: Model<T>,
  filter: QueryFilter<T>,
  after: string | null,
): Promise<string | null> {
  const following = after === null ? filter : { ...filter, user: { $gt: new ObjectId(after) } };
  const next = await documents
    .findOne(following, { user: 1 })
    .sort({ user: 1 })
    .hint('newsOfUser')
    .lean<{ user: ObjectId }>();
  return next?.user.toHexString() ?? null;
}
