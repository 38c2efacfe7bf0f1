import { type Channel, type Payload, type Reply, channels } from '@carillon/contracts';
import { type Plain, collection, isDuplicateKey } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';
import { ConsentSettings } from './consent-settings';

/** A person gets at most one reply in this time (milliseconds). */
const PAUSE_MS = 3_600_000;

/** The last reply to a person's HELP. */
@Schema(collection('helpAnswers'))
export class HelpAnswerRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) address!: string;
  /** The message that got the reply. */
  @Prop({ type: String }) providerId!: string;
  @Prop({ type: Date }) at!: Date;
}

export const HelpAnswerSchema = SchemaFactory.createForClass(HelpAnswerRecord)
  .index({ userId: 1, channel: 1, address: 1 }, { unique: true })
  .index({ at: 1 }, { expireAfterSeconds: PAUSE_MS / 1_000 });

/**
 * Replies to HELP with the account's text, once per hour and person, so that two automated systems don't reply to each
 * other forever.
 */
@Injectable()
export class AnswerHelp {
  constructor(
    @InjectModel(HelpAnswerRecord.name) private readonly answers: Model<Plain<HelpAnswerRecord>>,
    private readonly settings: ConsentSettings,
    private readonly clock: Clock,
  ) {}

  async answer(message: Payload<'message.help'>): Promise<Reply<'message.help'>> {
    const { helpText } = await this.settings.of(message.userId);
    if (helpText === null) return { text: null };
    return { text: (await this.isDue(message)) ? helpText : null };
  }

  /** The latest replies to a person on each channel. */
  async ofPerson(userId: string, address: string): Promise<{ channel: Channel; at: string }[]> {
    const found = await this.answers.find(person(userId, address), { _id: 0, channel: 1, at: 1 }).lean();
    return found.map(({ channel, at }) => ({ channel, at: at.toISOString() }));
  }

  /** Removes the data of a person, on all channels. */
  async erase(userId: string, address: string): Promise<void> {
    await this.answers.deleteMany(person(userId, address));
  }

  /** Removes all data of a user. Each entry expires after an hour. */
  async removeAll(userId: string): Promise<void> {
    await this.answers.deleteMany({ userId: new ObjectId(userId) });
  }

  private async isDue({ userId, channel, address, providerId }: Payload<'message.help'>): Promise<boolean> {
    const person = { userId: new ObjectId(userId), channel, address };
    const now = this.clock.now();
    try {
      await this.answers.updateOne(
        { ...person, at: { $lte: new Date(now.getTime() - PAUSE_MS) } },
        { $set: { at: now, providerId } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await this.answers.exists({ ...person, providerId })) !== null;
    }
  }
}

function person(userId: string, address: string) {
  return { userId: new ObjectId(userId), channel: { $in: [...channels] }, address };
}
