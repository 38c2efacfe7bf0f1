import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { AttributeNames } from './attribute-names';
import { type Match, type NewContact, matchContacts } from './match-contacts';
import type { OnExisting } from './merge-contact';
import { People } from './people';

/** Another process changes the same people at the same time. */
const TRIES = 10;

export interface SaveOptions {
  userId: string;
  onExisting: OnExisting;
  now: Date;
}

/** Saves contacts: adds unknown people, and adds addresses and values to known ones. */
@Injectable()
export class SaveContacts {
  constructor(
    private readonly people: People,
    private readonly attributeNames: AttributeNames,
  ) {}

  /**
   * Returns the person of each contact, in their order. Writing the same contacts again, with the same IDs, changes
   * nothing.
   * @throws AppError quota_exceeded, limit_reached
   */
  async save(contacts: readonly NewContact[], options: SaveOptions): Promise<Match[]> {
    await this.attributeNames.ensure(
      options.userId,
      contacts.map(({ contact }) => contact),
      options.now,
    );
    for (let tries = 0; tries < TRIES; tries++) {
      const matches = await this.attempt(contacts, options);
      if (matches) return matches;
    }
    throw new Error('People change faster than contacts can be saved');
  }

  /** Null: people have changed in the meantime. Completed writes stay, and are found by the next attempt. */
  private async attempt(
    contacts: readonly NewContact[],
    { userId, ...options }: SaveOptions,
  ): Promise<Match[] | null> {
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
    const { matches, added, changed } = matchContacts(user, contacts, [...known.values()], options);
    const [refused, isReplaced] = await Promise.all([
      this.people.add(userId, added),
      this.people.replace(changed),
    ]);
    return refused.length > 0 || !isReplaced ? null : matches;
  }
}
