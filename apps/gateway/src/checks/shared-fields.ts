import { type Finding, finding } from './rule';

/** Body and query of a request after the fields that both may carry were brought together in the body. */
export interface Merged {
  body: Record<string, unknown>;
  query: Record<string, unknown>;
  conflicts: Finding[];
  /** Fields of the body that stood in the query, which is where a wrong one is to be named. */
  fromQuery: ReadonlySet<string>;
}

/** A GET may say the same in its body and in its query: once, or twice and equal; twice and different is a conflict. */
export function mergeShared(
  body: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
  shared: readonly string[],
): Merged {
  const merged: Merged = { body: { ...body }, query: { ...query }, conflicts: [], fromQuery: new Set() };
  const fromQuery = new Set<string>();
  for (const field of shared.filter((each) => Object.hasOwn(query, each))) {
    Reflect.deleteProperty(merged.query, field);
    if (!Object.hasOwn(body, field)) {
      merged.body[field] = query[field];
      fromQuery.add(field);
    } else if (body[field] !== query[field]) {
      merged.conflicts.push(...finding('conflict', 'Body and query say different things', field));
    }
  }
  return { ...merged, fromQuery };
}
