import { EventEmitter } from 'node:events';
import {
  AppError,
  type AuditNote,
  MAX_WEBHOOKS,
  type Payload,
  type Reply,
  type WebhookEventType,
  pageOf,
} from '@carillon/contracts';
import { isDuplicateKey, notesAnd, owned } from '@carillon/mongo';
import { Clock, freeSlot } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { LONG_AGO, unlessDisabled } from './endpoint-leases';
import {
  type EndpointDocument,
  EndpointRecord,
  type Replay,
  SLOTS,
  type StoredSecret,
  toWebhook,
} from './endpoint-record';

/** Pending replays of one endpoint. */
const MAX_REPLAYS = 10;

type Settings = Pick<EndpointDocument, 'url' | 'description' | 'eventTypes' | 'batch'>;

/**
 * The endpoints of users, with the changes that users and the sending of messages make. Due times use the database's
 * clock.
 */
@Injectable()
export class Endpoints {
  private readonly changes = new EventEmitter<{ due: []; changed: [] }>();

  constructor(
    @InjectModel(EndpointRecord.name) private readonly endpoints: Model<EndpointDocument>,
    private readonly clock: Clock,
  ) {}

  /** Calls `listener` whenever this process has made an endpoint due. */
  whenDue(listener: () => void): void {
    this.changes.on('due', listener);
  }

  /** Calls `listener` whenever this process has stored a change to publish. */
  whenChanged(listener: () => void): void {
    this.changes.on('changed', listener);
  }

  /** @throws AppError webhook_not_found */
  async get(userId: string, id: string): Promise<EndpointDocument> {
    const found = await this.endpoints
      .findOne({ ...owned(userId, id), deletedAt: { $exists: false } })
      .lean();
    if (!found) throw new AppError('webhook_not_found');
    return found;
  }

