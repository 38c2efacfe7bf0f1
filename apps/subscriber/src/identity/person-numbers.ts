import { type Plain, collection } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Collection, Model } from 'mongoose';
import type { PersonDocument } from './person-document';

/** The numbers that the people of a user (`_id`) have received. */
@Schema(collection('personNumbers'))
export class PersonNumberRecord {
  readonly _id!: ObjectId;
  /** The last number. Numbers begin with 1. */
  @Prop({ type: Number }) last!: number;
}

export const PersonNumberSchema = SchemaFactory.createForClass(PersonNumberRecord);

/** A number has 32 bits wherever sets of people are stored. */
const HIGHEST = 0xffff_ffff;

/** Numbers the people of each user, so that sets of people are small. A number is never given to another person. */
@Injectable()
export class PersonNumbers {
  constructor(
    @InjectModel(PersonNumberRecord.name) private readonly numbers: Model<Plain<PersonNumberRecord>>,
  ) {}

  /** Gives numbers to new people of a user, in one write. */
  give(userId: string, people: readonly PersonDocument[]): Promise<PersonDocument[]> {
    return numbered(this.numbers.collection, userId, people);
  }

  async remove(userId: string): Promise<void> {
    await this.numbers.deleteOne({ _id: new ObjectId(userId) });
  }
}

/** New people with their numbers. Numbers of people who aren't added afterward remain unused. */
export async function numbered(
  numbers: Collection,
  userId: string,
  people: readonly PersonDocument[],
): Promise<PersonDocument[]> {
  const counter = await numbers.findOneAndUpdate(
    { _id: new ObjectId(userId) },
    { $inc: { last: people.length } },
    { upsert: true, returnDocument: 'after' },
  );
  const { last } = counter as unknown as Plain<PersonNumberRecord>;
  if (last > HIGHEST) throw new Error(`All numbers of people of the user ${userId} are used`);
  const first = last - people.length + 1;
  return people.map((person, index) => ({ ...person, n: [first + index], number: first + index }));
}
