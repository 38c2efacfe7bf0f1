import { ObjectId } from 'mongodb';
import { type Channel, type Consent, type Subscriber, type Variables, channels } from '@carillon/contracts';

/**
 * `extraData` is kept as the JSON text that it came as: a document database reads meaning into some keys ($, dots, _bsontype)
 * and must not into a client's. Its length is known, and a page that needs none of it need not parse it.
 */
export interface SubscriberDocument {
  _id: ObjectId;
  userId: ObjectId;
  groupId: ObjectId;
  channel: Channel;
  address: string;
  token: string;
  extraData: string;
  /** How they came to be a member, for whoever has to prove it; nobody is shown it. Older ones have none. */
  consent?: (Consent | FileConsent) & { at: Date };
  createdAt: Date;
  updatedAt: Date;
}

/** Named in a file that whoever had this API key imported. */
interface FileConsent {
  source: 'IMPORT';
  keyId: string;
  importId: string;
}

/**
 * The index that pages of a whole group follow. They must name it: in the order of `_id` the planner may think the primary key
 * as good, and would then read past every other group's members.
 */
export const IN_ORDER = { groupId: 1, _id: 1 } as const;

/** The same for pages of one channel. By it alone, merged by `_id`, pages of the whole would cost a third more. */
export const IN_ORDER_OF_CHANNEL = { groupId: 1, channel: 1, _id: 1 } as const;

/** A group has an address once on a channel; also the order in which several groups are counted together. */
export const BY_ADDRESS = { groupId: 1, channel: 1, address: 1 } as const;

/** The part of a page's filter that names the channel; any of those that there are, if it is null. */
export function through(channel: Channel | null): { channel: { $in: Channel[] } } {
  return { channel: { $in: channel === null ? [...channels] : [channel] } };
}

/** The part of a page's filter that begins behind an id. */
export function following(after: string | null): { _id?: { $gt: ObjectId } } {
  return after === null ? {} : { _id: { $gt: new ObjectId(after) } };
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
