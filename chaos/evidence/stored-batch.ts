import type { Channel, DeliveryState } from '@carillon/contracts';
import type { ObjectId } from 'mongodb';

/** A batch as the dispatcher stores it, as far as it is looked at here; positions are pairs of first and last. */
export interface StoredBatch {
  _id: string;
  campaign: ObjectId;
  channel: Channel;
  recipientPage: string;
  offset: number;
  size: number;
  state: string;
  todo: number[];
  duplicates: number[];
  cancelled: boolean;
  lease: { fence: number; until: Date; positions: number[]; holder: string } | null;
  verdict: { state: DeliveryState; reason: string | null };
  exceptions: StoredException[];
}

/** What there is nothing to say of is not there. */
interface StoredException {
  i: number;
  state: DeliveryState;
  reason?: string | null;
  doubts?: number;
}

export interface StoredRecipientPage {
  _id: string;
  recipients: { a: string }[];
}

export function positionsIn(ranges: readonly number[]): number[] {
  const positions: number[] = [];
  for (let at = 0; at < ranges.length; at += 2) {
    const [first = 0, last = -1] = ranges.slice(at, at + 2);
    for (let position = first; position <= last; position++) positions.push(position);
  }
  return positions;
}
