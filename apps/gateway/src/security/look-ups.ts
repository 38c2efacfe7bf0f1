import { Batcher } from '@carillon/platform';

/** Between two requests (milliseconds). */
const PAUSE_MS = 100;
/** Names that one request looks up. */
const MOST = 1_000;

/**
 * Looks up names that anyone can invent: concurrent ones in one request, one request at a time. Existing names are
 * found slightly later, and a flood of other names costs the requested service almost nothing. `ask` returns what
 * exists of at most a thousand names; what it does not return is null.
 */
export function lookUps<T>(
  ask: (names: string[]) => Promise<ReadonlyMap<string, T>>,
): Batcher<string, T | null> {
  return new Batcher<string, T | null>({
    atOnce: 1,
    most: MOST,
    pauseMs: PAUSE_MS,
    run: async (names) => {
      const found = await ask([...new Set(names)]);
      return names.map((name) => found.get(name) ?? null);
    },
  });
}
