/** The items of a list in JSON; none for anything else. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