  /** Oldest first. */
  async page({ userId, after, limit }: Payload<'webhook.list'>): Promise<Reply<'webhook.list'>> {
    const now = this.clock.now();
    const found = await this.endpoints
      .find({
        userId: new ObjectId(userId),
        deletedAt: { $exists: false },
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean();
    return pageOf(
      found.map((document) => toWebhook(document, now)),
      limit,
    );
  }

  /**
   * Adds an endpoint. If repeated with the same ID, it has the secret of the latest attempt, which the user has seen.
   * Errors: limit_reached; webhook_not_found if it was deleted in the meantime; service_unavailable if a later attempt
   * or two rotations were stored first.
   */
  async add(
    { id, userId, ...settings }: Settings & { id: string; userId: string },
    secret: StoredSecret,
    note: AuditNote,
  ): Promise<EndpointDocument> {
    const now = this.clock.now();
    for (;;) {
      const renewed = await this.endpoints.findOneAndUpdate(
        {
          ...owned(userId, id),
          ...{ deletedAt: { $exists: false }, 'secrets.id': secret.id },
          ...notOvertaken(secret),
        },
        [{ $set: { secrets: renewedBy(secret) } }],
        { returnDocument: 'after', lean: true },
      );
      if (renewed) return renewed;
      const held = await this.endpoints.findOne(owned(userId, id), { deletedAt: 1 }).lean();
      if (held) throw held.deletedAt ? new AppError('webhook_not_found') : overtaken();
      const ofUser = { userId: new ObjectId(userId), slot: { $exists: true } };
      const taken = await this.endpoints.find(ofUser, { _id: 0, slot: 1 }).lean();
      const slot = freeSlot(
        taken.flatMap((each) => each.slot ?? []),
        MAX_WEBHOOKS,
      );
      if (slot === undefined)
        throw new AppError('limit_reached', `An account can have at most ${MAX_WEBHOOKS} webhooks`);
      const document: EndpointDocument = {
        ...owned(userId, id),
        ...settings,
        slot,
        secrets: [secret],
        disabledFor: null,
        failingSince: null,
        createdAt: now,
        updatedAt: now,
        dueAt: null,
        work: 0,
        leaseUntil: LONG_AGO,
        fence: 0,
        replays: [],
        pendingChange: new ObjectId(),
        notes: [note],
      };
      try {
        await this.endpoints.insertOne(document);
        this.changes.emit('changed');
        return document;
      } catch (error) {
        // Another request took the slot, or a repetition of this request was faster.
        if (!isDuplicateKey(error, SLOTS) && !isDuplicateKey(error, '_id_')) throw error;
      }
    }
  }

  /** Changes settings. An endpoint that is enabled again is due immediately. @throws AppError webhook_not_found */
  async set(
    userId: string,
    id: string,
    change: Partial<Settings & Pick<EndpointDocument, 'disabledFor'>>,
    note: AuditNote,
  ): Promise<EndpointDocument> {
    const isEnabled = change.disabledFor === null;
    const literal = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, { $literal: value }]),
    );
    const changed = {
      ...literal,
      ...(isEnabled && {
        restart: true,
        dueAt: '$$NOW',
        failingSince: null,
        work: { $add: ['$work', 1] },
      }),
      // While it is disabled, it must not block other endpoints.
      ...(change.disabledFor && { dueAt: null }),
    };
    const document = await this.tryToChange(userId, id, changed, note, {});
    if (!document) throw new AppError('webhook_not_found');
    this.changes.emit('changed');
    if (isEnabled) this.changes.emit('due');
    return document;
  }

  /**
   * Signs with a new secret, and with the previous one until `previousUntil`. One write decides which secret is the
   * previous one, so that both secrets of two concurrent rotations sign. @throws AppError webhook_not_found;
   * service_unavailable if a later attempt was stored first
   */
  async rotate(
    userId: string,
    id: string,
    { secret, previousUntil }: { secret: StoredSecret; previousUntil: Date },
    note: AuditNote,
  ): Promise<EndpointDocument> {
    const previous = {
      $map: {
        input: { $slice: ['$secrets', 1] },
        in: { $mergeObjects: ['$$this', { until: { $ifNull: ['$$this.until', previousUntil] } }] },
      },
    };
    const isKnown = { $in: [secret.id, '$secrets.id'] };
    const secrets = {
      $cond: [isKnown, renewedBy(secret), { $concatArrays: [[{ $literal: secret }], previous] }],
    };
    const rotated = await this.tryToChange(userId, id, { secrets }, note, notOvertaken(secret));
    if (rotated) return rotated;
    await this.get(userId, id);
    throw overtaken();
  }

  private tryToChange(
    userId: string,
    id: string,
    changed: Record<string, unknown>,
    note: AuditNote,
    only: object,
  ): Promise<EndpointDocument | null> {
    return this.endpoints
      .findOneAndUpdate(
        { ...owned(userId, id), deletedAt: { $exists: false }, ...only },
        [
          {
            $set: {
              ...changed,
              updatedAt: this.clock.now(),
              pendingChange: new ObjectId(),
              notes: notesAnd(note),
            },
          },
        ],
        { returnDocument: 'after', lean: true },
      )
      .exec();
  }

  /** Returns false if the endpoint doesn't exist. */
  async delete(userId: string, id: string, note: AuditNote): Promise<boolean> {
    const { modifiedCount } = await this.endpoints.updateOne(
      { ...owned(userId, id), deletedAt: { $exists: false } },
      {
        $set: { deletedAt: this.clock.now(), dueAt: null, replays: [], pendingChange: new ObjectId() },
        $unset: { slot: 1, disabled: 1 },
        $push: { notes: note },
      },
    );
    this.changes.emit('changed');
    return modifiedCount === 1;
  }

  /** Deletes the endpoints of an erased user, without audit entries. Returns true if none is left. */
  async deleteAll(userId: string): Promise<boolean> {
    const ofUser = { userId: new ObjectId(userId) };
    await this.endpoints.updateMany(
      { ...ofUser, deletedAt: { $exists: false } },
      {
        $set: { deletedAt: this.clock.now(), dueAt: null, replays: [], pendingChange: new ObjectId() },
        $unset: { slot: 1, disabled: 1, notes: 1 },
      },
    );
    return (await this.endpoints.exists(ofUser)) === null;
  }

  /** Stores a replay: a period whose messages are sent again. Errors: limit_reached. */
  async replay(
    userId: string,
    id: string,
    span: Pick<Replay, 'since' | 'until'>,
    note: AuditNote,
  ): Promise<void> {
    const replay: Replay = { id: new ObjectId(), ...span, after: null };
    const { modifiedCount } = await this.endpoints.updateOne(
      {
        ...owned(userId, id),
        deletedAt: { $exists: false },
        [`replays.${MAX_REPLAYS - 1}`]: { $exists: false },
      },
      [
        {
          $set: {
            replays: { $concatArrays: ['$replays', [replay]] },
            notes: notesAnd(note),
            work: { $add: ['$work', 1] },
            dueAt: unlessDisabled('$$NOW'),
          },
        },
      ],
    );
    if (modifiedCount === 1) {
      this.changes.emit('due');
      return;
    }
    await this.get(userId, id);
    throw new AppError('limit_reached', `At most ${MAX_REPLAYS} replays can be pending`);
  }

  /** The enabled endpoints of a user that subscribe to any of these event types. */
  wanting(userId: string, types: readonly WebhookEventType[]): Promise<EndpointDocument[]> {
    return this.endpoints
      .find({
        userId: new ObjectId(userId),
        deletedAt: { $exists: false },
        disabledFor: null,
        eventTypes: { $in: [...types] },
      })
      .lean()
      .exec();
  }

  /** Makes endpoints due, because they have new messages to send. @param note the audit entry of the request, if any */
  async haveWork(ids: readonly ObjectId[], note?: AuditNote): Promise<void> {
    if (ids.length === 0) return;
    await this.endpoints.updateMany({ _id: { $in: [...ids] }, deletedAt: { $exists: false } }, [
      {
        $set: {
          work: { $add: ['$work', 1] },
          dueAt: unlessDisabled({ $min: ['$dueAt', '$$NOW'] }),
          ...(note && { notes: notesAnd(note) }),
        },
      },
    ]);
    this.changes.emit('due');
  }

  /** Disables it, and stores the event to publish. Returns false if it was disabled before. */
  async disable({ _id }: EndpointDocument, reason: 'FAILURES' | 'GONE', note: AuditNote): Promise<boolean> {
    const at = this.clock.now();
    const { modifiedCount } = await this.endpoints.updateOne(
      { _id, disabledFor: null, deletedAt: { $exists: false } },
      {
        $set: { disabledFor: reason, disabled: { reason, at }, dueAt: null, pendingChange: new ObjectId() },
        $push: { notes: note },
      },
    );
    this.changes.emit('changed');
    return modifiedCount === 1;
  }

  async *all(): AsyncGenerator<EndpointDocument> {
    yield* this.endpoints.find().lean().cursor();
  }

  async reseal({ _id, secrets }: EndpointDocument, resealed: StoredSecret[]): Promise<void> {
    await this.endpoints.updateOne({ _id, secrets }, { $set: { secrets: resealed } });
  }
}

const overtaken = () => new AppError('service_unavailable', 'A later attempt was stored first');
/** Matches unless a later attempt has stored its secret. A redelivered command has the same secret. */
const notOvertaken = ({ id, sealed, attempt }: StoredSecret) =>
  attempt === undefined
    ? {}
    : { secrets: { $not: { $elemMatch: { id, attempt: { $gte: attempt }, sealed: { $ne: sealed } } } } };
/** Replaces the secret of an earlier attempt. Later rotations stay. */
const renewedBy = ({ until: _, ...secret }: StoredSecret) => {
  const renewed = { $mergeObjects: ['$$this', { $literal: secret }] };
  return {
    $map: { input: '$secrets', in: { $cond: [{ $eq: ['$$this.id', secret.id] }, renewed, '$$this'] } },
  };
};
