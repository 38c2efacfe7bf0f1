import { Injectable } from '@nestjs/common';
import { type Collection, MongoBulkWriteError, ObjectId } from 'mongodb';
import { channels } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import type { Person } from '../reading/person';
import { BY_ADDRESS, type SubscriberDocument } from '../../subscribers/subscriber-document';
import { keyOf } from './people';

type Address = Pick<Person, 'channel' | 'address'>;

/** Members of a group, many at a time. */
@Injectable()
export class MemberWrites {
  private readonly subscribers: Collection<SubscriberDocument>;

  constructor(database: Database) {
    this.subscribers = database.collection<SubscriberDocument>('subscribers');
  }

  /** Answers those that could not be added, since their id or their address is there. */
  async insert(members: readonly SubscriberDocument[]): Promise<SubscriberDocument[]> {
    if (members.length === 0) return [];
    try {
      await this.subscribers.insertMany([...members], { ordered: false });
      return [];
    } catch (error) {
      return refused(error).flatMap((index) => members[index] ?? []);
    }
  }

  /** The ids that these addresses have in the group, by key. */
  async idsOf(groupId: ObjectId, people: readonly Address[]): Promise<Map<string, ObjectId>> {
    const found = await Promise.all(
      channels.map(async (channel) => {
        const addresses = people.flatMap((each) => (each.channel === channel ? [each.address] : []));
        if (addresses.length === 0) return [];
        return this.subscribers
          .find({ groupId, channel, address: { $in: addresses } })
          .project<Pick<SubscriberDocument, '_id' | 'channel' | 'address'>>({ channel: 1, address: 1 })
          .hint(BY_ADDRESS)
          .toArray();
      }),
    );
    return new Map(found.flat().map((member) => [keyOf(member), member._id]));
  }

  /** Which of these ids are there, in whatever group. */
  async existing(ids: readonly ObjectId[]): Promise<Set<string>> {
    const found = await this.subscribers
      .find({ _id: { $in: [...ids] } })
      .project<{ _id: ObjectId }>({ _id: 1 })
      .toArray();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }

  async replaceExtraData(changes: readonly { _id: ObjectId; extraData: string }[], now: Date): Promise<void> {
    if (changes.length === 0) return;
    const updates = changes.map(({ _id, extraData }) => ({
      updateOne: { filter: { _id }, update: { $set: { extraData, updatedAt: now } } },
    }));
    await this.subscribers.bulkWrite(updates, { ordered: false });
  }
}

/** Which documents were refused as duplicates. @throws what else went wrong */
function refused(error: unknown): number[] {
  if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
  if (error.result.getWriteConcernError()) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.some(({ code }) => code !== error.code)) throw error;
  return failures.map(({ index }) => index);
}
