import { Injectable } from '@nestjs/common';
import { type ClientSession, type Collection, ObjectId } from 'mongodb';
import { type Plan, type User, pageOf } from '@carillon/contracts';
import { Database } from '@carillon/platform';

interface UserDocument {
  _id: ObjectId;
  name: string;
  email: string | null;
  plan: Plan;
  status: User['status'];
  createdAt: Date;
  updatedAt: Date;
}

export type NewUser = Pick<User, 'id' | 'name' | 'email' | 'plan'>;
export type UserChanges = Partial<Pick<User, 'name' | 'email' | 'plan' | 'status'>>;

/** The people and organisations that campaigns belong to. */
@Injectable()
export class Users {
  private readonly users: Collection<UserDocument>;

  constructor(database: Database) {
    this.users = database.collection<UserDocument>('users');
  }

  /** Adds an active user; if there is one of this id, that one stays as it is and is answered. */
  async add(
    { id, name, email, plan }: NewUser,
    now: Date,
    session: ClientSession,
  ): Promise<{ user: User; isNew: boolean }> {
    const user = { name, email, plan, status: 'ACTIVE' as const, createdAt: now, updatedAt: now };
    const existing = await this.users.findOneAndUpdate(
      { _id: new ObjectId(id) },
      { $setOnInsert: user },
      { upsert: true, returnDocument: 'before', session },
    );
    return { user: toUser(existing ?? { _id: new ObjectId(id), ...user }), isNew: existing === null };
  }

  async find(id: string): Promise<User | null> {
    const document = await this.users.findOne({ _id: new ObjectId(id) });
    return document && toUser(document);
  }

  /** Oldest first, continuing after a user's id. */
  async page(after: string | null, limit: number): Promise<{ items: User[]; next: string | null }> {
    const documents = await this.users
      .find(after === null ? {} : { _id: { $gt: new ObjectId(after) } })
      .sort({ _id: 1 })
      .limit(limit + 1)
      .toArray();
    return pageOf(documents.map(toUser), limit);
  }

  /** The user before and after. Null: there is none. */
  async change(
    id: string,
    changes: UserChanges,
    now: Date,
    session: ClientSession,
  ): Promise<{ before: User; after: User } | null> {
    const set = { ...changes, updatedAt: now };
    const before = await this.users.findOneAndUpdate(
      { _id: new ObjectId(id) },
      { $set: set },
      { returnDocument: 'before', session },
    );
    return before && { before: toUser(before), after: toUser({ ...before, ...set }) };
  }
}

function toUser({ _id, name, email, plan, status, createdAt, updatedAt }: UserDocument): User {
  return {
    id: _id.toHexString(),
    name,
    email,
    plan,
    status,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
