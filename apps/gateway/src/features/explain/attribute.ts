import type { ExplainedDelivery, HeldAddress, Reply } from '@carillon/contracts';

/** A person, with the addresses since the start of the campaign. */
export type Holder = Reply<'person.holders'>['people'][number];

/** How long after a person lost an address a delivery to it can have been planned for that person (milliseconds). */
const PLANNED_LATE_MS = 60_000;
/** The assumed maximum difference between the clocks of the services (milliseconds). */
const CLOCKS_DIFFER_MS = 1_000;

/**
 * Decides whom an explanation is about if several people had the requested address (null: an ID was requested): the one
 * who had it when the delivery was planned or, without a delivery, when the campaign started. Returns the deliveries to
 * this person, without those to addresses of other people at that time.
 */
export function attribute(
  people: readonly Holder[],
  found: readonly ExplainedDelivery[],
  { asked, asOf }: { asked: string | null; asOf: string },
): { holder: Holder | null; deliveries: ExplainedDelivery[] } {
  const ofAsked = found.filter(({ address }) => address === asked);
  const at = earliest(ofAsked.map(({ createdAt }) => createdAt)) ?? asOf;
  const had = people.find(({ held }) => held.some((each) => each.address === asked && hasAt(each, at)));
  const holder = had ?? people.at(0) ?? null;
  const isTheirs = ({ address, createdAt }: ExplainedDelivery): boolean =>
    address === asked ||
    (holder?.held ?? []).some((each) => each.address === address && mayHaveHadAt(each, createdAt));
  return { holder, deliveries: found.filter(isTheirs) };
}

/** The person with the addresses at a time, and the current ones. */
export function heldAt({ personId, held }: Holder, at: string): Holder {
  return { personId, held: held.filter((each) => each.until === null || hasAt(each, at)) };
}

/** The requested address (null: none), and those of the people. */
export function addressesOf(asked: string | null, people: readonly Holder[]): string[] {
  const all = people.flatMap(({ held }) => held.map(({ address }) => address));
  return [...new Set([...(asked === null ? [] : [asked]), ...all])];
}

/** The person who got the first delivery and was then merged into the holder. Null: the holder got it. */
export function mergedIdOf(holder: Holder | null, deliveries: readonly ExplainedDelivery[]): string | null {
  const [first] = deliveries.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  if (!holder || !first) return null;
  const had = holder.held.filter(({ address }) => address === first.address);
  const previous = had.find((each) => hasAt(each, first.createdAt))?.personId;
  return previous === undefined || previous === holder.personId ? null : previous;
}

export const earliest = (times: readonly string[]): string | null => times.toSorted().at(0) ?? null;

function hasAt({ from, until }: HeldAddress, at: string): boolean {
  return (from === null || from <= at) && (until === null || at < until);
}

/** A page of recipients is read shortly before it is planned. */
function mayHaveHadAt({ from, until }: HeldAddress, at: string): boolean {
  const planned = Date.parse(at);
  return (
    (from === null || Date.parse(from) - CLOCKS_DIFFER_MS <= planned) &&
    (until === null || planned <= Date.parse(until) + PLANNED_LATE_MS)
  );
}
