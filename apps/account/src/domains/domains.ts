import {
  AppError,
  type DomainRecord as Checked,
  type Payload,
  type Reply,
  pageOf,
} from '@carillon/contracts';
import { readLimitMs } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  BY_NAME,
  DUE,
  type DomainDocument,
  type DomainKey,
  DomainRecord,
  ownedBy,
  toDomain,
} from './domain-document';

/** The sending domains of users and the operator (user null), with their keys. */
@Injectable()
export class Domains {
  constructor(@InjectModel(DomainRecord.name) private readonly domains: Model<DomainDocument>) {}

  /** Throws a duplicate key error if the ID, the slot, or the domain is taken. */
  async add(document: DomainDocument, session: ClientSession): Promise<void> {
    await this.domains.insertOne(document, { session });
  }

  async slots(userId: string | null): Promise<number[]> {
    const found = await this.domains.find(ownedBy(userId), { slot: 1 }).lean();
    return found.map(({ slot }) => slot);
  }

  async hasDomain(userId: string | null, domain: string): Promise<boolean> {
    return (await this.domains.exists({ ...ownedBy(userId), domain })) !== null;
  }

  find(userId: string | null, id: string): Promise<DomainDocument | null> {
    return this.domains.findOne({ _id: new ObjectId(id), ...ownedBy(userId) }).lean<DomainDocument>();
  }

  /** @throws AppError domain_not_found */
  async get(userId: string | null, id: string): Promise<DomainDocument> {
    const found = await this.find(userId, id);
    if (!found) throw new AppError('domain_not_found');
    return found;
  }

  /** Oldest first, continuing after the given ID. */
  async page({ userId, after, limit }: Payload<'domain.list'>): Promise<Reply<'domain.list'>> {
    const found = await this.domains
      .find({ ...ownedBy(userId), ...(after !== null && { _id: { $gt: new ObjectId(after) } }) })
      .sort({ _id: 1 })
      .hint(BY_NAME)
      .limit(limit + 1)
      .lean<DomainDocument[]>();
    return pageOf(found.map(toDomain), limit);
  }

  /** The domains of an owner with one of these names. */
  named(userId: string | null, names: readonly string[]): Promise<DomainDocument[]> {
    return this.domains
      .find({ ...ownedBy(userId), domain: { $in: [...names] } })
      .hint(BY_NAME)
      .lean<DomainDocument[]>();
  }

  /** Replaces the keys. Returns null if they were changed in the meantime. */
  async saveKeys(
    { _id, userId, rev }: DomainDocument,
    keys: DomainKey[],
    now: Date,
    session?: ClientSession,
  ): Promise<DomainDocument | null> {
    return this.domains.findOneAndUpdate(
      { _id, userId, rev },
      { $set: { keys, updatedAt: now }, $inc: { rev: 1 } },
      { returnDocument: 'after', lean: true, ...(session && { session }) },
    );
  }

  /** Stores the result of a check. Returns null if the keys were changed in the meantime. */
  async saveCheck(
    { _id, userId, rev }: DomainDocument,
    { keys, ...check }: { keys: DomainKey[]; records: Checked[]; checkedAt: Date; checkAt: Date },
  ): Promise<DomainDocument | null> {
    return this.domains.findOneAndUpdate(
      { _id, userId, rev },
      { $set: { keys, ...check }, $inc: { rev: 1 } },
      { returnDocument: 'after', lean: true },
    );
  }

  /** Claims a domain whose check is due, until another time. */
  async claimDue(now: Date, until: Date): Promise<DomainDocument | null> {
    return this.domains.findOneAndUpdate(
      { checkAt: { $lte: now } },
      { $set: { checkAt: until } },
      { sort: DUE, returnDocument: 'after', lean: true },
    );
  }

  /** The domains of all owners. */
  async *everybodys(): AsyncGenerator<DomainDocument> {
    const found = this.domains.collection.find<DomainDocument>({}).maxTimeMS(readLimitMs());
    for await (const document of found) yield document;
  }

  /** Removes a domain and returns it. Returns null if this owner has no such domain. */
  async remove(userId: string | null, id: string, session: ClientSession): Promise<DomainDocument | null> {
    return this.domains.findOneAndDelete(
      { _id: new ObjectId(id), ...ownedBy(userId) },
      { session, lean: true },
    );
  }

  async removeAll(userId: string): Promise<void> {
    await this.domains.deleteMany({ userId: new ObjectId(userId) });
  }
}
