import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import { AppError, type Payload, type Reply, type Session, pageOf } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { IDLE_S, LONGEST_S, type SessionDocument, SessionRecord } from './records';

/** Limit of sessions per person. A new session replaces the least recently used one. */
const MOST_OF_A_PERSON = 50;

/** Sessions, by token hash. An unused session ends after twelve hours, and any session after thirty days. */
@Injectable()
export class Sessions {
  constructor(
    @InjectModel(SessionRecord.name) private readonly sessions: Model<SessionDocument>,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a session. Returns an existing session with this ID and token unchanged, because the command was redelivered.
   */
  async add(
    added: Omit<SessionDocument, 'createdAt' | 'lastUsedAt'>,
    now: Date,
    session: ClientSession,
  ): Promise<SessionDocument> {
    const same = { _id: added._id, tokenHash: added.tokenHash };
    const existing = await this.sessions.findOne(same, null, { session }).lean();
    if (existing) return existing;
    const document = { ...added, createdAt: now, lastUsedAt: now };
    await this.sessions.insertOne(document, { session });
    return document;
  }

  /** The session with this ID and token that an earlier attempt of the command added. */
  async added(id: string, tokenHash: string): Promise<SessionDocument | null> {
    return this.sessions.findOne({ _id: new ObjectId(id), tokenHash }).lean();
  }

  /** The person's sessions above the limit, least recently used first. */
  async surplus(loginId: ObjectId): Promise<ObjectId[]> {
    const surplus = await this.sessions
      .find({ loginId }, { _id: 1 })
      .sort({ lastUsedAt: -1 })
      .skip(MOST_OF_A_PERSON)
      .lean();
    return surplus.map(({ _id }) => _id);
  }

  /** The given hashes that belong to sessions. */
  async found(tokenHashes: readonly string[]): Promise<SessionDocument[]> {
    return this.sessions.find({ tokenHash: { $in: tokenHashes }, ...this.alive() }).lean();
  }

  /** Oldest first, continuing after the given session ID. */
  async page({ loginId, after, limit }: Payload<'session.list'>): Promise<Reply<'session.list'>> {
    const documents = await this.sessions
      .find({
        loginId: new ObjectId(loginId),
        ...this.alive(),
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toSession), limit);
  }

  /** @throws AppError session_not_found */
  async get(loginId: string, id: string): Promise<Session> {
    const own = { _id: new ObjectId(id), loginId: new ObjectId(loginId), ...this.alive() };
    const document = await this.sessions.findOne(own).lean();
    if (!document) throw new AppError('session_not_found');
    return toSession(document);
  }

  /**
   * Continues a session with another membership of the same person, a new token, and the same end. Returns the previous
   * session, or null if it has ended.
   */
  async switchTo(
    { _id, loginId }: Pick<SessionDocument, '_id' | 'loginId'>,
    change: Pick<SessionDocument, 'tokenHash' | 'memberId' | 'userId'>,
    session: ClientSession,
  ): Promise<SessionDocument | null> {
    const own = { _id, loginId, ...this.alive() };
    return this.sessions.findOneAndUpdate(own, { $set: change }, { session, lean: true });
  }

  /** Replaces the token of a session, and returns the session. @throws AppError invalid_session if it has ended */
  async renew(
    { _id, loginId }: Pick<SessionDocument, '_id' | 'loginId'>,
    tokenHash: string,
    session: ClientSession,
  ): Promise<SessionDocument> {
    const own = { _id, loginId, ...this.alive() };
    const set = { $set: { tokenHash } };
    const renewed = await this.sessions.findOneAndUpdate(own, set, { session, lean: true });
    if (!renewed) throw new AppError('invalid_session');
    return renewed;
  }

  /** Ends the matching sessions, and returns them. */
  async end(which: QueryFilter<SessionDocument>, session: ClientSession): Promise<SessionDocument[]> {
    const ended = await this.sessions.find(which, null, { session }).lean();
    if (ended.length > 0) {
      await this.sessions.deleteMany({ _id: { $in: ended.map(({ _id }) => _id) } }, { session });
    }
    return ended;
  }

  /** Records when sessions were last used. Ignores IDs of keys. */
  async noteUses({ uses }: Payload<'api-key.used'>): Promise<void> {
    if (uses.length === 0) return;
    await this.sessions.bulkWrite(
      uses.map(({ keyId, at }) => ({
        updateOne: { filter: { _id: new ObjectId(keyId) }, update: { $max: { lastUsedAt: new Date(at) } } },
      })),
      { ordered: false },
    );
  }

  private alive() {
    const since = (seconds: number) => new Date(this.clock.now().getTime() - seconds * 1_000);
    return { lastUsedAt: { $gt: since(IDLE_S) }, createdAt: { $gt: since(LONGEST_S) } };
  }
}

export function toSession({ _id, userId, memberId, ...session }: SessionDocument): Session {
  const { userAgent, createdAt, lastUsedAt } = session;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    memberId: memberId.toHexString(),
    userAgent,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: new Date(
      Math.min(lastUsedAt.getTime() + IDLE_S * 1_000, createdAt.getTime() + LONGEST_S * 1_000),
    ).toISOString(),
  };
}
