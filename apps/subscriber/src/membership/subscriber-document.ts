import type { Channel, Consent, ConsentDetails, Subscriber, Variables } from '@carillon/contracts';
import { type Plain, collection, part } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Schema as MongooseSchema, Types } from 'mongoose';

/** The address was in a file that was imported with this API key. */
interface FileConsent {
  source: 'IMPORT';
  keyId: string;
  importId: string;
  given?: ConsentDetails;
}

/** The person filled in this form, and confirmed the address. The form has the place of the key. */
interface SignUpConsent {
  source: 'SIGN_UP';
  keyId: string;
  given: ConsentDetails;
}

/** How a person became a member, other than by a file. */
export type SingleConsent = Consent | SignUpConsent;

const ConsentSchema = new MongooseSchema(
  { source: String, keyId: String, importId: String, at: Date, given: Object },
  part,
);

@Schema(collection('subscribers'))
export class SubscriberRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Types.ObjectId }) groupId!: ObjectId;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) address!: string;
  @Prop({ type: String }) token!: string;

  /**
   * Stored as JSON text, because the database would interpret some of a client's keys ($, dots, _bsontype). Its length
   * is known, and pages that don't need it don't parse it.
   */
  @Prop({ type: String }) extraData!: string;
  /**
   * The search terms of the member's own names (../search-terms.ts). A member of release 0.3.0 also has those of its
   * address.
   */
  @Prop({ type: [String], default: undefined }) terms?: string[];
  /** The evidence of how the subscriber became a member. Users see what they provided. */
  @Prop({ type: ConsentSchema }) consent!: (SingleConsent | FileConsent) & { at: Date };
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
}

export type SubscriberDocument = Plain<SubscriberRecord>;

/**
 * The index for pages of a whole group. These queries must name it, because for the order of `_id`, the planner could
 * choose the primary key and read the members of all other groups, too.
 */
export const IN_ORDER = { groupId: 1, _id: 1 } as const;

/**
 * The index for pages of one channel. Pages of the whole group with this index, merged by `_id`, would cost a third
 * more.
 */
export const IN_ORDER_OF_CHANNEL = { groupId: 1, channel: 1, _id: 1 } as const;

/** An address occurs once per group and channel. Counts of several groups also follow this order. */
export const BY_ADDRESS = { groupId: 1, channel: 1, address: 1 } as const;

/** The memberships of an address in all groups, without reading their documents. */
export const OF_ADDRESS = { userId: 1, address: 1, channel: 1, groupId: 1, _id: 1 } as const;

/**
 * Searches: the beginning of a term, in some groups. Most members have no terms. In databases of release 0.3.0, the index
 * `{ groupId: 1, terms: 1 }` contains all members. It can be dropped in the release after 0.4.0.
 */
export const BY_TERM = { groupId: 1, terms: 1, channel: 1 } as const;

export const SubscriberSchema = SchemaFactory.createForClass(SubscriberRecord)
  .index(BY_ADDRESS, { unique: true })
  .index(IN_ORDER)
  .index(IN_ORDER_OF_CHANNEL)
  .index(OF_ADDRESS)
  .index(BY_TERM, { partialFilterExpression: { terms: { $exists: true } } });

export function toSubscriber(document: SubscriberDocument): Subscriber {
  return {
    id: document._id.toHexString(),
    userId: document.userId.toHexString(),
    groupId: document.groupId.toHexString(),
    channel: document.channel,
    address: document.address,
    token: document.token,
    extraData: JSON.parse(document.extraData) as Variables,
    ...(document.consent.given && { consent: document.consent.given }),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}
