import { AppError, type HeldAddress, type Payload, type Reply } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { type PastAddresses, People, type PersonDocument, PersonVersions, addressesOf } from '../identity';

type Holder = Reply<'person.holders'>['people'][number];

/** The maximum number of people who had an address. */
const MOST_HOLDERS = 20;

/** Finds people by an address that they have or had, or by their ID, and when they had each of their addresses. */
@Injectable()
export class AddressHolders {
  constructor(
    private readonly people: People,
    private readonly versions: PersonVersions,
  ) {}

  /** @throws AppError person_not_found if no person has the ID, and none with this ID was merged into another one */
  async find({ userId, whom, since }: Payload<'person.holders'>): Promise<Reply<'person.holders'>> {
    const time = new Date(since);
    const found =
      'personId' in whom
        ? [await this.withId(userId, whom.personId)]
        : await this.withAddress(userId, whom.address, time);
    return { people: await Promise.all(found.map((person) => this.holder(userId, person, time))) };
  }

  private async withId(userId: string, id: string): Promise<PersonDocument> {
    const person = await this.people.get(userId, id);
    if (person) return person;
    const into = await this.versions.mergedInto(userId, id);
    const merged = into && (await this.people.get(userId, into));
    if (!merged) throw new AppError('person_not_found');
    return merged;
  }

  private async withAddress(userId: string, address: string, since: Date): Promise<PersonDocument[]> {
    const [current, past] = await Promise.all([
      this.people.withAddresses(userId, [address]),
      this.versions.withAddressesSince(userId, [address], since),
    ]);
    const known = new Set(current.map(({ _id }) => _id.toHexString()));
    const previous = new Set(past.map(({ personId, mergedInto }) => (mergedInto ?? personId).toHexString()));
    const ids = [...previous].filter((id) => !known.has(id)).slice(0, MOST_HOLDERS);
    const others = await Promise.all(ids.map((id) => this.people.get(userId, id)));
    return [...current, ...others.filter((person) => person !== null)];
  }

  private async holder(userId: string, person: PersonDocument, since: Date): Promise<Holder> {
    const personId = person._id.toHexString();
    const versions = await this.versions.since(userId, personId, since);
    const byPerson = Map.groupBy(versions, (version) => version.personId.toHexString());
    const own = heldAddresses(personId, byPerson.get(personId) ?? [], person);
    byPerson.delete(personId);
    const ofMerged = [...byPerson].flatMap(([id, list]) => heldAddresses(id, list, null));
    return { personId, held: [...ofMerged, ...(await this.withStart(userId, personId, own, since))] };
  }

  /** An address of unknown start begins when the last other person lost it. */
  private async withStart(
    userId: string,
    holder: string,
    held: readonly HeldAddress[],
    since: Date,
  ): Promise<HeldAddress[]> {
    const unknown = held.flatMap(({ address, from, until }) => ((from ?? until) ? [] : [address]));
    const versions = await this.versions.withAddressesSince(userId, unknown, since);
    const endOf = new Map<string, string>();
    for (const { personId, mergedInto, channels, until } of versions)
      if (![personId, mergedInto].some((id) => id?.toHexString() === holder))
        for (const { address } of channels) endOf.set(address, until.toISOString());
    return held.map((each) =>
      each.from === null && each.until === null ? { ...each, from: endOf.get(each.address) ?? null } : each,
    );
  }
}

/** When a person had each address, by previous values in the order of time and the current ones (null: merged). */
export function heldAddresses(
  personId: string,
  versions: readonly Pick<PastAddresses, 'channels' | 'until'>[],
  now: Pick<PersonDocument, 'channels'> | null,
): HeldAddress[] {
  const states = [...versions, ...(now ? [{ channels: now.channels, until: null }] : [])];
  const held: HeldAddress[] = [];
  let start: string | null = null;
  for (const { channels, until } of states) {
    const end = until?.toISOString() ?? null;
    for (const address of new Set(addressesOf([{ channels }]))) {
      const previous = held.find((each) => each.address === address && each.until === start);
      if (previous) previous.until = end;
      else held.push({ address, personId, from: start, until: end });
    }
    start = end;
  }
  return held;
}
