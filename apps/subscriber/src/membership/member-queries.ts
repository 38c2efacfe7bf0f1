import type { Variables } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import type { ValueReader } from '../identity';
import { memberTerms } from '../search-terms';
import type { ReadChunk } from './read-page';
import type { BY_ADDRESS, IN_ORDER, IN_ORDER_OF_CHANNEL, SubscriberDocument } from './subscriber-document';

/** The indexes from which pages of members are read. */
export type OrderIndex = typeof IN_ORDER | typeof IN_ORDER_OF_CHANNEL | typeof BY_ADDRESS;

export function ofGroup(userId: string, groupId: string): { userId: ObjectId; groupId: ObjectId } {
  return { userId: new ObjectId(userId), groupId: new ObjectId(groupId) };
}

/** The condition for these IDs, of groups or members. */
export function anyOf(ids: readonly string[]): { $in: ObjectId[] } {
  return { $in: ids.map((id) => new ObjectId(id)) };
}

/** The filter for the documents after an ID. */
export function following(after: string | null): { _id?: { $gt: ObjectId } } {
  return after === null ? {} : { _id: { $gt: new ObjectId(after) } };
}

/** The update of a member to new extra data, with the search terms that result from it. */
export function withExtraData(extraData: string): {
  $set?: Pick<SubscriberDocument, 'extraData' | 'terms'>;
  $unset?: { terms: '' };
} {
  const terms = memberTerms(extraData);
  return terms ? { $set: { extraData, terms } } : { $set: { extraData }, $unset: { terms: '' } };
}

/** Reads the documents that match a filter in the order of their IDs, by an index. */
export function readInOrder<D>(
  subscribers: Model<SubscriberDocument>,
  filter: QueryFilter<SubscriberDocument>,
  index: OrderIndex,
  fields = {},
): ReadChunk<D> {
  return async (last, count) =>
    subscribers
      .find({ ...filter, ...following(last) }, fields)
      .sort({ _id: 1 })
      .hint(index)
      .limit(count)
      .batchSize(count)
      .lean<D[]>();
}

/** Adds the values of their people to documents, if people have any. The reader is awaited beside the first chunk. */
export function withValues<D extends { address: string; values?: Variables }>(
  chunk: ReadChunk<D>,
  reader: Promise<ValueReader | null>,
): ReadChunk<D> {
  return async (after, count) => {
    const [documents, valuesOf] = await Promise.all([chunk(after, count), reader]);
    if (!valuesOf) return documents;
    const values = await valuesOf(documents.map(({ address }) => address));
    for (const document of documents) {
      const ofPerson = values.get(document.address);
      if (ofPerson) document.values = ofPerson;
    }
    return documents;
  };
}
