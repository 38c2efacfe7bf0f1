import type { Erasure, ErasingService, Payload, Reply } from '@carillon/contracts';
import { AppError, pageOf } from '@carillon/contracts';
import { owned } from '@carillon/mongo';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { ObjectId } from 'mongodb';
import type { ClientSession, Model } from 'mongoose';
import { type AccountConfig, accountConfig } from '../config';
import { BY_TURN, type ErasureDocument, ErasureRecord, IN_ORDER, OF_USERS } from './erasure-record';

/** An erasure that this process carries out until another process claims it. */
export type ClaimedErasure = Pick<ErasureDocument, 'kind' | 'address' | 'parts' | 'pass' | 'fence'> & {
  id: string;
  userId: string;
  personId: string | null;
  begunAt: string;
};

export type NewErasure = Pick<ErasureDocument, 'kind' | 'address' | 'hash' | 'requestedBy'> & {
  id: string;
  userId: string;
  personId?: string;
  /** The ID of the erasure of the person who has the address. */
  partOf?: string;
  services: readonly ErasingService[];
};

/** An erasure as it is stored outside the backups. */
export type ListedErasure = Pick<ErasureDocument, 'kind' | 'hash' | 'requestedAt' | 'requestedBy'> & {
  id: string;
  userId: string;
  personId: string | null;
};

/** An erasure in a list. */
type Listed = Omit<ListedErasure, 'requestedAt'> & {
  requestedAt: string;
  services: readonly ErasingService[];
};

const MAX_USERS = 10_000;

@Injectable()
export class Erasures {
  /** The number of the last turn of each user. */
  private readonly turns = new LRUCache<string, number>({ max: MAX_USERS });
  private turn = 0;

  constructor(
    @InjectModel(ErasureRecord.name) private readonly erasures: Model<ErasureDocument>,
    @Inject(accountConfig.token) private readonly config: AccountConfig,
  ) {}

  /** Stores an erasure. An existing erasure with this ID stays unchanged. */
  async add(
    { id, userId, personId, partOf, services, ...erasure }: NewErasure,
    now: Date,
    session: ClientSession,
  ): Promise<{ erasure: Erasure; isNew: boolean }> {
    const document = {
      ...erasure,
      ...(personId !== undefined && { personId: new ObjectId(personId) }),
      ...(partOf !== undefined && { partOf: new ObjectId(partOf) }),
      ...begun(services, now),
      requestedAt: now,
      fence: 0,
    };
    const whose = owned(userId, id);
    const existing = await this.erasures.findOneAndUpdate(
      whose,
      { $setOnInsert: document },
      { upsert: true, returnDocument: 'before', lean: true, session },
    );
    return { erasure: toErasure(existing ?? { ...whose, ...document }), isNew: existing === null };
  }

  /**
   * Stores an imported erasure, or starts it again. The person must be found by the hash, unless the erasure is running
   * and still has the address.
   */
  async beginAgain(
    { id, userId, personId, kind, hash, requestedAt, requestedBy, services }: Listed,
    now: Date,
    session: ClientSession,
  ): Promise<void> {
    const fields = {
      ...{ kind, hash, requestedBy, requestedAt: new Date(requestedAt) },
      ...(personId !== null && { personId: new ObjectId(personId) }),
      ...begun(services, now),
    };
    const kept = {
      address: { $ifNull: ['$address', null] },
      fence: { $add: [{ $ifNull: ['$fence', 0] }, 1] },
    };
    await this.erasures.updateOne(owned(userId, id), [{ $set: { ...literal(fields), ...kept } }], {
      upsert: true,
      session,
    });
  }

  /** The hashes of a user's erasures whose person hasn't been found yet. */
  async unnamed(userId: string): Promise<Set<string>> {
    const found = await this.erasures.find(ofNobody(userId), { _id: 0, hash: 1 }).lean();
    return new Set(found.flatMap(({ hash }) => hash ?? []));
  }

  /** Stores the addresses that match the hashes. */
  async name(userId: string, addresses: ReadonlyMap<string, string>): Promise<void> {
    for (const [hash, address] of addresses) {
      await this.erasures.updateMany({ ...ofNobody(userId), hash }, [
        { $set: { address: { $literal: address }, dueAt: '$$NOW' } },
      ]);
    }
  }

