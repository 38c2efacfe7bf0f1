import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  AppError,
  type Plan,
  type Reply,
  type TrackingMode,
  type User,
  type UtmDefaults,
  pageOf,
  utmDefaults,
} from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';

@Schema(collection('users'))
export class UserRecord {
  readonly _id!: ObjectId;
  @Prop({ type: String }) name!: string;
  @Prop({ type: String }) email!: string | null;
  @Prop({ type: String }) plan!: Plan;
  @Prop({ type: String }) status!: User['status'];
  /** The tracking mode. Absent: no tracking. */
  @Prop({ type: String }) tracking?: TrackingMode;
  /** Whether orders after clicks are counted. Absent: false. */
  @Prop({ type: Boolean }) conversions?: boolean;
  /** The UTM parameters that differ from the defaults. Absent: none. */
  @Prop({ type: Object }) utm?: Partial<UtmDefaults>;
  /** The default country of phone numbers. Absent or null: none. */
  @Prop({ type: String }) defaultCountry?: string | null;
  /** Whether another member must approve each campaign. Absent: false. */
  @Prop({ type: Boolean }) isApprovalRequired?: boolean;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  /** The number of changes to members: additions, edits, and removals. */
  @Prop({ type: Number }) memberChanges?: number;
  /** Counts started erasures of people, so that transactions that start an erasure exclude each other. */
  @Prop({ type: Number }) erasuresBegun?: number;
}

export const UserSchema = SchemaFactory.createForClass(UserRecord);

type UserDocument = Plain<UserRecord>;
type NewUser = Pick<User, 'id' | 'name' | 'email' | 'plan'>;
export type UserChanges = Partial<
  Pick<User, 'name' | 'email' | 'plan' | 'status' | 'tracking' | 'conversions'>
> & {
  defaultCountry?: string | null;
  utm?: Partial<UtmDefaults>;
  isApprovalRequired?: boolean;
};

/** The people and organizations that campaigns belong to. */
@Injectable()
export class Users {
  constructor(@InjectModel(UserRecord.name) private readonly users: Model<UserDocument>) {}

  /** Adds an active user. If a user with this ID exists, returns that user unchanged. */
  async add(
    { id, name, email, plan }: NewUser,
    now: Date,
    session: ClientSession,
  ): Promise<{ user: User; isNew: boolean }> {
    const user = { name, email, plan, status: 'ACTIVE' as const, createdAt: now, updatedAt: now };
    const existing = await this.users.findOneAndUpdate(
      { _id: new ObjectId(id) },
      { $setOnInsert: user },
      { upsert: true, returnDocument: 'before', lean: true, session },
    );
    return { user: toUser(existing ?? { _id: new ObjectId(id), ...user }), isNew: existing === null };
  }

  async find(id: string, session?: ClientSession): Promise<User | null> {
    const document = await this.users.findById(new ObjectId(id), null, session && { session }).lean();
    return document && toUser(document);
  }

  async exists(id: string, session: ClientSession): Promise<boolean> {
    return (await this.users.exists({ _id: new ObjectId(id) }).session(session)) !== null;
  }

  /** @throws AppError user_not_found */
  async get(id: string, session?: ClientSession): Promise<User> {
    const user = await this.find(id, session);
    if (!user) throw new AppError('user_not_found');
    return user;
  }

  /** Oldest first, continuing after the given user ID. */
  async page(after: string | null, limit: number): Promise<Reply<'user.list'>> {
    const documents = await this.users
      .find(after === null ? {} : { _id: { $gt: new ObjectId(after) } })
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toUser), limit);
  }

  /**
   * Serializes changes of an account's members: transactions that call this method exclude each other. Errors:
   * user_not_found.
   */
  async holdMembers(id: string, session: ClientSession): Promise<void> {
    const held = await this.users.updateOne(
      { _id: new ObjectId(id) },
      { $inc: { memberChanges: 1 } },
      { session },
    );
    if (held.matchedCount === 0) throw new AppError('user_not_found');
  }

  /**
   * Serializes starts of erasures, just as `holdMembers` serializes changes of members. A deleted user can't start an
   * erasure.
   */
  async holdErasures(id: string, session: ClientSession): Promise<void> {
    await this.users.updateOne({ _id: new ObjectId(id) }, { $inc: { erasuresBegun: 1 } }, { session });
  }

  /** Returns false if the user doesn't exist. */
  async remove(id: string, session: ClientSession): Promise<boolean> {
    return (await this.users.deleteOne({ _id: new ObjectId(id) }, { session })).deletedCount === 1;
  }

  /** Returns the user before and after the change, or null if it doesn't exist. */
  async change(
    id: string,
    { utm = {}, ...changes }: UserChanges,
    now: Date,
    session: ClientSession,
  ): Promise<{ before: User; after: User } | null> {
    const set = { ...changes, updatedAt: now };
    const ofUtm = Object.fromEntries(Object.entries(utm).map(([field, value]) => [`utm.${field}`, value]));
    const before = await this.users.findOneAndUpdate(
      { _id: new ObjectId(id) },
      { $set: { ...set, ...ofUtm } },
      { returnDocument: 'before', lean: true, session },
    );
    return (
      before && {
        before: toUser(before),
        after: toUser({ ...before, ...set, utm: { ...before.utm, ...utm } }),
      }
    );
  }
}

function toUser(document: UserDocument): User {
  const { _id, name, email, plan, status, tracking, conversions } = document;
  const { utm, defaultCountry, isApprovalRequired } = document;
  return {
    id: _id.toHexString(),
    name,
    email,
    plan,
    status,
    ...(tracking && { tracking }),
    ...(conversions && { conversions }),
    ...(utm && { utm: { ...utmDefaults, ...utm } }),
    ...(defaultCountry && { defaultCountry }),
    ...(isApprovalRequired && { isApprovalRequired }),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}
