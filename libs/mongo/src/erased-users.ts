import { AppError } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { Clock } from '@carillon/platform';
import type { Feature } from './feature';
import { type Plain, collection } from './schema-options';

/** An erased user; the ID is the user's. Kept permanently, because an unsubscribe link works for years. */
@Schema(collection('erasedUsers'))
export class ErasedUserRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Date }) at!: Date;
}

const ErasedUserSchema = SchemaFactory.createForClass(ErasedUserRecord);

/**
 * The users whose data this service has erased, or is erasing. The account service decides the erasure. Each service
 * learns about it with its first step of the erasure, and from then on accepts nothing about the user.
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

  /** For commands of a gateway that doesn't know yet that the keys are invalid. @throws AppError invalid_api_key */
  async refuse(userId: string): Promise<void> {
    if (await this.has(userId)) throw new AppError('invalid_api_key');
  }
}

/** For services that may receive late messages about an erased user. */
export const erasedUsers: Feature = {
  collections: [{ name: ErasedUserRecord.name, schema: ErasedUserSchema }],
  providers: [ErasedUsers],
};
