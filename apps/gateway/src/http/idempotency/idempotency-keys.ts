import { type Plain, collection, isDuplicateKey } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Document } from 'mongodb';
import type { Model } from 'mongoose';
import type { Repeatable } from './minting';

/** How long a gateway's lease on a request lasts without a renewal (milliseconds). */
export const LEASE_MS = 10_000;
/** How long a key is stored after its first request (milliseconds). */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;
/** If several first requests with a key come at once, the unique index may refuse all but one. */
const TRIES = 3;
const OVER = new Date(0);

/** A request to be claimed. */
export interface Asked {
  id: string;
  fingerprint: string;
  holder: string;
}

/** An answer as it is stored and replayed. */
export interface KeptAnswer {
  status: number;
  contentType: string;
  location: string | null;
  body: string;
}

/** What is stored of a key after a request with it. */
export interface KnownKey {
  fingerprint: string;
  /** The process that carries the request out, or did last. */
  holder: string;
  answer: KeptAnswer | null;
}

@Schema(collection('idempotencyKeys'))
export class IdempotencyKeyRecord implements KnownKey {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: String }) fingerprint!: string;
  @Prop({ type: String }) holder!: string;
  @Prop({ type: Object }) answer!: KeptAnswer | null;
  @Prop({ type: Date }) startedAt!: Date;
  @Prop({ type: Number }) attempt!: number;
  @Prop({ type: Date }) leaseUntil!: Date;
  @Prop({ type: Date }) expiresAt!: Date;
}

export const IdempotencyKeySchema = SchemaFactory.createForClass(IdempotencyKeyRecord).index(
  { expiresAt: 1 },
  { expireAfterSeconds: 0 },
);

export type Known = KnownKey & Repeatable;

/** The keys of requests, and the stored answers. All times are the database's. */
@Injectable()
export class IdempotencyKeys {
  constructor(
    @InjectModel(IdempotencyKeyRecord.name) private readonly keys: Model<Plain<IdempotencyKeyRecord>>,
  ) {}

  /**
   * Claims a request if it is free: new, or unanswered and its holder has released it or is lost. Returns the stored
   * state after that.
   */
  async claim(asked: Asked): Promise<Known> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.tryToClaim(asked);
      } catch (error) {
        if (!isDuplicateKey(error) || tries === TRIES) throw error;
      }
    }
  }

  /** Stores the answer for repeats. Returns false if another process has taken the request over meanwhile. */
  async keep({ id, holder }: Asked, answer: KeptAnswer): Promise<boolean> {
    const { matchedCount } = await this.keys.updateOne({ _id: id, holder }, { $set: { answer } });
    return matchedCount === 1;
  }

  /** Releases the request, so that a repeat is carried out at once. */
  async release({ id, holder }: Asked): Promise<void> {
    await this.keys.updateOne({ _id: id, holder, answer: null }, { $set: { leaseUntil: OVER } });
  }

  /** Renews the lease. */
  async renew({ id, holder }: Asked): Promise<void> {
    await this.keys.updateOne({ _id: id, holder }, [{ $set: { leaseUntil: inMs(LEASE_MS) } }]);
  }

  private async tryToClaim(asked: Asked): Promise<Known> {
    const options = { upsert: true, returnDocument: 'after', lean: true } as const;
    const document = await this.keys.findOneAndUpdate({ _id: asked.id }, claiming(asked), options);
    if (!document) throw new Error('What was just claimed is not there');
    const { _id: id, ...known } = document;
    return { id, ...known };
  }
}

/** The decision and the claim are one write, so that two gateways cannot both claim a request. */
function claiming({ fingerprint, holder }: Asked): Document[] {
  const lease = { holder, leaseUntil: inMs(LEASE_MS) };
  const beginning = { startedAt: '$$NOW', expiresAt: inMs(REMEMBERED_MS), attempt: 1 };
  const first = { _id: '$_id', fingerprint, ...lease, ...beginning, answer: null };
  const again = { $mergeObjects: ['$$ROOT', { ...lease, attempt: { $add: ['$attempt', 1] } }] };
  const isNew = { $lte: [{ $ifNull: ['$expiresAt', OVER] }, '$$NOW'] };
  const isGivenUp = {
    $and: [
      { $eq: ['$fingerprint', fingerprint] },
      { $eq: ['$answer', null] },
      { $lte: ['$leaseUntil', '$$NOW'] },
    ],
  };
  const branches = [
    { case: isNew, then: first },
    { case: isGivenUp, then: again },
  ];
  return [{ $replaceWith: { $switch: { branches, default: '$$ROOT' } } }];
}

function inMs(milliseconds: number): Document {
  return { $add: ['$$NOW', milliseconds] };
}
