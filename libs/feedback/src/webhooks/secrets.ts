import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal. Takes the same time for any difference. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
