/** The first `limit` of what was found, in order; to know whether there is more, one more than `limit` is looked for. */
export function pageOf<T extends { id: string }>(
  found: readonly T[],
  limit: number,
): { items: T[]; next: string | null } {
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}
