import { Database } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Collection, type IndexDescription, ObjectId } from 'mongodb';
import type { CampaignDocument } from '../campaigns/campaign-document';
import { type Outbox, type OutboxEvent, toOutbox } from './outbox-event';

const waiting = { 'pending.id': { $exists: true } };
const indexes: IndexDescription[] = [
  { name: 'pending', key: { relayHeldUntil: 1 }, partialFilterExpression: waiting },
  { name: 'deleted', key: { deletedAt: 1 }, partialFilterExpression: { deletedAt: { $exists: true } } },
];

/** How long a relay has the events of a campaign to itself; another takes over when it crashed. */
const RELAY_HOLD_MS = 5_000;

/** What campaigns, deleted ones too, have to announce: it is kept in their own documents. */
@Injectable()
export class PendingEvents {
  private readonly collection: Collection<CampaignDocument>;

  constructor(database: Database) {
    this.collection = database.collection<CampaignDocument>('campaigns', indexes);
  }

  /** Takes the events of one campaign in hand, new ones first, then those that another relay has not brought to an end. */
  async claim(): Promise<Outbox | null> {
    const document = await this.collection.findOneAndUpdate(
      { ...waiting, $expr: { $lt: ['$relayHeldUntil', '$$NOW'] } },
      [{ $set: { relayHeldUntil: { $add: ['$$NOW', RELAY_HOLD_MS] } } }],
      { sort: { relayHeldUntil: 1 }, returnDocument: 'after' },
    );
    return document && toOutbox(document);
  }

  /** Strikes out what was announced, by event, and lets go of the rest. */
  async clear(campaignId: string, announced: OutboxEvent[]): Promise<void> {
    const ids = announced.map((event) => new ObjectId(event.id));
    await this.collection.updateOne(
      { _id: new ObjectId(campaignId) },
      { $pull: { pending: { id: { $in: ids } } }, $set: { relayHeldUntil: null } },
    );
  }

  /** Removes what was deleted before then and has nothing left to announce. */
  async purgeDeleted(before: Date): Promise<void> {
    await this.collection.deleteMany({ deletedAt: { $lt: before }, pending: { $size: 0 } });
  }
}
