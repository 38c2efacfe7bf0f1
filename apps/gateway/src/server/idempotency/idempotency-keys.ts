import { type Plain, collection, isDuplicateKey } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Document } from 'mongodb';
import type { Model } from 'mongoose';
import type { Repeatable } from './minting';

/** How long a gateway that says nothing more is believed to be at a request (milliseconds). */
export const LEASE_MS = 10_000;
/** How long a key is remembered from its first request on (milliseconds). */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;
/** Of several requests that are the first with a key at once, all but one may be turned away by the unique index. */
const TRIES = 3;
const OVER = new Date(0);

/** A request that was tried to be claimed. */
export interface Asked {
  id: string;
  fingerprint: string;
  holder: string;
}

/** An answer as it is kept and given again. */
export interface KeptAnswer {
  status: number;
  contentType: string;
  location: string | null;
  body: string;
}

/** What is known of a key after a request came with it. */
export interface KnownKey {
  fingerprint: string;
  /** Who carries the request out, or did last. */
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

/** The keys that requests came with, and what was answered. All times are the database's. */
@Injectable()
export class IdempotencyKeys {
  constructor(
    @InjectModel(IdempotencyKeyRecord.name) private readonly keys: Model<Plain<IdempotencyKeyRecord>>,
  ) {}

  /**
   * Claims a request if nobody has it: if it is new, or was not answered and whoever was at it gave it up or is
   * gone. Answers what is known then.
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

  /** What repeats are answered from now on. False: somebody else has taken the request over meanwhile. */
  async keep({ id, holder }: Asked, answer: KeptAnswer): Promise<boolean> {
    const { matchedCount } = await this.keys.updateOne({ _id: id, holder }, { $set: { answer } });
    return matchedCount === 1;
  }

  /** Lets whoever repeats the request carry it out again at once. */
  async release({ id, holder }: Asked): Promise<void> {
    await this.keys.updateOne({ _id: id, holder, answer: null }, { $set: { leaseUntil: OVER } });
  }

  /** Says that somebody is still at it. */
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
