import {
  type Channel,
  type Payload,
  type Reply,
  STATISTICS_SLOT_MINUTES,
  channels,
  dayIn,
  eachChannel,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, PipelineStage } from 'mongoose';
import { importSources } from './eligibility';
import { BY_CHOICE, BY_TIME, type SuppressionDocument, SuppressionRecord } from './suppression-document';

/** An address that opted out of all messages and of a topic counts once in a period. */
interface OptedOut {
  _id: { channel: Channel; at: Date };
  ids: ObjectId[];
}

/** Counts the people who opted out, by the day on which they did. */
@Injectable()
export class OptOutsByDay {
  constructor(
    @InjectModel(SuppressionRecord.name) private readonly suppressions: Model<SuppressionDocument>,
  ) {}

  async count({
    userId,
    since,
    timeZone,
  }: Payload<'suppression.opt-outs-by-day'>): Promise<Reply<'suppression.opt-outs-by-day'>> {
    const user = new ObjectId(userId);
    const from = new Date(since);
    const [all, ofTopics] = await Promise.all([
      this.suppressions.aggregate<OptedOut>(ofAllMessages(user, from)).hint(BY_TIME),
      this.suppressions.aggregate<OptedOut>(ofTopic(user, from)).hint(BY_CHOICE),
    ]);
    const dayOf = dayIn(timeZone);
    const days = new Map<string, Record<Channel, Set<string>>>();
    for (const { _id, ids } of [...all, ...ofTopics]) {
      const day = dayOf(_id.at);
      const sets = days.get(day) ?? eachChannel(() => new Set<string>());
      days.set(day, sets);
      for (const id of ids) sets[_id.channel].add(id.toHexString());
    }
    return {
      days: [...days].map(([day, sets]) => ({ day, channels: eachChannel((channel) => sets[channel].size) })),
    };
  }
}

/** The last change of an address doesn't precede its causes. */
function ofAllMessages(userId: ObjectId, since: Date): PipelineStage[] {
  const isOptOut = {
    'causes.reason': { $in: ['UNSUBSCRIBED', 'STOPPED'] },
    'causes.at': { $gte: since },
    // Those of files happened elsewhere, at an unknown time.
    'causes.source': { $not: importSources },
  };
  return [
    { $match: { userId, channel: { $in: [...channels] }, at: { $gte: since } } },
    { $project: { channel: 1, 'causes.reason': 1, 'causes.at': 1, 'causes.source': 1 } },
    { $unwind: '$causes' },
    { $match: isOptOut },
    bySlot('$causes.at'),
  ];
}

function ofTopic(userId: ObjectId, since: Date): PipelineStage[] {
  return [
    { $match: { userId, choiceAt: { $gte: since } } },
    { $project: { channel: 1, 'topics.at': 1 } },
    { $unwind: '$topics' },
    { $match: { 'topics.at': { $gte: since } } },
    bySlot('$topics.at'),
  ];
}

function bySlot(date: string): PipelineStage {
  const slot = { $dateTrunc: { date, unit: 'minute' as const, binSize: STATISTICS_SLOT_MINUTES } };
  return { $group: { _id: { channel: '$channel', at: slot }, ids: { $addToSet: '$_id' } } };
}
