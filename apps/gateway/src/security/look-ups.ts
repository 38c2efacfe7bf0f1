import { Batcher } from '@carillon/platform';

/** The pause between two requests (milliseconds). */
const PAUSE_MS = 100;
/** The number of names that one request looks up. */
const MOST = 1_000;

/**
 * Looks up names that anyone can invent. Concurrent lookups share a request, and only one request runs at a time.
 * Existing names are found slightly later, and a flood of other names costs the requested service almost nothing. `ask`
 * returns the existing ones among at most a thousand names. The result for all other names is null.
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
