import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type WebhookWorkerConfig, leaseMs, webhookWorkerConfig } from '../config';
import { type EndpointDocument, EndpointRecord, type Replay } from './endpoint-record';

export const LONG_AGO = new Date(0);

/**
 * The endpoints, for the code that sends messages. Leases and due times use the database's clock, never that of a
 * process.
 */
@Injectable()
export class EndpointLeases {
  private readonly leaseMs: number;

  constructor(
    @InjectModel(EndpointRecord.name) private readonly endpoints: Model<EndpointDocument>,
    @Inject(webhookWorkerConfig.token) config: WebhookWorkerConfig,
  ) {
    this.leaseMs = leaseMs(config);
  }

  /** Leases the endpoint that has waited longest, except those of some users. Null: none is due and unleased. */
  claim(exceptUsers: readonly string[] = []): Promise<EndpointDocument | null> {
    return this.endpoints
      .findOneAndUpdate(
        {
          dueAt: { $type: 'date' },
          disabledFor: null,
          ...(exceptUsers.length > 0 && { userId: { $nin: exceptUsers.map((user) => new ObjectId(user)) } }),
          $expr: { $and: [{ $lte: ['$dueAt', '$$NOW'] }, { $lt: ['$leaseUntil', '$$NOW'] }] },
        },
        [{ $set: { leaseUntil: later(this.leaseMs), fence: { $add: ['$fence', 1] } } }],
        { sort: { dueAt: 1 }, hint: 'due', returnDocument: 'after', lean: true },
      )
      .exec();
  }

  /** Renews the lease, and returns the current endpoint. Null: it is disabled or deleted, or another worker has it. */
  renew({ _id, fence }: EndpointDocument): Promise<EndpointDocument | null> {
    return this.endpoints
      .findOneAndUpdate(
        { _id, fence, disabledFor: null, deletedAt: { $exists: false } },
        [{ $set: { leaseUntil: later(this.leaseMs) } }],
        { returnDocument: 'after', lean: true },
      )
      .exec();
  }

  /**
   * Ends the lease. The endpoint is due again at `dueAt`, or after `atLatest` (milliseconds) if that is sooner, or
   * immediately if new messages arrived since it was read.
   */
  async release(
    { _id, fence, work }: EndpointDocument,
    dueAt: Date | null,
    atLatest: number | null,
  ): Promise<void> {
    const soonest = atLatest === null ? dueAt : { $min: [dueAt, later(atLatest)] };
    const next = { $cond: [{ $eq: ['$work', work] }, soonest, '$$NOW'] };
    await this.endpoints.updateOne({ _id, fence, deletedAt: { $exists: false } }, [
      { $set: { leaseUntil: LONG_AGO, dueAt: unlessDisabled(next) } },
    ]);
  }

  /**
   * Ends the lease of an endpoint that was disabled in the meantime, so that it doesn't wait for the end of the lease
   * when it is enabled.
   */
  async letGo({ _id, fence }: EndpointDocument): Promise<void> {
    await this.endpoints.updateOne({ _id, fence }, { $set: { leaseUntil: LONG_AGO } });
  }

  /** Records since when the endpoint fails. Null: it works. */
  async noteFailing({ _id }: EndpointDocument, since: Date | null): Promise<void> {
    if (since === null) await this.endpoints.updateOne({ _id }, { $set: { failingSince: null } });
    else await this.endpoints.updateOne({ _id, failingSince: null }, { $set: { failingSince: since } });
  }

  /** Records that the pending messages of the endpoint are due again. */
  async restarted({ _id, fence }: EndpointDocument): Promise<void> {
    await this.endpoints.updateOne({ _id, fence }, { $unset: { restart: 1 } });
  }

  /** Records the last message of a replay that was made pending again; null: the replay is complete. */
  async advanceReplay({ _id }: EndpointDocument, { id }: Replay, last: Replay['after']): Promise<void> {
    await (last === null
      ? this.endpoints.updateOne({ _id }, { $pull: { replays: { id } } })
      : this.endpoints.updateOne(
          { _id, 'replays.id': id },
          { $set: { 'replays.$.after': { _id: last._id, at: last.at } } },
        ));
  }

  /** The number of failing endpoints, and how long the longest waiting one has been due (seconds). */
  async overview(): Promise<{ failing: number; waitingSeconds: number }> {
    const now = Date.now();
    const [failing, oldest] = await Promise.all([
      this.endpoints.countDocuments({ failingSince: { $type: 'date' }, disabledFor: null }),
      this.endpoints
        .findOne(
          { dueAt: { $type: 'date' }, disabledFor: null, leaseUntil: { $lt: new Date(now) } },
          { dueAt: 1 },
        )
        .sort({ dueAt: 1 })
        .hint('due')
        .lean(),
    ]);
    return { failing, waitingSeconds: oldest?.dueAt ? Math.max(0, now - oldest.dueAt.getTime()) / 1_000 : 0 };
  }
}

/** `claim` reads due endpoints in the order of time. A disabled endpoint is due only when it is enabled again. */
export const unlessDisabled = (dueAt: unknown) => ({ $cond: [{ $eq: ['$disabledFor', null] }, dueAt, null] });
const later = (milliseconds: number) => ({ $add: ['$$NOW', milliseconds] });
