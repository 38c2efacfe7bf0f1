const SHOWN = 3;

/** `5 people were missed: a, b, c, …`; nothing when there is none. */
export function some(names: readonly string[], what: string): string[] {
  if (names.length === 0) return [];
  const more = names.length > SHOWN ? ', …' : '';
  return [`${names.length} ${what}: ${names.slice(0, SHOWN).join(', ')}${more}`];
}

/** How often each occurs. */
export function counted(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
