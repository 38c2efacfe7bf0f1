import type { AuditNote, SignUpForm, SignUpFormSettings, SignUpWording } from '@carillon/contracts';
import { NOTES_INDEX, type Plain, collection } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';

/** A version of the wording. The version is its position, from 1. */
interface StoredWording {
  text: string;
  at: Date;
}

/** How long a deleted form is stored, so that its last audit entry is published (seconds). */
const DELETED_FOR_S = 30 * 86_400;

/**
 * A sign-up form. Slots number the forms of a user, so that a unique index limits their number. A deleted form has no
 * slot, and nobody sees it.
 */
@Schema(collection('signUpForms'))
export class SignUpFormRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Number }) slot?: number;
  @Prop({ type: Types.ObjectId }) groupId!: ObjectId;
  @Prop({ type: Object }) settings!: Omit<SignUpFormSettings, 'groupId' | 'wording'>;
  /** All versions, oldest first. */
  @Prop({ type: [Object] }) wordings!: StoredWording[];
  /** Counts changes, so that concurrent changes are noticed. */
  @Prop({ type: Number }) rev!: number;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  @Prop({ type: Date }) deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognized. */
  @Prop({ type: String }) deletedBy?: string;
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
}

export type SignUpFormDocument = Plain<SignUpFormRecord>;

/** The index hint for lists. */
export const IN_ORDER = { userId: 1, _id: 1 } as const;

export const SignUpFormSchema = SchemaFactory.createForClass(SignUpFormRecord)
  .index({ userId: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: { $exists: true } } })
  .index(IN_ORDER)
  .index({ deletedAt: 1 }, { expireAfterSeconds: DELETED_FOR_S })
  .index(...NOTES_INDEX);

export function toSignUpForm(document: SignUpFormDocument): SignUpForm {
  const { _id, userId, groupId, settings, wordings, createdAt, updatedAt } = document;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    groupId: groupId.toHexString(),
    ...settings,
    wording: wordings.at(-1)?.text ?? '',
    wordingVersion: wordings.length,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Versions of the wording, newest first, continuing after one of them. `next`: the last version, if more follow. */
export function wordingsAfter(
  { wordings }: SignUpFormDocument,
  after: string | null,
  limit: number,
): { items: SignUpWording[]; next: string | null } {
  const older = wordings
    .map(({ text, at }, index) => ({ version: index + 1, text, createdAt: at.toISOString() }))
    .reverse()
    .filter(({ version }) => after === null || version < Number(after));
  const items = older.slice(0, limit);
  const last = items.at(-1);
  return { items, next: last && older.length > limit ? String(last.version) : null };
}
