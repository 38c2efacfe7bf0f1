import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  AppError,
  type By,
  type Invitation,
  type MemberRole,
  type Payload,
  type Reply,
  pageOf,
} from '@carillon/contracts';
import { owned } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { type LinkDocument, LinkRecord } from './records';

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
const INVITED_FOR_MS = 7 * 24 * HOUR_MS;
const FORGOTTEN_FOR_MS = HOUR_MS;
/** Limit of password links per person. All of them stay in the person's mailbox. */
const MOST_FORGOTTEN = 5;
/** The limit of invitations per address, across accounts. */
const MOST_INVITATIONS = 50;

/** Emailed links. Only the SHA-256 of a token is stored. Each link works once, for a limited time. */
@Injectable()
export class Links {
  constructor(
    @InjectModel(LinkRecord.name) private readonly links: Model<LinkDocument>,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds an invitation. Earlier invitations to this address stay until they are replaced. An unsent invitation with
   * this ID is replaced.
   */
  async invite(
    { id, userId, email, role, by }: { id: string; userId: string; email: string; role: MemberRole; by: By },
    now: Date,
    session: ClientSession,
  ): Promise<{ invitation: Invitation; token: string }> {
    const { token, tokenHash } = newToken();
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + INVITED_FOR_MS) };
    const link = {
      _id: new ObjectId(id),
      tokenHash,
      email,
      userId: new ObjectId(userId),
      role,
      by,
      ...times,
    };
    await this.links.deleteOne({ _id: link._id, userId: link.userId }, { session });
    await this.links.insertOne(link, { session });
    return { invitation: toInvitation(link), token };
  }

  /** Withdraws earlier invitations to the address of this invitation, which has been emailed. */
  async replaceEarlier({ userId, id, email }: { userId: string; id: string; email: string }): Promise<void> {
    const mailed = await this.links.findOne(owned(userId, id)).lean();
    if (!mailed) return;
    const { createdAt, _id } = mailed;
    const earlier = [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }];
    await this.links.deleteMany({ userId: new ObjectId(userId), email, $or: earlier });
  }

  /** Open invitations to an address, oldest first. */
  invitationsTo(email: string, session?: ClientSession): Promise<LinkDocument[]> {
    return this.links
      .find({ email, userId: { $exists: true }, ...this.open() }, null, session && { session })
      .sort({ _id: 1 })
      .limit(MOST_INVITATIONS)
      .lean();
  }

  /**
   * Adds a password link. Returns its token, or null if the person has reached the limit. Earlier links stay valid, so
   * that strangers can't invalidate them with new requests.
   */
  async forget(email: string, now: Date): Promise<string | null> {
    if ((await this.links.countDocuments({ email, userId: null, ...this.open() })) >= MOST_FORGOTTEN)
      return null;
    const { token, tokenHash } = newToken();
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + FORGOTTEN_FOR_MS) };
    const link: LinkDocument = { _id: new ObjectId(), tokenHash, email, ...times };
    await this.links.insertOne(link);
    return token;
  }

  /** Withdraws a link that could not be emailed. */
  async takeBack(token: string): Promise<void> {
    await this.links.deleteOne({ tokenHash: hash('sha256', token) });
  }

  /** @throws AppError link_not_found */
  async find(tokenHash: string, session?: ClientSession): Promise<LinkDocument> {
    const which = { tokenHash, expiresAt: { $gt: this.clock.now() } };
    const link = await this.links.findOne(which, null, session && { session }).lean();
    if (!link) throw new AppError('link_not_found');
    return link;
  }

  /** Withdraws password links of this person, and all invitations to the account of the given invitation. */
  async useUp({ email, userId }: LinkDocument, session: ClientSession): Promise<void> {
    await this.links.deleteMany({ email, userId: { $in: [null, ...(userId ? [userId] : [])] } }, { session });
  }

  /** Withdraws password links of this person. */
  async unforget(email: string, session: ClientSession): Promise<void> {
    await this.links.deleteMany({ email, userId: null }, { session });
  }

  /** The open invitations of an account, or only those to the given address. */
  count(userId: string, session: ClientSession, email?: string): Promise<number> {
    const ofAccount = { userId: new ObjectId(userId), ...(email !== undefined && { email }) };
    return this.links.countDocuments({ ...ofAccount, ...this.open() }).session(session);
  }

  /** Oldest first, continuing after the given invitation ID. */
  async page({ userId, after, limit }: Payload<'invitation.list'>): Promise<Reply<'invitation.list'>> {
    const documents = await this.links
      .find({
        userId: new ObjectId(userId),
        ...this.open(),
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toInvitation), limit);
  }

  /** @throws AppError invitation_not_found */
  async get(userId: string, id: string): Promise<Invitation> {
    const link = await this.links.findOne({ ...owned(userId, id), ...this.open() }).lean();
    if (!link) throw new AppError('invitation_not_found');
    return toInvitation(link);
  }

  /** Returns null if the account has no such invitation. */
  async remove(userId: string, id: string, session: ClientSession): Promise<Invitation | null> {
    const link = await this.links.findOneAndDelete(owned(userId, id), { session, lean: true });
    return link && toInvitation(link);
  }

  /** Removes the invitations that a member sent. */
  async removeFrom(userId: string, memberId: string, session: ClientSession): Promise<void> {
    await this.links.deleteMany({ userId: new ObjectId(userId), 'by.keyId': memberId }, { session });
  }

  async removeAll(userId: string, session: ClientSession): Promise<void> {
    await this.links.deleteMany({ userId: new ObjectId(userId) }, { session });
  }

  /** The database removes expired documents within about a minute. */
  private open() {
    return { expiresAt: { $gt: this.clock.now() } };
  }
}

function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, tokenHash: hash('sha256', token) };
}

function toInvitation({ _id, userId, email, role, createdAt, expiresAt }: LinkDocument): Invitation {
  return {
    id: _id.toHexString(),
    userId: userId?.toHexString() ?? '',
    email,
    role: role ?? 'viewer',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
