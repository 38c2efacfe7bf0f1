import { type KeyObject, createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_BYTES = 16;
const form = /^[A-Za-z0-9_-]+$/;

/** The owner of the cursors of operators' lists, which can be about all accounts. */
export const OPERATOR = 'operator';

/** The scope of a cursor: it continues only this user's list at this path with these filters. */
export interface CursorOwner {
  userId: string;
  path: string;
  filters: Readonly<Record<string, unknown>>;
}

/**
 * Writes and reads cursors. A cursor is a position in a list. It is opaque and signed, so that clients can't depend on
 * its content, forge it, or use it for another list.
 */
export class Cursors {
  constructor(private readonly key: KeyObject) {}

  write(after: string, owner: CursorOwner): string {
    return Buffer.concat([this.sign(after, owner), Buffer.from(after)]).toString('base64url');
  }

  /** The position to continue from; null if the cursor was created for another owner, or forged. */
  read(cursor: string, owner: CursorOwner): string | null {
    if (!form.test(cursor)) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return null;
    const after = bytes.subarray(SIGNATURE_BYTES).toString();
    const expected = this.sign(after, owner);
    return timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), expected) ? after : null;
  }

  private sign(after: string, { userId, path, filters }: CursorOwner): Buffer {
    const present = Object.entries(filters).filter(([, value]) => value !== undefined);
    present.sort(([a], [b]) => (a < b ? -1 : 1));
    const text = JSON.stringify([userId, path, present, after]);
    return createHmac('sha256', this.key).update(text).digest().subarray(0, SIGNATURE_BYTES);
  }
}
