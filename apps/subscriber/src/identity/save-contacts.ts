import { Injectable } from '@nestjs/common';
import type { Contact } from '@carillon/input';
import { ObjectId } from 'mongodb';
import { AttributeNames } from './attribute-names';
import { type Match, type Matches, type NewContact, matchContacts } from './match-contacts';
import type { OnExisting, Rules } from './merge-contact';
import { People } from './people';
import { type AttributeTypes, type ValueColumns, typedAttributes } from './typed-attributes';

/** Another process changes the same people at the same time. */
const TRIES = 10;

export interface SaveOptions {
  userId: string;
  onExisting: OnExisting;
  /** Other rules for some attributes and fields. */
  rules?: Rules | undefined;
  /** How the file writes the values of attributes. */
  columns?: ValueColumns | undefined;
  now: Date;
}

/** A contact as it was read, and the ID for its person if the person is new. */
interface ReadContact {
  contact: Contact;
  ownId: ObjectId;
}

export interface SavedContacts {
  /** The person of each contact, in their order. */
  matches: Match[];
  /** The number of values that don't have the type of their attribute, by attribute. They are stored as text. */
  misfits: ReadonlyMap<string, number>;
}

/** Saves contacts: adds unknown people, and adds addresses and values to known ones. */
@Injectable()
export class SaveContacts {
  constructor(
    private readonly people: People,
    private readonly attributeNames: AttributeNames,
  ) {}

  /**
   * Writing the same contacts again, with the same IDs, changes nothing.
   * @throws AppError quota_exceeded, limit_reached
   */
  async save(contacts: readonly ReadContact[], options: SaveOptions): Promise<SavedContacts> {
    const { typed, misfits } = await this.typed(contacts, options);
    for (let tries = 0; tries < TRIES; tries++) {
      const matches = await this.attempt(typed, options);
      if (matches) return { matches, misfits };
    }
    throw new Error('People change faster than contacts can be saved');
  }

  /** What saving the contacts would do. Writes nothing. */
  async preview(
    contacts: readonly ReadContact[],
    options: SaveOptions,
  ): Promise<Matches & Pick<SavedContacts, 'misfits'>> {
    const values = contacts.map(({ contact }) => contact);
    const declared = declaredIn(options.columns);
    const types = await this.attributeNames.typesOf(options.userId, values, declared);
    const { typed, misfits } = converted(contacts, types, options.columns);
    return { ...(await this.match(typed, options)), misfits };
  }

  /** Notes the attributes of the contacts, and converts their values to the declared types. */
  private async typed(contacts: readonly ReadContact[], { userId, columns, now }: SaveOptions) {
    const values = contacts.map(({ contact }) => contact);
    const types = await this.attributeNames.ensure(userId, values, now, declaredIn(columns));
    return converted(contacts, types, columns);
  }

  /** Null: people have changed in the meantime. Completed writes stay, and are found by the next attempt. */
  private async attempt(contacts: readonly NewContact[], options: SaveOptions): Promise<Match[] | null> {
    const { matches, added, changed } = await this.match(contacts, options);
    const [refused, isReplaced] = await Promise.all([
      this.people.add(options.userId, added),
      this.people.replace(options.userId, changed),
    ]);
    return refused.length > 0 || !isReplaced ? null : matches;
  }

  private async match(
    contacts: readonly NewContact[],
    { userId, ...options }: SaveOptions,
  ): Promise<Matches> {
    const addresses = contacts.flatMap(({ contact }) => contact.addresses.map(({ address }) => address));
    const externalIds = contacts.flatMap(({ contact }) => contact.externalId ?? []);
    const [byAddress, byExternalId] = await Promise.all([
      this.people.withAddresses(userId, [...new Set(addresses)]),
      this.people.withExternalIds(userId, [...new Set(externalIds)]),
    ]);
    const known = new Map(
      [...byAddress, ...byExternalId].map((person) => [person._id.toHexString(), person]),
    );
    const user = new ObjectId(userId);
    return matchContacts(user, contacts, [...known.values()], options);
  }
}

/** The types of columns, which attributes without a declared type get. */
function declaredIn(columns: ValueColumns = new Map()): AttributeTypes {
  return new Map(Array.from(columns, ([name, { type }]) => [name, type]));
}

function converted(
  contacts: readonly ReadContact[],
  types: AttributeTypes,
  columns: ValueColumns | undefined,
): { typed: NewContact[]; misfits: Map<string, number> } {
  const misfits = new Map<string, number>();
  const onMisfit = (name: string): unknown => misfits.set(name, (misfits.get(name) ?? 0) + 1);
  const typed = contacts.map(({ contact, ownId }): NewContact => {
    const attributes = typedAttributes(contact.attributes, types, { columns, onMisfit });
    return { contact: { ...contact, attributes }, ownId };
  });
  return { typed, misfits };
}
