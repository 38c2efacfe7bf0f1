/** No address begins with this: an email address has an @, and a phone number begins with +. */
const MARK = 'erased:';

/** Matches replacements of erased addresses in a MongoDB filter. */
export const erasedRange = { $gte: MARK, $lt: 'erased;' } as const;

/** The replacement of an erased address: a hash of it, or the ID of the erasure. */
export function erasedAs(name: string): string {
  return MARK + name;
}

/** Whether this replaces an erased address. */
export function isErased(address: string): boolean {
  return address.startsWith(MARK);
}
