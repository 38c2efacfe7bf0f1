const SHOWN = 3;

/** Formats names as `5 members have no delivery: a, b, c, …`. Returns an empty list if there are no names. */
export function some(names: readonly string[], what: string): string[] {
  if (names.length === 0) return [];
  const more = names.length > SHOWN ? ', …' : '';
  return [`${names.length} ${what}: ${names.slice(0, SHOWN).join(', ')}${more}`];
}

/** Counts the occurrences of each name. */
export function counted(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
