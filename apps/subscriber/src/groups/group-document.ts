import { ObjectId } from 'mongodb';
import type { Group } from '@carillon/contracts';

/**
 * A living group has a slug and a slot, which numbers the groups that a user may have so that a unique index bounds them.
 * A deleted one has neither: it waits for its members to be removed.
 */
export interface GroupDocument {
  _id: ObjectId;
  userId: ObjectId;
  name: string;
  slug?: string;
  slot?: number;
  createdAt: Date;
  updatedAt: Date;
  deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognised. */
  deletedBy?: string;
}
export type LiveGroupDocument = GroupDocument & { slug: string; slot: number };

export const live = { deletedAt: { $exists: false } };

export function owned(userId: string, id: string): { _id: ObjectId; userId: ObjectId } {
  return { _id: new ObjectId(id), userId: new ObjectId(userId) };
}

export function toGroup({ _id, userId, name, slug, createdAt, updatedAt }: LiveGroupDocument): Group {
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    name,
    slug,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
