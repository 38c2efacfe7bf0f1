import type { Payload } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type EndpointDocument, EndpointRecord, WebhookUserRecord } from './endpoint-record';

const SOME = 100;

/** An endpoint that changed; `pendingChange` identifies the change. */
export type ChangedEndpoint = Pick<EndpointDocument, '_id' | 'userId' | 'pendingChange'>;
export type DisabledEndpoint = Pick<EndpointDocument, '_id' | 'userId' | 'url' | 'disabled'>;

/** Changes of endpoints that other services don't know yet, and deleted endpoints. */
@Injectable()
export class EndpointOutbox {
  constructor(
    @InjectModel(EndpointRecord.name) private readonly endpoints: Model<EndpointDocument>,
    @InjectModel(WebhookUserRecord.name) private readonly users: Model<{ _id: ObjectId; rev: number }>,
  ) {}

  /** Endpoints with an unpublished change. */
  changed(limit: number): Promise<ChangedEndpoint[]> {
    return this.endpoints
      .find({ pendingChange: { $exists: true } }, { userId: 1, pendingChange: 1 })
      .limit(limit)
      .lean()
      .exec();
  }

  /** The events that the endpoints of a user currently subscribe to. A later reply has a higher `rev`. */
  async interestsOf(userId: ObjectId): Promise<Payload<'webhooks.changed'>> {
    // The number is taken first, so data that is read afterward is at least as new.
    const counted = await this.users.findOneAndUpdate(
      { _id: userId },
      { $inc: { rev: 1 } },
      { upsert: true, returnDocument: 'after', lean: true },
    );
    const enabled = { userId, deletedAt: { $exists: false }, disabledFor: null };
    const found = await this.endpoints.find(enabled, { eventTypes: 1 }).readConcern('majority').lean();
    const types = [...new Set(found.flatMap(({ eventTypes }) => eventTypes))].sort();
    return { userId: userId.toHexString(), rev: counted?.rev ?? 1, types };
  }

  /** Records that a change is published. A later change is published again. */
  async clearChanged({ _id, pendingChange }: ChangedEndpoint): Promise<void> {
    await this.endpoints.updateOne(
      { _id, ...(pendingChange && { pendingChange }) },
      { $unset: { pendingChange: 1 } },
    );
  }

  /** Disabled endpoints whose owners have to be notified. */
  disabledLately(limit: number): Promise<DisabledEndpoint[]> {
    return this.endpoints
      .find({ 'disabled.at': { $exists: true } }, { userId: 1, url: 1, disabled: 1 })
      .limit(limit)
      .lean()
      .exec();
  }

  async clearDisabled(_id: ObjectId, at: Date): Promise<void> {
    await this.endpoints.updateOne({ _id, 'disabled.at': at }, { $unset: { disabled: 1 } });
  }

  /** Deleted endpoints without unpublished changes. */
  deleted(): Promise<Pick<EndpointDocument, '_id'>[]> {
    return this.endpoints
      .find(
        { deletedAt: { $exists: true }, pendingChange: { $exists: false }, 'notes.0': { $exists: false } },
        { _id: 1 },
      )
      .limit(SOME)
      .lean()
      .exec();
  }

  async remove(id: ObjectId): Promise<void> {
    await this.endpoints.deleteOne({ _id: id, deletedAt: { $exists: true } });
  }
}
