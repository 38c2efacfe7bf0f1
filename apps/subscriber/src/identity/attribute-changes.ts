import { AppError, type AuditNote, type WebhookEvent } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { ClientSession, Model } from 'mongoose';
import {
  type AttributeNameDocument,
  AttributeNameRecord,
  BY_DUE_TIME,
  BY_NAME,
  IN_ORDER,
  LONG_AGO,
  type PendingChange,
  isRemoved,
  newChange,
} from './attribute-names';

/** How long a step may take before another worker takes over (milliseconds). */
const LEASE_MS = 30_000;
/** No request reads an attribute, and writes people later than this (milliseconds). */
const SETTLE_MS = 10_000;

/** An attribute whose change this process works on. */
export type Changing = AttributeNameDocument & { change: PendingChange };

/** A new name, type, or label of an attribute; null removes a type or a label. */
export interface Description {
  type?: AttributeNameDocument['type'] | null | undefined;
  label?: string | null | undefined;
}

/** What is published about a change. */
export interface Entries {
  notes: readonly AuditNote[];
  pendingWebhookEvents: readonly WebhookEvent[];
}

/** A new name of an attribute, with the number of people who have it. */
interface Renaming {
  to: string;
  people: number;
  description: Description;
  notes: readonly AuditNote[];
  now: Date;
}

/** The descriptions of attributes, and the changes of stored values that follow from them. */
@Injectable()
export class AttributeChanges {
  constructor(
    @InjectModel(AttributeNameRecord.name) private readonly names: Model<AttributeNameDocument>,
    private readonly database: Database,
  ) {}

