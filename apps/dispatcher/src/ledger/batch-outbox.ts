import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import { type Batch, type BatchDocument, BatchRecord, hasPendingWebhookEvents } from './batch';
import { Batches } from './batches';

/** A batch with pending webhook events. */
export type BatchWithWebhookEvents = Pick<
  Batch,
  'id' | 'campaign' | 'user' | 'channel' | 'recipientPage' | 'offset' | 'size'
> &
  Required<Pick<Batch, 'pendingWebhookEvents'>>;

/** The pending webhook events of deliveries. They are stored as marks in the batches. */
@Injectable()
export class BatchOutbox {
  constructor(
    @InjectModel(BatchRecord.name) private readonly batches: Model<BatchDocument>,
    private readonly writes: Batches,
  ) {}

  /** The first user after `after` whose batches have pending webhook events. Null: no such user. */
  nextUserWithWebhookEvents(after: string | null): Promise<string | null> {
    return nextUser(this.batches, hasPendingWebhookEvents, after);
  }

  /**
   * Some batches of a user with pending webhook events. The campaigns take turns: reads the same number of batches of
   * each of the next campaigns after `after`. `isMore`: whether more batches have pending events.
   */
  async withWebhookEvents(
    userId: string,
    after: string | null,
    most: { campaigns: number; batches: number },
  ): Promise<{ batches: BatchWithWebhookEvents[]; isMore: boolean }> {
    const fields = {
      campaign: 1,
      user: 1,
      channel: 1,
      recipientPage: 1,
      offset: 1,
      size: 1,
      pendingWebhookEvents: 1,
    };
    const user = new ObjectId(userId);
    const campaigns = await this.nextCampaigns(user, after, most.campaigns);
    const each = Math.ceil(most.batches / Math.max(1, campaigns.length));
    const found = await Promise.all(
      campaigns.map((campaign) =>
        this.batches
          .find({ user, campaign, ...hasPendingWebhookEvents }, fields)
          .hint('webhookEventsOfUser')
          .limit(each)
          .lean(),
      ),
    );
    const batches = found.flat().map(({ _id, campaign, pendingWebhookEvents = [], ...rest }) => ({
      ...rest,
      id: _id,
      campaign: campaign.toHexString(),
      user: userId,
      pendingWebhookEvents,
    }));
    const isMore = campaigns.length === most.campaigns || found.some(({ length }) => length === each);
    return { batches, isMore };
  }

  /** The next campaigns of a user with pending delivery events, after a campaign and wrapping around to the first. */
  private async nextCampaigns(user: ObjectId, after: string | null, most: number): Promise<ObjectId[]> {
    const found: ObjectId[] = [];
    const begin = after === null ? null : new ObjectId(after);
    for (const end of begin ? [null, begin] : [null]) {
      let last = end ? null : begin;
      while (found.length < most) {
        const range = { ...(last && { $gt: last }), ...(end && { $lte: end }) };
        const among = last || end ? { campaign: range } : {};
        // Reads one index entry for each campaign.
        const next = await this.batches
          .findOne({ user, ...among, ...hasPendingWebhookEvents }, { campaign: 1 })
          .sort({ campaign: 1 })
          .hint('webhookEventsOfUser')
          .lean();
        if (!next) break;
        last = next.campaign;
        found.push(last);
      }
    }
    return found;
  }

  /** Whether a campaign has pending delivery events. */
  async hasPendingWebhookEvents(user: string, campaign: string): Promise<boolean> {
    const ofCampaign = {
      user: new ObjectId(user),
      campaign: new ObjectId(campaign),
      ...hasPendingWebhookEvents,
    };
    return (await this.batches.findOne(ofCampaign, { _id: 1 }).hint('webhookEventsOfUser').lean()) !== null;
  }

  /**
   * Removes the marks of these writes, identified by `rev`. Increases `rev`, so that a concurrent change of the batch
   * reads it again.
   */
  async clearWebhookEvents(id: string, writes: readonly number[]): Promise<void> {
    this.writes.forget(id);
    await this.batches.updateOne(
      { _id: id },
      { $pull: { pendingWebhookEvents: { n: { $in: [...writes] } } }, $inc: { rev: 1 } },
    );
  }
}

/** The first user after `after` with such a document, by the index `webhookEventsOfUser`; null: no such user. */
export async function nextUser<T extends { user: ObjectId }>(
  documents: Model<T>,
  filter: QueryFilter<T>,
  after: string | null,
): Promise<string | null> {
  const following = after === null ? filter : { ...filter, user: { $gt: new ObjectId(after) } };
  const next = await documents
    .findOne(following, { user: 1 })
    .sort({ user: 1 })
    .hint('webhookEventsOfUser')
    .lean<{ user: ObjectId }>();
  return next?.user.toHexString() ?? null;
}
