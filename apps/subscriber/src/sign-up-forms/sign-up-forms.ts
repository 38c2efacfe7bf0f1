import type { AuditNote } from '@carillon/contracts';
import { isDuplicateKey, owned } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { IN_ORDER, type SignUpFormDocument, SignUpFormRecord } from './form-document';

const live = { deletedAt: { $exists: false } };

/** The sign-up forms of users. Only `wasDeletedBy` sees deleted forms. */
@Injectable()
export class SignUpForms {
  constructor(@InjectModel(SignUpFormRecord.name) private readonly forms: Model<SignUpFormDocument>) {}

  /** Returns false if the ID or the slot is taken. */
  async add(form: SignUpFormDocument): Promise<boolean> {
    try {
      await this.forms.collection.insertOne(form);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async get(userId: string, id: string): Promise<SignUpFormDocument | null> {
    return this.forms.findOne({ ...owned(userId, id), ...live }).lean();
  }

  /** A form of any user. */
  async find(id: string): Promise<SignUpFormDocument | null> {
    return this.forms.findOne({ _id: new ObjectId(id), ...live }).lean();
  }

  /** Oldest first, continuing after a form's ID. */
  async page(userId: string, after: string | null, limit: number): Promise<SignUpFormDocument[]> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    return this.forms
      .find({ userId: new ObjectId(userId), ...live, ...following })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit)
      .lean<SignUpFormDocument[]>();
  }

  /** The slots that the forms of a user take. */
  async slots(userId: string): Promise<number[]> {
    const found = await this.forms
      .find({ userId: new ObjectId(userId), ...live }, { slot: 1 })
      .hint(IN_ORDER)
      .lean<Pick<SignUpFormDocument, 'slot'>[]>();
    return found.flatMap(({ slot }) => slot ?? []);
  }

  /** Replaces the settings and the wordings if the form hasn't changed since it was read. */
  async change({ _id, rev, ...form }: SignUpFormDocument, note: AuditNote): Promise<boolean> {
    const { groupId, settings, wordings, updatedAt } = form;
    const { matchedCount } = await this.forms.updateOne(
      { _id, rev, ...live },
      { $set: { groupId, settings, wordings, updatedAt, rev: rev + 1 }, $push: { notes: note } },
    );
    return matchedCount > 0;
  }

  /** Makes a form invisible, and frees its slot. Does nothing if there is no such form. */
  async delete(
    userId: string,
    id: string,
    { by, at, note }: { by: string; at: Date; note: AuditNote },
  ): Promise<void> {
    await this.forms.updateOne(
      { ...owned(userId, id), ...live },
      { $set: { deletedAt: at, deletedBy: by }, $unset: { slot: '' }, $push: { notes: note } },
    );
  }

  async wasDeletedBy(userId: string, id: string, messageId: string): Promise<boolean> {
    return (await this.forms.exists({ ...owned(userId, id), deletedBy: messageId })) !== null;
  }

  async removeAll(userId: string): Promise<void> {
    await this.forms.deleteMany({ userId: new ObjectId(userId) });
  }
}
