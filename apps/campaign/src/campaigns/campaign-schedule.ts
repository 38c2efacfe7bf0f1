import type {
  Audience,
  CampaignContent,
  ExpectedCost,
  FrozenAudience,
  NamedSenders,
  NotStartedReason,
  Plan,
} from '@carillon/contracts';
import { UserRounds } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type StoredApproval, currentApproval } from './approval';
import {
  type CampaignDocument,
  CampaignRecord,
  DUE_OF_USER,
  later,
  nextRev,
  starting,
  visible,
} from './campaign-document';
import { notesAboutOwn } from './campaign-notes';
import { campaignNotice, noticesAnd } from './campaign-notices';
import { CampaignOutbox } from './campaign-outbox';

/** The campaign is due. The bound excludes campaigns without a time in the index: deleted ones. */
const isDue = {
  status: 'SCHEDULED' as const,
  ...visible,
  dueAt: { $gte: new Date(0) },
  $expr: { $lte: ['$dueAt', '$$NOW'] },
};

/** How long a process claims a campaign that it is about to start (milliseconds). */
const START_HOLD_MS = 15_000;
/** The pause before a retry if another service was unavailable (milliseconds). */
const PUT_OFF_MS = 2_000;

/** A due campaign, as of `rev`. */
export interface DueCampaign {
  id: string;
  userId: string;
  groups: string[];
  audience?: Audience | undefined;
  senders: NamedSenders | undefined;
  content: CampaignContent;
  rev: number;
  tooLate: boolean;
  /** Absent or null: the campaign was not approved. */
  approval?: StoredApproval | null;
}

/** What is fixed when a campaign starts. */
export interface StartParts {
  plan: Plan;
  frozenAudience?: FrozenAudience | undefined;
  expectedCost?: ExpectedCost;
}

/**
 * The collection of campaigns, as the schedule sees it. The database's clock decides what is due and what is too late.
 */
@Injectable()
export class CampaignSchedule {
  /** Order: a user's longest-due campaigns first. */
  private readonly dueRounds = new UserRounds((users, most) =>
    this.campaigns
      .find({ ...isDue, userId: users }, { userId: 1 })
      .sort({ userId: 1, dueAt: 1 })
      .hint(DUE_OF_USER)
      .limit(most)
      .lean(),
  );

  constructor(
    @InjectModel(CampaignRecord.name) private readonly campaigns: Model<CampaignDocument>,
    private readonly outbox: CampaignOutbox,
  ) {}

  /**
   * The IDs of due scheduled campaigns. Users take turns. A round visits each user with scheduled campaigns, so it
   * begins only when a campaign is due.
   */
  async dueInTurns(most: number): Promise<string[]> {
    const first = await this.campaigns.findOne(isDue, { _id: 1 }).sort({ dueAt: 1 }).hint('due').lean();
    return first ? this.dueRounds.next(most) : [];
  }

  /**
   * Claims a due campaign. Another process takes over after a crash. Returns null if the campaign is no longer due, or
   * another process has claimed it.
   */
  async claim(id: string): Promise<DueCampaign | null> {
    const document = await this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), ...isDue },
      [{ $set: { dueAt: later(START_HOLD_MS) } }],
      { returnDocument: 'after', lean: true },
    );
    return document && toDue(document);
  }

  /** Starts a due campaign like publishing. Returns false if it is too late, or if the campaign has changed. */
  async start(due: DueCampaign, parts: StartParts): Promise<boolean> {
    const notTooLate = { $gte: [{ $add: ['$scheduledAt', { $multiply: ['$maxLateness', 1000] }] }, '$$NOW'] };
    const { modifiedCount } = await this.campaigns.updateOne({ ...scheduledAsIn(due), $expr: notTooLate }, [
      {
        $set: {
          ...starting(due.rev + 1, parts),
          dueAt: null,
          updatedAt: '$$NOW',
          publishedAt: '$$NOW',
        },
      },
    ]);
    if (modifiedCount === 1) this.outbox.giveTurn(due.userId);
    return modifiedCount === 1;
  }

  /**
   * Cancels a due campaign that was not started. Returns false if it has changed. The campaign was never announced, so
   * no event is stored.
   */
  async giveUp(due: DueCampaign, statusReason: NotStartedReason): Promise<boolean> {
    const end = { status: 'CANCELLED', statusReason, finishedAt: '$$NOW', dueAt: null, rev: nextRev };
    const notice = campaignNotice('campaign.cancelled', new Date(), { reason: statusReason });
    const { modifiedCount } = await this.campaigns.updateOne(scheduledAsIn(due), [
      {
        $set: {
          ...{ ...end, notices: noticesAnd(notice) },
          notes: notesAboutOwn('campaign.cancelled', statusReason),
        },
      },
    ]);
    return modifiedCount === 1;
  }

  /** Postpones the start because a required service is unavailable. */
  async putOff(due: DueCampaign): Promise<void> {
    await this.campaigns.updateOne(scheduledAsIn(due), [{ $set: { dueAt: later(PUT_OFF_MS) } }]);
  }
}

const scheduledAsIn = ({ id, rev }: DueCampaign) => ({
  _id: new ObjectId(id),
  rev,
  status: 'SCHEDULED' as const,
  ...visible,
});

function toDue(document: CampaignDocument): DueCampaign {
  const { _id, userId, groups, audience, senders, content, rev, scheduledAt, maxLateness, dueAt } = document;
  const approval = currentApproval(document);
  const claimedAt = Number(dueAt) - START_HOLD_MS;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    groups: groups.map((group) => group.toHexString()),
    audience,
    senders,
    content,
    rev,
    approval: approval?.state === 'APPROVED' ? approval : null,
    tooLate: claimedAt > Number(scheduledAt) + Number(maxLateness) * 1000,
  };
}
