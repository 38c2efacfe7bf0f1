import type { AuditNote, Channel, Person, Variables, WebhookEvent } from '@carillon/contracts';
import { type AttributeValue, dateText } from '@carillon/input';
import { NOTES_INDEX, type Plain, collection, part } from '@carillon/mongo';
import { WEBHOOK_EVENTS_INDEX } from '@carillon/webhooks';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Schema as MongooseSchema, Types } from 'mongoose';
import { personTerms } from '../search-terms';

/** An address of a person, on the channel that it is used for. */
export interface ChannelAddress {
  channel: Channel;
  address: string;
}

/** The stored value of an attribute. A date is a date only here: everywhere else, it is text. */
export type StoredValue = AttributeValue | Date;

/** An attribute. Its name is a value here, because the database would interpret some names ($, dots). */
export interface Attribute {
  k: string;
  v: StoredValue;
}

const ChannelAddressSchema = new MongooseSchema<ChannelAddress>({ channel: String, address: String }, part);
const AttributeSchema = new MongooseSchema<Attribute>({ k: String, v: MongooseSchema.Types.Mixed }, part);

/** The schemas of the parts of a person. */
export const attributeParts = { channel: ChannelAddressSchema, attribute: AttributeSchema };

/**
 * A person of a user, with the data that doesn't depend on groups. A membership doesn't refer to its person. Its address
 * determines the person, so a merge changes no membership.
 */
@Schema(collection('people'))
export class PersonRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  /**
   * The number of the person within the user's people. The numbers of people who were merged into this one follow, because
   * earlier events are stored by number. Empty until the person is stored.
   */
  @Prop({ type: [Number] }) n!: number[];
  /** The person's own number, which is the first of `n`, for indexes: they can't answer for lists without the document. */
  @Prop({ type: Number }) number?: number;
  /** The ID of the person in the user's own system. */
  @Prop({ type: String }) externalId?: string;
  /** The preferred address of each channel comes first. */
  @Prop({ type: [ChannelAddressSchema] }) channels!: ChannelAddress[];
  @Prop({ type: [AttributeSchema], default: undefined }) attributes?: Attribute[];
  /** BCP 47. */
  @Prop({ type: String }) locale?: string;
  /** IANA. */
  @Prop({ type: String }) timeZone?: string;
  /** ISO 3166-1 alpha-2. */
  @Prop({ type: String }) country?: string;
  /** The ID of the person that was last merged into this one. It identifies a repeated merge. */
  @Prop({ type: Types.ObjectId }) mergedFrom?: ObjectId;
  /** The search terms of the person (../search-terms.ts). */
  @Prop({ type: [String], default: undefined }) terms?: string[];
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
  /** Webhook events that are not published yet. */
  @Prop({ type: [Object], default: undefined }) pendingWebhookEvents?: WebhookEvent[];
  /** Counts changes, so that concurrent changes are noticed. */
  @Prop({ type: Number }) rev!: number;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
}

export type PersonDocument = Plain<PersonRecord>;

/** Lists. They must name it: for the order of `_id`, the planner could choose the primary key. */
export const IN_ORDER = { userId: 1, _id: 1 } as const;

/**
 * An address belongs to one person at a time. A phone number belongs to one person on SMS and WhatsApp together, so the
 * channel isn't part of the key.
 */
export const BY_ADDRESS = { userId: 1, 'channels.address': 1 } as const;

export const BY_EXTERNAL_ID = { userId: 1, externalId: 1 } as const;

/** The values of an attribute, and the people who have it. A list has a key for each of its texts. */
export const BY_ATTRIBUTE = { userId: 1, 'attributes.k': 1, 'attributes.v': 1 } as const;

/** The numbers of people, without reading documents, and the people with some numbers. */
export const BY_NUMBER = { userId: 1, number: 1 } as const;

/** Searches: the beginning of a term. */
export const BY_TERM = { userId: 1, terms: 1 } as const;

/** Matches people whom another person was merged into. */
export const isMerged = { 'n.1': { $exists: true } } as const;
export const MERGED = 'merged';

export const PersonSchema = SchemaFactory.createForClass(PersonRecord)
  .index(IN_ORDER)
  .index(BY_ADDRESS, {
    unique: true,
    // Otherwise, people without an address would share the key null.
    partialFilterExpression: { 'channels.address': { $exists: true } },
  })
  .index(...NOTES_INDEX)
  .index(...WEBHOOK_EVENTS_INDEX)
  .index({ userId: 1 }, { name: MERGED, partialFilterExpression: isMerged })
  .index(BY_ATTRIBUTE)
  .index(BY_NUMBER)
  .index(BY_TERM)
  .index(BY_EXTERNAL_ID, { unique: true, partialFilterExpression: { externalId: { $exists: true } } });

export function toPerson(document: PersonDocument): Person {
  const { _id, userId, externalId, channels, attributes, locale, timeZone, country } = document;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    externalId: externalId ?? null,
    channels,
    attributes: attributesOf(attributes),
    locale: locale ?? null,
    timeZone: timeZone ?? null,
    country: country ?? null,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

/** The search terms of a person with these values. */
export function termsOf({
  externalId,
  channels,
  attributes,
}: Pick<PersonDocument, 'externalId' | 'channels' | 'attributes'>): string[] {
  const addresses = [...new Set(channels.map(({ address }) => address))];
  return personTerms({ externalId, addresses, attributes: attributesOf(attributes) });
}

/** The unique key of an address on its channel. */
export function keyOf({ channel, address }: ChannelAddress): string {
  return `${channel} ${address}`;
}

/** All addresses of these people. */
export function addressesOf(people: readonly Pick<PersonDocument, 'channels'>[]): string[] {
  return people.flatMap(({ channels }) => channels.map(({ address }) => address));
}

/** The addresses that aren't among the others. */
export function addressesBeyond(
  others: readonly ChannelAddress[],
  addresses: readonly ChannelAddress[],
): ChannelAddress[] {
  const known = new Set(others.map(keyOf));
  return addresses.filter((each) => !known.has(keyOf(each)));
}

/** Stored attributes by name. A date is text. */
export function attributesOf(attributes: readonly Attribute[] | undefined): Variables {
  return Object.fromEntries((attributes ?? []).map(({ k, v }) => [k, v instanceof Date ? dateText(v) : v]));
}
