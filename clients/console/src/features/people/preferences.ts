import type { Schemas } from '@carillon/sdk';

/** What a person chose on the preference page, as stored with one of their addresses. */
export type AddressPreferences = Pick<
  Schemas['SuppressionHistory'],
  'topics' | 'pastTopics' | 'snoozedUntil'
>;

/** The choices of a person. They apply at all addresses, whichever they are stored with. */
export interface Preferences {
  /** The topics that the person left, each once, newest first. */
  left: AddressPreferences['topics'];
  /** The topics that the person left and joined again, newest first. */
  joined: AddressPreferences['pastTopics'];
  /** The end of the pause. Null: messages aren't paused now. */
  snoozedUntil: string | null;
}

export function preferencesOf(stored: readonly AddressPreferences[], now: Date): Preferences {
  const left = new Map<string, AddressPreferences['topics'][number]>();
  // The first opt-out of a topic is the evidence.
  for (const each of stored.flatMap(({ topics }) => topics).toSorted(by('createdAt')))
    if (!left.has(each.topic)) left.set(each.topic, each);
  const ends = stored.flatMap(({ snoozedUntil }) => snoozedUntil ?? []).toSorted();
  const last = ends.at(-1) ?? null;
  return {
    left: [...left.values()].toReversed(),
    joined: stored
      .flatMap(({ pastTopics }) => pastTopics)
      .toSorted(by('liftedAt'))
      .toReversed(),
    snoozedUntil: last !== null && new Date(last) > now ? last : null,
  };
}

/** Compares times, which are all written in the same form. */
function by<K extends string>(
  key: K,
): (a: Readonly<Record<K, string>>, b: Readonly<Record<K, string>>) => number {
  return (a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0);
}
