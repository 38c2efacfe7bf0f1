import { ObjectId } from 'bson';

/**
 * A new identifier: 24 lowercase hex digits, ordered by the second of its creation and, within a process, by the order
 * of calls.
 */
export function newId(): string {
  return new ObjectId().toHexString();
}

export const ID_PATTERN = '^[0-9a-f]{24}$';
const id = new RegExp(ID_PATTERN);

/** True only for results of `newId`: uppercase, other lengths, and other spellings of an ID are rejected. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && id.test(value);
}