  /** Attributes that weren't removed, in the order of their IDs, continuing after an ID. */
  async page(userId: string, after: string | null, limit: number): Promise<AttributeNameDocument[]> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    return this.names
      .find({ userId: new ObjectId(userId), ...following })
      .sort(IN_ORDER)
      .hint(IN_ORDER)
      .limit(limit)
      .lean<AttributeNameDocument[]>();
  }

  /** Null: there is none, or it was removed or renamed. */
  async find(userId: string, name: string): Promise<AttributeNameDocument | null> {
    const found = await this.named(userId, name);
    return found && isListed(found) ? found : null;
  }

  /**
   * As `find`, but also with writes that a majority of the database doesn't have yet. For changes: they would miss what
   * they replace, and are acknowledged only after a majority has both.
   */
  async findLatest(userId: string, name: string): Promise<AttributeNameDocument | null> {
    const found = await this.named(userId, name).readConcern('local');
    return found && isListed(found) ? found : null;
  }

  private named(userId: string, name: string) {
    return this.names
      .findOne({ userId: new ObjectId(userId), name })
      .hint(BY_NAME)
      .lean<AttributeNameDocument>();
  }

  /** The attribute that is being renamed to this name; null: none. */
  async renamedTo(userId: string, name: string): Promise<Changing | null> {
    return this.names
      .findOne({ userId: new ObjectId(userId), 'change.to': name, 'change.pass': 1 })
      .lean<Changing>();
  }

  /**
   * Sets the description and, if there is one, begins a change, which replaces the pending one. Returns false if another
   * change has begun in the meantime.
   */
  async describe(
    { _id, change: before }: AttributeNameDocument,
    { type, label }: Description,
    change: PendingChange | null,
    entries: Entries,
  ): Promise<boolean> {
    const set = { ...(type != null && { type }), ...(label != null && { label }), ...(change && { change }) };
    const unset = { ...(type === null && { type: '', change: '' }), ...(label === null && { label: '' }) };
    const { matchedCount } = await this.names.updateOne(
      { _id, 'change.id': before ? before.id : { $exists: false } },
      {
        $set: set,
        $unset: unset,
        ...pushed(entries),
      },
    );
    return matchedCount === 1;
  }

  /**
   * Gives an attribute a new name: adds an attribute with it, and begins to move the values. Values that are being moved
   * to the attribute are moved on. Returns false if another change has begun in the meantime.
   * @throws AppError attribute_exists
   */
  async rename(
    attribute: AttributeNameDocument,
    { to, people, description, notes, now }: Renaming,
  ): Promise<boolean> {
    const { _id, userId, name, change: before } = attribute;
    const work = async (session: ClientSession): Promise<boolean> => {
      const { matchedCount } = await this.names.updateOne(
        { _id, 'change.id': before ? before.id : { $exists: false } },
        { $set: { change: { ...newChange('NAME', people), to } } },
        { session },
      );
      if (matchedCount === 0) return false;
      await this.names.updateMany({ userId, 'change.to': name }, { $set: { 'change.to': to } }, { session });
      await this.names.collection.insertOne(renamed(attribute, to, description, notes, now), { session });
      return true;
    };
    try {
      return await this.database.transaction(work);
    } catch (error) {
      if (isDuplicateKey(error)) throw new AppError('attribute_exists');
      throw error;
    }
  }

  /** Values that are being moved to an attribute that is deleted are removed, too. */
  async removeMoving(userId: string, to: string): Promise<void> {
    await this.names.updateMany(
      { userId: new ObjectId(userId), 'change.to': to },
      { $set: { 'change.kind': 'DELETION' }, $unset: { 'change.to': '' } },
    );
  }

  /** The next attribute whose values must be changed. Another worker gets it only after some time. */
  async claim(): Promise<Changing | null> {
    return this.names
      .findOneAndUpdate(
        { 'change.dueAt': { $exists: true }, $expr: { $lt: ['$change.dueAt', '$$NOW'] } },
        [{ $set: { 'change.dueAt': { $add: ['$$NOW', LEASE_MS] } } }],
        { sort: BY_DUE_TIME, hint: BY_DUE_TIME, returnDocument: 'after' },
      )
      .lean<Changing>();
  }

  /** Saves the progress of a step. The next step can begin. */
  async advance({ _id, change }: Changing, step: { done: number; after: ObjectId | null }): Promise<void> {
    await this.names.updateOne(
      { _id, 'change.id': change.id },
      { $set: { 'change.after': step.after, 'change.dueAt': LONG_AGO }, $inc: { 'change.done': step.done } },
    );
  }

  /**
   * Ends a pass: after the first one, all people have changed, and the second one begins later. After the second one, the
   * change is completed. `events`: those of a change that has reached all people.
   */
  async endPass({ _id, change }: Changing, events: readonly WebhookEvent[]): Promise<void> {
    const current = { _id, 'change.id': change.id, 'change.pass': change.pass };
    if (change.pass === 1)
      await this.names.updateOne(current, [
        {
          $set: {
            ...{ 'change.pass': 2, 'change.after': null, 'change.dueAt': { $add: ['$$NOW', SETTLE_MS] } },
            ...(events.length > 0 && {
              pendingWebhookEvents: {
                // Without $literal, a dollar sign in a name would be a field.
                $concatArrays: [{ $ifNull: ['$pendingWebhookEvents', []] }, { $literal: [...events] }],
              },
            }),
          },
        },
      ]);
    else if (change.kind === 'TYPE') await this.names.updateOne(current, { $unset: { change: '' } });
    else {
      // Otherwise, an audit entry or an event would be lost.
      const isPublished = { 'notes.0': { $exists: false }, 'pendingWebhookEvents.0': { $exists: false } };
      const { deletedCount } = await this.names.deleteOne({ ...current, ...isPublished });
      if (deletedCount === 0)
        await this.names.updateOne(current, [{ $set: { 'change.dueAt': { $add: ['$$NOW', SETTLE_MS] } } }]);
    }
  }
}

function pushed({ notes, pendingWebhookEvents }: Entries): object {
  const push = {
    ...(notes.length > 0 && { notes: { $each: [...notes] } }),
    ...(pendingWebhookEvents.length > 0 && { pendingWebhookEvents: { $each: [...pendingWebhookEvents] } }),
  };
  return Object.keys(push).length > 0 ? { $push: push } : {};
}

/** Whether users see the attribute: a renamed one is visible under its new name only. */
export function isListed({ change }: AttributeNameDocument): boolean {
  return change?.kind !== 'NAME' && !isRemoved(change);
}

/** Whether values are being changed. */
export function isBusy({ change }: AttributeNameDocument): boolean {
  return change?.pass === 1;
}

/** The attribute with its new name. */
function renamed(
  { userId, type: oldType, label: oldLabel }: AttributeNameDocument,
  name: string,
  { type = oldType, label = oldLabel }: Description,
  notes: readonly AuditNote[],
  createdAt: Date,
): AttributeNameDocument {
  const described = { ...(type && { type }), ...(label != null && { label }) };
  return { _id: new ObjectId(), userId, name, ...described, notes: [...notes], createdAt };
}
