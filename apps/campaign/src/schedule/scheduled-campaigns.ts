import type { Plan } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Collection, type IndexDescription, ObjectId } from 'mongodb';
import { type CampaignDocument, starting } from '../campaigns/campaign-document';
import { visible } from '../campaigns/campaigns';
import { nextRev } from '../campaigns/status-change';

const waiting = { status: 'SCHEDULED' } as const;
const indexes: IndexDescription[] = [{ name: 'due', key: { dueAt: 1 }, partialFilterExpression: waiting }];

/** How long a copy has a campaign to itself that it is about to start; another takes over when it crashed. */
const HOLD_MS = 15_000;
/** When a campaign is tried again that could not be started for want of another service. */
const PUT_OFF_MS = 2_000;

/** A scheduled campaign whose time has come, as it was at `rev`. */
export interface DueCampaign {
  id: string;
  userId: string;
  groups: string[];
  rev: number;
  tooLate: boolean;
}

/** Why a scheduled campaign was not started. */
export type GivenUpFor = 'TOO_LATE' | 'ACCOUNT_SUSPENDED' | 'GROUPS_MISSING';

/** Campaigns that wait for their time. What is due, and what is too late, is said by the database's clock alone. */
@Injectable()
export class ScheduledCampaigns {
  private readonly collection: Collection<CampaignDocument>;

  constructor(database: Database) {
    this.collection = database.collection<CampaignDocument>('campaigns', indexes);
  }

  /** Takes the campaign in hand that has waited longest past its time. */
  async claim(): Promise<DueCampaign | null> {
    const document = await this.collection.findOneAndUpdate(
      { ...waiting, ...visible, $expr: { $lte: ['$dueAt', '$$NOW'] } },
      [{ $set: { dueAt: { $add: ['$$NOW', HOLD_MS] } } }],
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
    return document && toDue(document);
  }

  /** Starts it as publishing does, unless it is too late by now or not as it was any more. */
  async start(due: DueCampaign, plan: Plan): Promise<boolean> {
    const notTooLate = { $gte: [{ $add: ['$scheduledAt', { $multiply: ['$maxLateness', 1000] }] }, '$$NOW'] };
    const { modifiedCount } = await this.collection.updateOne({ ...same(due), $expr: notTooLate }, [
      { $set: { ...starting(due.rev + 1, plan), dueAt: null, updatedAt: '$$NOW', publishedAt: '$$NOW' } },
    ]);
    return modifiedCount === 1;
  }

  /** Ends it without having started it, unless it is not as it was any more. Nobody was told of it, so nobody has to be told now. */
  async giveUp(due: DueCampaign, statusReason: GivenUpFor): Promise<boolean> {
    const { modifiedCount } = await this.collection.updateOne(same(due), [
      { $set: { status: 'CANCELLED', statusReason, finishedAt: '$$NOW', dueAt: null, rev: nextRev } },
    ]);
    return modifiedCount === 1;
  }

  /** Lets go of it for a moment. */
  async putOff(due: DueCampaign): Promise<void> {
    await this.collection.updateOne(same(due), [{ $set: { dueAt: { $add: ['$$NOW', PUT_OFF_MS] } } }]);
  }
}

const same = ({ id, rev }: DueCampaign) => ({ _id: new ObjectId(id), rev, ...waiting, ...visible });

function toDue({ _id, userId, groups, rev, scheduledAt, maxLateness, dueAt }: CampaignDocument): DueCampaign {
  const claimedAt = Number(dueAt) - HOLD_MS;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    groups: groups.map((group) => group.toHexString()),
    rev,
    tooLate: claimedAt > Number(scheduledAt) + Number(maxLateness) * 1000,
  };
}
