import type { ObjectId } from 'mongodb';
import { type OnExisting, type Refusal, type Rules, type TypedContact, mergedWith } from './merge-contact';
import type { PersonDocument } from './person-document';

/** A contact, and the ID for its person if the person is new. */
export interface NewContact {
  contact: TypedContact;
  ownId: ObjectId;
}

/** The person of a contact, or why it can't have one: `people` are the different people it would belong to. */
export type Match = { person: ObjectId } | { conflict: ObjectId[] } | { refusal: Refusal };

/** Documents to write so that each contact has its person. */
export interface Matches {
  /** In the order of the contacts. */
  matches: Match[];
  /** People to add. */
  added: PersonDocument[];
  /** People to replace, with the revision that was read. */
  changed: PersonDocument[];
}

/**
 * Finds the person of each contact among the known ones, by external ID or by any address. Contacts of the same person
 * are merged in their order. Contacts that belong to different people never merge them.
 */
export function matchContacts(
  userId: ObjectId,
  contacts: readonly NewContact[],
  known: readonly PersonDocument[],
  { onExisting, rules, now }: { onExisting: OnExisting; rules?: Rules | undefined; now: Date },
): Matches {
  const people = new Directory(known);
  const matches = contacts.map(({ contact, ownId }): Match => {
    const found = people.of(contact);
    const [person, ...others] = found;
    if (others.length > 0) return { conflict: found.map(({ _id }) => _id) };
    if (person && isSomebodyElse(person, contact)) return { conflict: [person._id] };
    const empty = { _id: ownId, userId, n: [], channels: [], rev: 1, createdAt: now, updatedAt: now };
    const before = person ?? empty;
    const merged = person
      ? mergedWith(before, contact, onExisting, rules)
      : mergedWith(before, contact, 'update');
    if (typeof merged === 'string') return { refusal: merged };
    if (merged !== person) people.note({ ...merged, updatedAt: now }, !person);
    return { person: before._id };
  });
  return { matches, ...people.written() };
}

/** The person has an address of the contact, but another external ID. */
function isSomebodyElse({ externalId }: PersonDocument, contact: TypedContact): boolean {
  return externalId !== undefined && contact.externalId !== undefined && externalId !== contact.externalId;
}

/** People by their addresses and external IDs, with the changes of a batch. */
class Directory {
  private readonly byId = new Map<string, PersonDocument>();
  private readonly ids = new Map<string, string>();
  private readonly added = new Set<string>();
  private readonly changed = new Set<string>();

  constructor(known: readonly PersonDocument[]) {
    for (const person of known) this.index(person);
  }

  /** The different people who have the external ID or one of the addresses. */
  of({ externalId, addresses }: TypedContact): PersonDocument[] {
    const keys = addresses.map(({ address }) => address);
    if (externalId !== undefined) keys.push(externalKey(externalId));
    const ids = new Set(keys.flatMap((key) => this.ids.get(key) ?? []));
    return [...ids].flatMap((id) => this.byId.get(id) ?? []);
  }

  note(person: PersonDocument, isNew: boolean): void {
    const id = this.index(person);
    if (isNew) this.added.add(id);
    else if (!this.added.has(id)) this.changed.add(id);
  }

  written(): Pick<Matches, 'added' | 'changed'> {
    const of = (ids: Iterable<string>) => [...ids].flatMap((id) => this.byId.get(id) ?? []);
    return { added: of(this.added), changed: of(this.changed) };
  }

  private index(person: PersonDocument): string {
    const id = person._id.toHexString();
    this.byId.set(id, person);
    for (const { address } of person.channels) this.ids.set(address, id);
    if (person.externalId !== undefined) this.ids.set(externalKey(person.externalId), id);
    return id;
  }
}

/** No address begins with a space. */
function externalKey(externalId: string): string {
  return ` ${externalId}`;
}
