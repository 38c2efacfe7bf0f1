import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { AppError } from '@carillon/contracts';
import { type Identity, type LoginDocument, LoginRecord } from './records';

type Removable = 'isWithoutPassword' | 'secondFactor' | 'unconfirmedFactor' | 'recoveryHashes' | 'wrongCodes';

/** The people who can sign in, by email address. */
@Injectable()
export class Logins {
  constructor(@InjectModel(LoginRecord.name) private readonly logins: Model<LoginDocument>) {}

  find(email: string, session?: ClientSession): Promise<LoginDocument | null> {
    return this.logins.findOne({ email }, null, session && { session }).lean();
  }

  /** A person's identity at a provider. */
  findIdentity({ issuer, subject }: Identity, session?: ClientSession): Promise<LoginDocument | null> {
    const which = { identities: { $elemMatch: { issuer, subject } } };
    return this.logins.findOne(which, null, session && { session }).lean();
  }

  /** Adds a permanent provider identity to a person, and holds the login. Returns false as `hold` does. */
  async link(
    { _id, passwordHash }: Pick<LoginDocument, '_id' | 'passwordHash'>,
    identity: Identity,
    session: ClientSession,
  ): Promise<boolean> {
    const unlinked = { _id, passwordHash, 'identities.issuer': { $ne: identity.issuer } };
    const update = { $push: { identities: identity }, $inc: { changes: 1 } };
    return (await this.logins.updateOne(unlinked, update, { session })).matchedCount === 1;
  }

  /** Removes a provider identity from a person, and holds the login. Returns false as `hold` does. */
  async unlink(
    { _id, passwordHash }: Pick<LoginDocument, '_id' | 'passwordHash'>,
    issuer: string,
    session: ClientSession,
  ): Promise<boolean> {
    const others = { $filter: { input: '$identities', cond: { $ne: ['$$this.issuer', issuer] } } };
    // The unique index would include an empty list, so only one person could have an empty list.
    const rest = { $cond: [{ $eq: [others, []] }, '$$REMOVE', others] };
    const update = [{ $set: { identities: rest, changes: { $add: [{ $ifNull: ['$changes', 0] }, 1] } } }];
    return (await this.logins.updateOne({ _id, passwordHash }, update, { session })).matchedCount === 1;
  }

  /** @throws AppError invalid_session if the person was deleted */
  async get(id: string): Promise<LoginDocument> {
    const [login] = await this.some([new ObjectId(id)]);
    if (!login) throw new AppError('invalid_session');
    return login;
  }

  some(ids: readonly ObjectId[], session?: ClientSession): Promise<LoginDocument[]> {
    return this.logins.find({ _id: { $in: ids } }, null, session && { session }).lean();
  }

  /** Adds a person. Throws an error that `isDuplicateKey` recognizes if the address already has one. */
  async add(
    added: Pick<LoginDocument, 'email' | 'name' | 'passwordHash' | 'isWithoutPassword'>,
    now: Date,
    session: ClientSession,
  ): Promise<LoginDocument> {
    const login = { _id: new ObjectId(), ...added, createdAt: now };
    await this.logins.insertOne(login, { session });
    return login;
  }

  /**
   * Serializes changes of a login: transactions that call this method exclude each other. Returns false if the password
   * differs from the given one, or if the person was deleted.
   */
  hold(login: Pick<LoginDocument, '_id' | 'passwordHash'>, session: ClientSession): Promise<boolean> {
    return this.change(login, {}, session);
  }

  /** Changes a login, and holds it. Returns false as `hold` does, and then changes nothing. */
  async change(
    { _id, passwordHash }: Pick<LoginDocument, '_id' | 'passwordHash'>,
    change: Partial<Omit<LoginDocument, '_id'>>,
    session: ClientSession,
    removed: readonly Removable[] = [],
  ): Promise<boolean> {
    const gone = Object.fromEntries(removed.map((field) => [field, 1]));
    const update = { $set: change, $unset: gone, $inc: { changes: 1 } };
    return (await this.logins.updateOne({ _id, passwordHash }, update, { session })).matchedCount === 1;
  }

  /** Holds all of these logins, regardless of their passwords. */
  async holdAll(ids: readonly ObjectId[], session: ClientSession): Promise<void> {
    await this.logins.updateMany({ _id: { $in: ids } }, { $inc: { changes: 1 } }, { session });
  }

  /** Returns false if a code of this step, or a later one, was used before. */
  async useStep(id: ObjectId, step: number): Promise<boolean> {
    const unused = { _id: id, 'secondFactor.step': { $lt: step } };
    const update = { $set: { 'secondFactor.step': step }, $unset: { wrongCodes: 1 } };
    return (await this.logins.updateOne(unused, update)).matchedCount === 1;
  }

  /** Returns the number of remaining recovery codes, or null if no unused code matches. */
  async useRecoveryHash(id: ObjectId, recoveryHash: string, session: ClientSession): Promise<number | null> {
    const unused = { _id: id, recoveryHashes: recoveryHash };
    const update = { $pull: { recoveryHashes: recoveryHash }, $unset: { wrongCodes: 1 } };
    const login = await this.logins.findOneAndUpdate(unused, update, {
      ...{ session, returnDocument: 'after', lean: true },
    });
    return login && (login.recoveryHashes ?? []).length;
  }

  /** Counts a wrong code. Returns the number of wrong codes since the last correct one. */
  async countWrongCode(id: ObjectId): Promise<number> {
    const update = { $inc: { wrongCodes: 1 } };
    const login = await this.logins.findByIdAndUpdate(id, update, { returnDocument: 'after', lean: true });
    return login?.wrongCodes ?? 0;
  }

  async remove(ids: readonly ObjectId[], session?: ClientSession): Promise<void> {
    await this.logins.deleteMany({ _id: { $in: ids } }, session && { session });
  }

  /** All logins with a second-factor secret. */
  withSecrets(): AsyncIterable<LoginDocument> {
    const some = { $or: [{ secondFactor: { $exists: true } }, { unconfirmedFactor: { $exists: true } }] };
    return this.logins.find(some).lean().cursor();
  }

  /** Returns false if a secret was changed in the meantime. */
  async replaceSecrets(
    before: LoginDocument,
    sealed: Partial<Record<'secondFactor' | 'unconfirmedFactor', string>>,
  ): Promise<boolean> {
    const { _id, secondFactor, unconfirmedFactor } = before;
    const same = {
      _id,
      ...(secondFactor && { 'secondFactor.sealed': secondFactor.sealed }),
      ...(unconfirmedFactor !== undefined && { unconfirmedFactor }),
    };
    const set = {
      ...(sealed.secondFactor !== undefined && { 'secondFactor.sealed': sealed.secondFactor }),
      ...(sealed.unconfirmedFactor !== undefined && { unconfirmedFactor: sealed.unconfirmedFactor }),
    };
    return (await this.logins.updateOne(same, { $set: set })).matchedCount === 1;
  }
}
