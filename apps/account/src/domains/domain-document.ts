import type { DkimAlgorithm, Domain, DomainKeyState, DomainRecord as Checked } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { Types } from 'mongoose';

/** A DKIM key. */
export interface DomainKey {
  id: ObjectId;
  selector: string;
  algorithm: DkimAlgorithm;
  publicKey: string;
  /** Vault ciphertext of the private key. Absent: the key is retired. */
  sealed?: string;
  state: DomainKeyState;
  createdAt: Date;
}

/** Slots number the domains of an owner, so that a unique index limits their number. */
@Schema(collection('domains'))
export class DomainRecord {
  readonly _id!: ObjectId;
  /** Null: the operator. */
  @Prop({ type: Types.ObjectId }) userId!: ObjectId | null;
  @Prop({ type: Number }) slot!: number;
  /** In lowercase A-labels. */
  @Prop({ type: String }) domain!: string;
  @Prop({ type: [Object] }) keys!: DomainKey[];
  /** The result of the last check. */
  @Prop({ type: [Object] }) records!: Checked[];
  @Prop({ type: Date }) checkedAt!: Date | null;
  /** The time of the next check in the background. */
  @Prop({ type: Date }) checkAt!: Date;
  /** Counts the changes of keys. */
  @Prop({ type: Number }) rev!: number;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
}

export type DomainDocument = Plain<DomainRecord>;

export const BY_NAME = { userId: 1, domain: 1 } as const;
export const DUE = { checkAt: 1 } as const;

export const DomainSchema = SchemaFactory.createForClass(DomainRecord)
  .index(BY_NAME, { unique: true })
  .index({ userId: 1, slot: 1 }, { unique: true })
  .index(DUE);

/** The filter for the domains of an owner. Null: the operator. */
export function ownedBy(userId: string | null): Pick<DomainDocument, 'userId'> {
  return { userId: userId === null ? null : new ObjectId(userId) };
}

export function ownerIn({ userId }: Pick<DomainDocument, 'userId'>): string | null {
  return userId?.toHexString() ?? null;
}

/** The domain as shown to its owner. */
export function toDomain({ _id, userId, domain, keys, records, ...times }: DomainDocument): Domain {
  const isSigned = keys.some(({ state }) => state === 'ACTIVE');
  const isLacking = records.some(
    ({ isRequired, status }) => isRequired && (status === 'MISSING' || status === 'WRONG'),
  );
  return {
    ...{ id: _id.toHexString(), userId: ownerIn({ userId }), domain },
    state: !isSigned ? 'PENDING' : isLacking ? 'INCOMPLETE' : 'OK',
    keys: keys.map(({ selector, algorithm, state, createdAt }) => ({
      ...{ selector, algorithm, state, createdAt: createdAt.toISOString() },
    })),
    records,
    checkedAt: times.checkedAt?.toISOString() ?? null,
    createdAt: times.createdAt.toISOString(),
    updatedAt: times.updatedAt.toISOString(),
  };
}
