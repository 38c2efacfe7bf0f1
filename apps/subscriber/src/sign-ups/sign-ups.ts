import type { WebhookEvent } from '@carillon/contracts';
import { isDuplicateKey } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { BY_ADDRESS, BY_WORK, type Evidence, type SignUpDocument, SignUpRecord } from './sign-up-document';

/** How long a process may take for a piece of work before another one does it, too (milliseconds). */
const CLAIM_MS = 30_000;

/** The sign-ups of people. */
@Injectable()
export class SignUps {
  constructor(@InjectModel(SignUpRecord.name) private readonly signUps: Model<SignUpDocument>) {}

  /** A repeat with the same ID changes nothing. */
  async add(signUp: SignUpDocument): Promise<void> {
    try {
      await this.signUps.collection.insertOne(signUp);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** The sign-up that a link confirms. Null: the link was used, has expired, or never existed. */
  async withToken(tokenHash: string, now: Date): Promise<SignUpDocument | null> {
    return this.signUps.findOne({ 'tokens.hash': tokenHash, expiresAt: { $gt: now } }).lean();
  }

  /** Uses a link up. Only one of several concurrent requests gets the sign-up. */
  async confirm(tokenHash: string, confirmed: Evidence): Promise<SignUpDocument | null> {
    return this.signUps.findOneAndUpdate(
      { 'tokens.hash': tokenHash, expiresAt: { $gt: confirmed.at } },
      { $set: { confirmed, workAt: after(confirmed.at, CLAIM_MS), attempts: 0 }, $unset: { tokens: '' } },
      { returnDocument: 'after', lean: true },
    );
  }

  /** The latest sign-up of an address for a group that the person can still confirm. */
  async open(userId: string, address: string, groupId: string, now: Date): Promise<SignUpDocument | null> {
    return this.signUps
      .findOne({
        ...{ userId: new ObjectId(userId), address, groupId: new ObjectId(groupId) },
        ...{ confirmed: { $exists: false }, expiresAt: { $gt: now } },
      })
      .sort({ _id: -1 })
      .hint(BY_ADDRESS)
      .lean();
  }

  /** The sign-ups with the oldest due work. */
  async due(now: Date, most: number): Promise<SignUpDocument[]> {
    return this.signUps
      .find({ workAt: { $lte: now } })
      .sort({ workAt: 1 })
      .hint(BY_WORK)
      .limit(most)
      .lean<SignUpDocument[]>();
  }

  /** Takes the work of a sign-up for a while. Null: another process has taken it. */
  async claim({ _id, workAt }: SignUpDocument, now: Date): Promise<SignUpDocument | null> {
    if (!workAt) return null;
    return this.signUps
      .findOneAndUpdate(
        { _id, workAt },
        { $set: { workAt: after(now, CLAIM_MS) }, $inc: { attempts: 1 } },
        { returnDocument: 'after' },
      )
      .lean();
  }

  /** Stores the token of the next email. Returns false if the sign-up was confirmed, or removed, in the meantime. */
  async addToken(_id: ObjectId, hash: string): Promise<boolean> {
    const { matchedCount } = await this.signUps.updateOne(
      { _id, confirmed: { $exists: false } },
      { $push: { tokens: { hash } } },
    );
    return matchedCount > 0;
  }

  /** The email was sent, or can't be sent to this address. */
  async endMail(_id: ObjectId, mailedAt: Date | null): Promise<void> {
    await this.signUps.updateOne(
      { _id, confirmed: { $exists: false } },
      { ...(mailedAt && { $set: { mailedAt } }), $unset: { workAt: '' } },
    );
  }

  async postpone(_id: ObjectId, workAt: Date): Promise<void> {
    await this.signUps.updateOne({ _id, workAt: { $exists: true } }, { $set: { workAt } });
  }

  /** Postpones the emails of a user that are due, because the user's sender can't be used. */
  async postponeMails(userId: ObjectId, now: Date, workAt: Date): Promise<void> {
    await this.signUps
      .updateMany({ userId, workAt: { $lte: now }, confirmed: { $exists: false } }, { $set: { workAt } })
      .hint(BY_WORK);
  }

  /** The person is a member. The sign-up stays as evidence. */
  async join(_id: ObjectId, joinedAt: Date, events: readonly WebhookEvent[]): Promise<void> {
    await this.signUps.updateOne(
      { _id, joinedAt: { $exists: false } },
      {
        $set: { joinedAt },
        $unset: { workAt: '', removeAt: '' },
        ...(events.length > 0 && { $push: { pendingWebhookEvents: { $each: [...events] } } }),
      },
    );
  }

  /** The confirmation has no effect. */
  async refuse(_id: ObjectId): Promise<void> {
    await this.signUps.updateOne({ _id }, { $unset: { workAt: '' } });
  }

  async remove(_id: ObjectId): Promise<void> {
    await this.signUps.deleteOne({ _id, confirmed: { $exists: false } });
  }

  /** Withdraws the other links to the same group that this person was sent. */
  async withdrawOthers({ _id, userId, address, groupId }: SignUpDocument): Promise<void> {
    await this.signUps
      .deleteMany({ userId, address, groupId, _id: { $ne: _id }, confirmed: { $exists: false } })
      .hint(BY_ADDRESS);
  }

  /** Voids the links of addresses to a group that were not used; `groupId` null: to all groups. */
  async withdraw(userId: string, groupId: string | null, addresses: readonly string[]): Promise<void> {
    if (addresses.length === 0) return;
    await this.signUps
      .deleteMany({
        ...{ userId: new ObjectId(userId), address: { $in: [...addresses] } },
        ...(groupId !== null && { groupId: new ObjectId(groupId) }),
        confirmed: { $exists: false },
      })
      .hint(BY_ADDRESS);
  }

  /** All sign-ups with an address, oldest first, continuing after an ID. */
  async ofAddress(
    userId: string,
    address: string,
    after: string | null,
    limit: number,
  ): Promise<SignUpDocument[]> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    return this.signUps
      .find({ userId: new ObjectId(userId), address, ...following })
      .sort({ _id: 1 })
      .hint(BY_ADDRESS)
      .limit(limit)
      .lean<SignUpDocument[]>();
  }

  async erase(userId: string, address: string): Promise<void> {
    await this.signUps.deleteMany({ userId: new ObjectId(userId), address }).hint(BY_ADDRESS);
  }

  /** Removes some sign-ups of an erased user. Returns whether all are gone. */
  async removeSome(userId: string, limit: number): Promise<boolean> {
    const some = await this.signUps
      .find({ userId: new ObjectId(userId) }, { _id: 1 })
      .hint(BY_ADDRESS)
      .limit(limit)
      .lean();
    await this.signUps.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
    return some.length < limit;
  }

  /** Addresses of a user, in ascending order, continuing after one of them. */
  async addressesAfter(userId: string, address: string | null, limit: number): Promise<string[]> {
    const found = await this.signUps
      .find(
        { userId: new ObjectId(userId), ...(address !== null && { address: { $gt: address } }) },
        { address: 1 },
      )
      .sort({ address: 1, _id: 1 })
      .hint(BY_ADDRESS)
      .limit(limit)
      .lean<Pick<SignUpDocument, 'address'>[]>();
    return found.map((each) => each.address);
  }
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