  /** Ends the erasures whose person wasn't found, and those without an address. */
  async endUnnamed(userId: string, hashes: ReadonlySet<string>): Promise<void> {
    await this.erasures.updateMany(
      { ...ofNobody(userId), hash: { $in: [...hashes, null] } },
      { $set: { state: 'DONE' }, $currentDate: { finishedAt: true } },
    );
  }

  /** Returns the running erasure of this person, or null. */
  async underWay(userId: string, hash: string, session: ClientSession): Promise<Erasure | null> {
    const filter = { userId: new ObjectId(userId), hash, state: 'RUNNING' as const };
    const document = await this.erasures.findOne(filter, null, { session }).lean();
    return document && toErasure(document);
  }

  /** Returns the running erasure of a person with all addresses, or null. */
  async ofPersonUnderWay(userId: string, personId: string, session: ClientSession): Promise<Erasure | null> {
    const filter = {
      userId: new ObjectId(userId),
      personId: new ObjectId(personId),
      state: 'RUNNING' as const,
    };
    const document = await this.erasures.findOne(filter, null, { session }).hint(BY_TURN).lean();
    return document && toErasure(document);
  }

  /** Whether the erasure of an address of the person is still running. */
  async hasRunningParts(id: string): Promise<boolean> {
    return (await this.erasures.exists({ partOf: new ObjectId(id), state: 'RUNNING' })) !== null;
  }

  /** Counts this user's addresses that are being erased, up to `most`. */
  async countUnderWay(userId: string, most: number, session: ClientSession): Promise<number> {
    const filter = { userId: new ObjectId(userId), kind: 'PERSON' as const, state: 'RUNNING' as const };
    return this.erasures.countDocuments(filter, { session, limit: most, hint: BY_TURN });
  }

  /** @throws AppError erasure_not_found */
  async get(userId: string, id: string): Promise<Erasure> {
    const document = await this.erasures.findOne(owned(userId, id)).lean();
    if (!document) throw new AppError('erasure_not_found');
    return toErasure(document);
  }

