import type { ObjectId } from 'mongodb';
import type { Channel, Suppression, SuppressionReason } from '@carillon/contracts';
import { type Cause, type Standing, strongest } from './standing';

/** An address on a channel of a user. */
export interface Address {
  userId: string;
  channel: Channel;
  address: string;
}

/** What is known of an address, for ever: without causes it is no suppression, and nobody sees it. */
export interface SuppressionDocument {
  _id: ObjectId;
  userId: ObjectId;
  channel: Channel;
  address: string;
  causes: Cause[];
  heardAt: Partial<Record<SuppressionReason, Date>>;
  words: string[];
  liftedBy: string | null;
  /** That of the strongest cause, to be searched by. */
  reason: SuppressionReason | null;
  /** When a cause was added last (database time). */
  at?: Date;
  rev: number;
}

/** What is stored of a standing. */
export function stored(
  standing: Standing,
): Pick<SuppressionDocument, 'causes' | 'heardAt' | 'words' | 'liftedBy' | 'reason'> {
  const { causes, heardAt, words, liftedBy } = standing;
  return {
    causes: [...causes],
    heardAt,
    words: [...words],
    liftedBy,
    reason: strongest(standing)?.reason ?? null,
  };
}

/** Null: nothing speaks against writing to it. */
export function toSuppression(
  id: string,
  { userId, channel, address }: Address,
  standing: Standing,
): Suppression | null {
  const cause = strongest(standing);
  if (!cause) return null;
  const { reason, sender, at } = cause;
  return { id, userId, channel, address, sender, reason, createdAt: at.toISOString() };
}

export function addressOf({ userId, channel, address }: SuppressionDocument): Address {
  return { userId: userId.toHexString(), channel, address };
}
