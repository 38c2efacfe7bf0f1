import type { Payload, Reply } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, PipelineStage } from 'mongoose';
import {
  type SuppressionDocument,
  SuppressionRecord,
  hasTopics,
  hasUnsubscribed,
} from './suppression-document';

/** Counts the people who opted out with a link in a campaign, from the evidence that is stored with their addresses. */
@Injectable()
export class CampaignOptOuts {
  constructor(
    @InjectModel(SuppressionRecord.name) private readonly suppressions: Model<SuppressionDocument>,
  ) {}

  async count({
    userId,
    campaignIds,
  }: Payload<'suppression.campaign-opt-outs'>): Promise<Reply<'suppression.campaign-opt-outs'>> {
    const found = await this.suppressions.aggregate<{ _id: string; people: number }>(
      countsOf(new ObjectId(userId), campaignIds),
    );
    return { counts: found.map(({ _id, people }) => ({ campaignId: _id, people })) };
  }
}

/** The evidence of an opt-out: `campaign <ID>`, or `preferences <ID>` on the preference page. */
const sourcesOf = (campaignId: string): string[] => [`campaign ${campaignId}`, `preferences ${campaignId}`];

/** A person who opted out of all emails and of a topic counts once. Both conditions use an index. */
function countsOf(userId: ObjectId, campaignIds: readonly string[]): PipelineStage[] {
  const $in = campaignIds.flatMap(sourcesOf);
  const unsubscribed = { $filter: { input: '$causes', cond: { $eq: ['$$this.reason', 'UNSUBSCRIBED'] } } };
  const idIn = { $arrayElemAt: [{ $split: ['$$this.source', ' '] }, 1] };
  const optOuts = { $concatArrays: [unsubscribed, { $ifNull: ['$topics', []] }] };
  const ids = {
    $map: { input: { $filter: { input: optOuts, cond: { $in: ['$$this.source', $in] } } }, in: idIn },
  };
  return [
    {
      $match: {
        $or: [
          { userId, ...hasUnsubscribed, 'causes.source': { $in } },
          { userId, ...hasTopics, 'topics.source': { $in } },
        ],
      },
    },
    { $project: { _id: 0, campaigns: { $setUnion: [ids, []] } } },
    { $unwind: '$campaigns' },
    { $group: { _id: '$campaigns', people: { $sum: 1 } } },
  ];
}