  /** Oldest first, continuing after the given erasure ID. */
  async page({ userId, after, limit }: Payload<'erasure.list'>): Promise<Reply<'erasure.list'>> {
    const documents = await this.erasures
      .find({ userId: new ObjectId(userId), ...following(after) })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toErasure), limit);
  }

  /** The complete erasure of a user. @throws AppError erasure_not_found */
  async getOfUser(id: string): Promise<Erasure> {
    const document = await this.erasures.findOne({ _id: new ObjectId(id), kind: 'USER' }).lean();
    if (!document) throw new AppError('erasure_not_found');
    return toErasure(document);
  }

  /** The erasures of users, oldest first, continuing after the given erasure ID. */
  async pageOfUsers({
    after,
    limit,
  }: Payload<'erasure.list-of-users'>): Promise<Reply<'erasure.list-of-users'>> {
    const documents = await this.erasures
      .find({ kind: 'USER', ...following(after) })
      .sort({ _id: 1 })
      .hint(OF_USERS)
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toErasure), limit);
  }

  /**
   * Claims the longest due erasure of the user whose last turn in this process was longest ago. After a crash, another
   * process takes over. Returns null if no erasure is due.
   */
  async claim(): Promise<ClaimedErasure | null> {
    for (const userId of await this.usersInTurn()) {
      const claimed = await this.claimOf(userId);
      if (!claimed) continue;
      this.turns.set(userId.toHexString(), (this.turn += 1));
      return claimed;
    }
    return null;
  }

  /**
   * Saves the progress and schedules the next step (delay in milliseconds). Without a delay, this process keeps its
   * claim. Returns false if another process has claimed the erasure.
   */
  async save(claimed: ClaimedErasure, pauseMs = this.config.ERASURE_CLAIM_MS): Promise<boolean> {
    const { parts, pass } = claimed;
    const set = { parts: { $literal: parts }, pass, dueAt: later(pauseMs) };
    return (await this.erasures.updateOne(held(claimed), [{ $set: set }])).matchedCount === 1;
  }

  /** Ends the erasure, and removes the address. */
  async finish(claimed: ClaimedErasure): Promise<void> {
    await this.erasures.updateOne(held(claimed), {
      $set: { state: 'DONE', address: null, parts: claimed.parts },
      $currentDate: { finishedAt: true },
    });
  }

  /** Removes the erasures of the user's people together with the user's data. */
  async removeOfPeople(userId: string): Promise<void> {
    await this.erasures.deleteMany({ userId: new ObjectId(userId), kind: 'PERSON' });
  }

  /** All erasures, oldest first. */
  async *all(): AsyncGenerator<ListedErasure> {
    // Uses the driver's cursor, because Mongoose's cursor handles each document individually.
    for await (const document of this.erasures.collection.find<ErasureDocument>({}).sort({ _id: 1 })) {
      const { _id, userId, personId, kind, hash, requestedAt, requestedBy } = document;
      const ids = {
        ...{ id: _id.toHexString(), userId: userId.toHexString() },
        personId: personId?.toHexString() ?? null,
      };
      yield { ...ids, kind, hash, requestedAt, requestedBy };
    }
  }

  /** The users with due erasures. Reads all running erasures, at most a hundred per user. */
  private async usersInTurn(): Promise<ObjectId[]> {
    const due = await this.erasures.aggregate<{ _id: ObjectId; dueAt: Date }>(
      [
        { $match: { state: 'RUNNING', $expr: { $lte: ['$dueAt', '$$NOW'] } } },
        { $group: { _id: '$userId', dueAt: { $min: '$dueAt' } } },
        { $sort: { dueAt: 1 } },
      ],
      { hint: BY_TURN },
    );
    const turnOf = (id: ObjectId): number => this.turns.get(id.toHexString()) ?? 0;
    return due.map(({ _id }) => _id).sort((a, b) => turnOf(a) - turnOf(b));
  }

  private async claimOf(userId: ObjectId): Promise<ClaimedErasure | null> {
    const claimed = await this.erasures.findOneAndUpdate(
      { userId, state: 'RUNNING', $expr: { $lte: ['$dueAt', '$$NOW'] } },
      [{ $set: { dueAt: later(this.config.ERASURE_CLAIM_MS), fence: { $add: ['$fence', 1] } } }],
      { sort: BY_TURN, hint: BY_TURN, returnDocument: 'after', lean: true },
    );
    if (!claimed) return null;
    const { _id, personId, kind, address, parts, pass, fence, begunAt } = claimed;
    return {
      id: _id.toHexString(),
      userId: userId.toHexString(),
      personId: personId?.toHexString() ?? null,
      begunAt: begunAt.toISOString(),
      ...{ kind, address, parts, pass, fence },
    };
  }
}

/** The fields that start an erasure, for the first time or again. */
function begun(services: readonly ErasingService[], now: Date) {
  const parts = services.map((service) => ({ service, after: null, isDone: false, erasedAt: null }));
  return { state: 'RUNNING' as const, parts, pass: 1, begunAt: now, dueAt: now, finishedAt: null };
}

/** Erasures of addresses whose address is unknown after a restore. */
function ofNobody(userId: string) {
  const running = { userId: new ObjectId(userId), kind: 'PERSON' as const, state: 'RUNNING' as const };
  return { ...running, address: null, personId: { $exists: false } };
}

function held({ id, userId, fence }: ClaimedErasure) {
  return { ...owned(userId, id), fence, state: 'RUNNING' as const };
}

function later(ms: number): object {
  return { $add: ['$$NOW', ms] };
}

/** Values that must not be read as expressions. */
function literal(values: object): object {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, { $literal: value as unknown }]),
  );
}

function following(after: string | null): { _id?: { $gt: ObjectId } } {
  return after === null ? {} : { _id: { $gt: new ObjectId(after) } };
}

function toErasure(document: ErasureDocument): Erasure {
  const { _id, userId, kind, state, requestedAt, requestedBy, finishedAt, parts } = document;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    kind,
    state,
    requestedAt: requestedAt.toISOString(),
    requestedBy,
    finishedAt: finishedAt?.toISOString() ?? null,
    services: parts.map(({ service, erasedAt }) => ({
      service,
      erasedAt: erasedAt?.toISOString() ?? null,
    })),
  };
}
