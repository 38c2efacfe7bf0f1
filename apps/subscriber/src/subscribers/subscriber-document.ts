import type { Channel, Consent, Subscriber, Variables } from '@carillon/contracts';
import { type Plain, collection, part } from '@carillon/platform';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Schema as MongooseSchema, Types } from 'mongoose';

/** Named in a file that whoever had this API key imported. */
interface FileConsent {
  source: 'IMPORT';
  keyId: string;
  importId: string;
}

const ConsentSchema = new MongooseSchema({ source: String, keyId: String, importId: String, at: Date }, part);

@Schema(collection('subscribers'))
export class SubscriberRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Types.ObjectId }) groupId!: ObjectId;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) address!: string;
  @Prop({ type: String }) token!: string;

  /**
   * Kept as the JSON text that it came as: a document database reads meaning into some keys ($, dots, _bsontype) and must
   * not into a client's. Its length is known, and a page that needs none of it need not parse it.
   */
  @Prop({ type: String }) extraData!: string;
  /** How they came to be a member, for whoever has to prove it; nobody is shown it. */
  @Prop({ type: ConsentSchema }) consent!: (Consent | FileConsent) & { at: Date };
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
}

export type SubscriberDocument = Plain<SubscriberRecord>;

/**
 * The index that pages of a whole group follow. They must name it: in the order of `_id` the planner may think the primary key
 * as good, and would then read past every other group's members.
 */
export const IN_ORDER = { groupId: 1, _id: 1 } as const;

/** The same for pages of one channel. By it alone, merged by `_id`, pages of the whole would cost a third more. */
export const IN_ORDER_OF_CHANNEL = { groupId: 1, channel: 1, _id: 1 } as const;

/** A group has an address once on a channel; also the order in which several groups are counted together. */
export const BY_ADDRESS = { groupId: 1, channel: 1, address: 1 } as const;

export const SubscriberSchema = SchemaFactory.createForClass(SubscriberRecord)
  .index(BY_ADDRESS, { unique: true })
  .index(IN_ORDER)
  .index(IN_ORDER_OF_CHANNEL);

/** What tells members of a group apart. */
export function keyOf({ channel, address }: Pick<Subscriber, 'channel' | 'address'>): string {
  return `${channel} ${address}`;
}

export function toSubscriber(document: SubscriberDocument): Subscriber {
  return {
    id: document._id.toHexString(),
    userId: document.userId.toHexString(),
    groupId: document.groupId.toHexString(),
    channel: document.channel,
    address: document.address,
    token: document.token,
    extraData: JSON.parse(document.extraData) as Variables,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}
