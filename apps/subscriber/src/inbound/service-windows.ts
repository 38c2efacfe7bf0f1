import { type Plain, collection } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';

const HOUR_MS = 3_600_000;
/**
 * WhatsApp accepts free text for 24 hours after a person's last message. Source: Meta, customer service windows; Twilio
 * 63016.
 */
const WINDOW_MS = 24 * HOUR_MS;
/** Clocks differ, and time passes between this check and the sending. */
const MARGIN_MS = 5 * 60_000;
const KEPT_SECONDS = (2 * WINDOW_MS) / 1_000;

@Schema(collection('serviceWindows'))
export class ServiceWindowRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) address!: string;
  @Prop({ type: Date }) lastInboundAt!: Date;
}

export const ServiceWindowSchema = SchemaFactory.createForClass(ServiceWindowRecord)
  .index({ userId: 1, address: 1 }, { unique: true })
  .index({ lastInboundAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });

/** The open WhatsApp service windows of users. */
@Injectable()
export class ServiceWindows {
  constructor(
    @InjectModel(ServiceWindowRecord.name) private readonly serviceWindows: Model<Plain<ServiceWindowRecord>>,
  ) {}

  /** Records a person's message. An earlier message that arrives late changes nothing. */
  async note(userId: string, address: string, at: Date): Promise<void> {
    await this.serviceWindows.updateOne(
      { userId: new ObjectId(userId), address },
      { $max: { lastInboundAt: at } },
      { upsert: true },
    );
  }

  /** When this person last wrote; null: not recently. */
  async lastInboundAt(userId: string, address: string): Promise<Date | null> {
    const found = await this.serviceWindows.findOne({ userId: new ObjectId(userId), address }).lean();
    return found?.lastInboundAt ?? null;
  }

  async erase(userId: string, address: string): Promise<void> {
    await this.serviceWindows.deleteOne({ userId: new ObjectId(userId), address });
  }

  /** Removes all data of a user. Each entry expires after two days. */
  async removeAll(userId: string): Promise<void> {
    await this.serviceWindows.deleteMany({ userId: new ObjectId(userId) });
  }

  /** Returns the addresses that may be sent free text. */
  async among(userId: string, addresses: readonly string[], now: Date): Promise<Set<string>> {
    const lastInboundAt = { $gt: new Date(now.getTime() - WINDOW_MS + MARGIN_MS) };
    const among = { userId: new ObjectId(userId), address: { $in: [...addresses] }, lastInboundAt };
    const open = await this.serviceWindows.find(among, { _id: 0, address: 1 }).lean();
    return new Set(open.map(({ address }) => address));
  }
}
