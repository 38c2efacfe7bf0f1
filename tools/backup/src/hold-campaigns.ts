import type { Collection, Document, MongoClient } from 'mongodb';
import { mongo } from 'mongoose';

/** The fields of a campaign that this module reads. */
interface StoredCampaign extends Document {
  _id: mongo.ObjectId;
  status: string;
  rev: number;
  run: number;
  deletedAt?: Date | null;
  pending: { type: string }[];
}

interface StoredDispatch extends Document {
  _id: mongo.ObjectId;
  run: number;
  state: string;
  finishedAt?: Date | null;
}

/** The number of changed campaigns, by their new status. */
export interface Held {
  /** Campaigns that were in progress and are now PAUSED. */
  paused: number;
  /** Campaigns that were SCHEDULED and are now drafts, because they may have been sent or canceled since. */
  unscheduled: number;
  /** Campaigns that are now SENT, because they were at their end, or because the order for a further run was lost. */
  ended: number;
}

/** The services change the same fields: `Campaigns.unschedule`, and `remove` of the dispatcher's transitions. */
const unscheduled = { status: 'DRAFT', scheduledAt: null, maxLateness: null, dueAt: null };
const removed = { state: 'CANCELLED', retry: null, cancellation: null, ledger: 'DELETING' };

/**
 * Pauses the running campaigns of a restored backup. Messages that were sent after the backup are unknown, so nothing
 * is sent until an operator decides. Publishes the events again that were in the broker. Call this only while no
 * service runs. A repetition changes nothing.
 */
export async function holdCampaigns(client: MongoClient, prefix: string, now = new Date()): Promise<Held> {
  const campaigns = client.db(`${prefix}campaign`).collection<StoredCampaign>('campaigns');
  const dispatches = client.db(`${prefix}dispatcher`).collection<StoredDispatch>('dispatches');
  const drafts = await campaigns.updateMany({ status: 'SCHEDULED' }, { $set: unscheduled, $inc: { rev: 1 } });
  const held: Held = { paused: 0, unscheduled: drafts.modifiedCount, ended: 0 };
  for await (const campaign of campaigns.find({ status: { $in: ['SENDING', 'PAUSED'] } })) {
    const dispatch = await dispatches.findOne({ _id: campaign._id });
    held[await hold(campaigns, campaign, dispatch, now)] += 1;
  }
  await dispatches.updateMany({ state: 'OPEN' }, { $set: { state: 'PAUSED', wanted: 'PAUSED' } });
  for await (const { _id } of dispatches.find({ state: 'PAUSED' })) {
    const campaign = await campaigns.findOne({ _id });
    if (!campaign) await dispatches.updateOne({ _id }, { $set: { ...removed, deleteAt: now } });
    else if (campaign.deletedAt) await announce(campaigns, campaign, 'campaign.deleted');
    else if (campaign.status === 'CANCELLED') await announce(campaigns, campaign, 'campaign.cancelled');
  }
  return held;
}

async function hold(
  campaigns: Collection<StoredCampaign>,
  campaign: StoredCampaign,
  dispatch: StoredDispatch | null,
  now: Date,
): Promise<'paused' | 'ended'> {
  const { _id, status, rev, run, pending } = campaign;
  const opened = dispatch !== null && dispatch.run > 0 ? dispatch : null;
  const isLost = opened !== null && opened.run < run && !announces(campaign, 'campaign.retried');
  if (opened && (isLost || (opened.state === 'DONE' && opened.run === run))) {
    const sent = { status: 'SENT', run: opened.run, finishedAt: opened.finishedAt ?? now, pausedAt: null };
    await campaigns.updateOne({ _id }, { $set: sent, $inc: { rev: 1 } });
    return 'ended';
  }
  const isOrdered = opened !== null || announces(campaign, 'campaign.published');
  const order = isOrdered ? [] : [event('campaign.published', rev)];
  const pause = status === 'PAUSED' && isOrdered ? [] : [event('campaign.paused', rev + 1)];
  const paused = { status: 'PAUSED', pausedAt: now, pending: [...pending, ...order, ...pause] };
  await campaigns.updateOne(
    { _id },
    { $set: { ...paused, relayHeldUntil: null }, $inc: { rev: pause.length } },
  );
  return 'paused';
}

/** Publishes an event of a campaign, unless it is already pending. */
async function announce(
  campaigns: Collection<StoredCampaign>,
  campaign: StoredCampaign,
  type: string,
): Promise<void> {
  const { _id, rev, pending } = campaign;
  if (announces(campaign, type)) return;
  const outbox = { pending: [...pending, event(type, rev + 1)], relayHeldUntil: null };
  await campaigns.updateOne({ _id }, { $set: outbox, $inc: { rev: 1 } });
}

function announces({ pending }: StoredCampaign, type: string): boolean {
  return pending.some((event) => event.type === type);
}

function event(type: string, rev: number): { id: mongo.ObjectId; type: string; rev: number } {
  return { id: new mongo.ObjectId(), type, rev };
}
