import { AppError } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { Clock } from '@carillon/platform';
import type { Feature } from './feature';
import { type Plain, collection } from './schema-options';

/** A user who is erased; the id is the user's. Kept for ever: an unsubscribe link works for years. */
@Schema(collection('erasedUsers'))
export class ErasedUserRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Date }) at!: Date;
}

const ErasedUserSchema = SchemaFactory.createForClass(ErasedUserRecord);

/**
 * The users whose data this service has erased, or is erasing. The account service decides it; each service learns it by
 * its first step of the erasure, and from then on takes nothing about them any more.
 */
@Injectable()
export class ErasedUsers {
  constructor(
    @InjectModel(ErasedUserRecord.name) private readonly users: Model<Plain<ErasedUserRecord>>,
    private readonly clock: Clock,
  ) {}

  async add(userId: string): Promise<void> {
    const at = this.clock.now();
    await this.users.updateOne({ _id: new ObjectId(userId) }, { $setOnInsert: { at } }, { upsert: true });
  }

  async has(userId: string): Promise<boolean> {
    return (await this.users.exists({ _id: new ObjectId(userId) })) !== null;
  }

  /** For commands of a gateway that has not heard yet that the keys are void. @throws AppError invalid_api_key */
  async refuse(userId: string): Promise<void> {
    if (await this.has(userId)) throw new AppError('invalid_api_key');
  }
}

/** What a service needs that may be told something late about a user who is erased. */
export const erasedUsers: Feature = {
  collections: [{ name: ErasedUserRecord.name, schema: ErasedUserSchema }],
  providers: [ErasedUsers],
};
