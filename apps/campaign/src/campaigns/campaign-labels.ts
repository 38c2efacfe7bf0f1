import { type AuditNote, type CampaignStatus, tagKey } from '@carillon/contracts';
import { owned } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { BY_TAG, type CampaignDocument, CampaignRecord, type StoredTag, visible } from './campaign-document';

/** How a campaign is found in lists. */
export interface Labels {
  tags: StoredTag[];
  isArchived: boolean;
}

export interface LabeledCampaign extends Labels {
  id: string;
  name: string;
  status: CampaignStatus;
}

export interface LabelChange {
  before: LabeledCampaign;
  after: Labels;
  notes: AuditNote[];
}

type Found = Pick<CampaignDocument, '_id' | 'name' | 'status' | 'tags' | 'isArchived'>;

const hasTags = { 'tags.key': { $exists: true } } as const;

/** The tags and the archive of campaigns. They change in any status, and change nothing else. */
@Injectable()
export class CampaignLabels {
  constructor(@InjectModel(CampaignRecord.name) private readonly campaigns: Model<CampaignDocument>) {}

  /** Those among these campaigns that exist, in any order. */
  async find(userId: string, ids: readonly string[]): Promise<LabeledCampaign[]> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const found = await this.campaigns
      .find({ _id, userId: new ObjectId(userId), ...visible })
      .select({ name: 1, status: 1, tags: 1, isArchived: 1 })
      .lean<Found[]>();
    return found.map(({ _id, name, status, tags = [], isArchived = false }) => {
      return { id: _id.toHexString(), name, status, tags, isArchived };
    });
  }

  /** Returns false if a campaign has changed in the meantime. It keeps its labels. */
  async change(userId: string, changes: readonly LabelChange[]): Promise<boolean> {
    if (changes.length === 0) return true;
    const writes = changes.map(({ before, after, notes }) => ({
      updateOne: {
        filter: {
          ...owned(userId, before.id),
          ...visible,
          status: before.status,
          isArchived: before.isArchived ? true : { $ne: true },
          tags: before.tags.length > 0 ? before.tags : { $in: [null, []] },
        },
        update: { $set: { ...after }, $push: { notes: { $each: notes } } },
      },
    }));
    const { matchedCount } = await this.campaigns.collection.bulkWrite(writes as never, { ordered: false });
    return matchedCount === changes.length;
  }

  /** The tags of a user's campaigns, the most frequent first. One spelling counts for each tag. */
  async tags(userId: string, most: number): Promise<{ name: string; campaigns: number }[]> {
    return this.campaigns.aggregate<{ name: string; campaigns: number }>(
      [
        { $match: { userId: new ObjectId(userId), ...hasTags, ...visible } },
        { $project: { tags: 1 } },
        { $unwind: '$tags' },
        { $group: { _id: '$tags.key', name: { $min: '$tags.name' }, campaigns: { $sum: 1 } } },
        { $sort: { campaigns: -1, _id: 1 } },
        { $limit: most },
        { $project: { _id: 0, name: 1, campaigns: 1 } },
      ],
      { hint: BY_TAG },
    );
  }

  /** The tags with the spelling that the user's campaigns already have. */
  async spelled(userId: string, names: readonly string[]): Promise<StoredTag[]> {
    return Promise.all(
      names.map(async (name) => {
        const key = tagKey(name);
        const known = await this.campaigns
          .findOne({ userId: new ObjectId(userId), 'tags.key': key }, { tags: 1 })
          .hint(BY_TAG)
          .lean<Pick<CampaignDocument, 'tags'>>();
        return known?.tags?.find((tag) => tag.key === key) ?? { key, name };
      }),
    );
  }
}
