/** No address begins so: an email address has an @, and a phone number begins with +. */
const MARK = 'erased:';

/** Matches what stands in the place of an erased address, in a filter of MongoDB. */
export const erasedRange = { $gte: MARK, $lt: 'erased;' } as const;

/** What stands in the place of an erased address: a hash of it, or the id of the erasure. */
export function erasedAs(name: string): string {
  return MARK + name;
}

/** Whether this stands in the place of an erased address. */
export function isErased(address: string): boolean {
  return address.startsWith(MARK);
}
