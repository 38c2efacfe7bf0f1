import { Database, insertMissing, owned, readLimitMs, refusedDuplicates } from '@carillon/mongo';
import { Batcher, Clock } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { ClientSession, Model } from 'mongoose';
import { MANY_MATCHES, rarestFirst } from '../search-terms';
import { type OwnedAddress, ensureAddresses, withAddresses } from './ensure-addresses';
import {
  BY_ADDRESS,
  BY_EXTERNAL_ID,
  BY_TERM,
  type ChannelAddress,
  IN_ORDER,
  MERGED,
  type PersonDocument,
  PersonRecord,
  isMerged,
  termsOf,
} from './person-document';
import { PersonEvents, withEvents } from './person-events';
import { PersonNumbers } from './person-numbers';
import { PersonVersions } from './person-versions';
import { RemovedPeople, hasEntries } from './removed-people';

/** The times of changes come from the clocks of several processes (milliseconds). */
const CLOCKS_MS = 60_000;

/** What a search for members reads of a person. */
export type SearchedPerson = Pick<PersonDocument, 'channels' | 'terms'>;
const searchedFields = { _id: 0, 'channels.address': 1, terms: 1 } as const;
const MATCHES_AT_ONCE = 200;

/** Ends a transaction without writing anything. */
class PersonChanged extends Error {}

/**
 * The people of users, found by ID, address, or external ID. Each write also stores the webhook events that an endpoint of
 * the user wants.
 */
@Injectable()
export class People {
  /** Adds the addresses of concurrent requests together. */
  private readonly newcomers = new Batcher<OwnedAddress & { now: Date }>({
    atOnce: 2,
    most: 100,
    run: async (addresses) => {
      const [first] = addresses;
      if (first) await this.ensureAll(addresses, first.now);
    },
  });

  constructor(
    @InjectModel(PersonRecord.name) private readonly people: Model<PersonDocument>,
    private readonly numbers: PersonNumbers,
    private readonly removed: RemovedPeople,
    private readonly versions: PersonVersions,
    private readonly events: PersonEvents,
    private readonly database: Database,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  async get(userId: string, id: string): Promise<PersonDocument | null> {
    return this.people.findOne(owned(userId, id)).lean();
  }

  /** Oldest first, continuing after a person's ID. */
  async page(userId: string, after: string | null, limit: number): Promise<PersonDocument[]> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    return this.people
      .find({ userId: new ObjectId(userId), ...following })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit)
      .lean<PersonDocument[]>();
  }

  /** People into whom others were merged, perhaps since then, in the order of their IDs. */
  async mergedSince(
    userId: string,
    since: Date,
    { after, limit }: { after: string | null; limit: number },
  ): Promise<PersonDocument[]> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    const updatedAt = { $gte: new Date(since.getTime() - CLOCKS_MS) };
    return this.people
      .find({ userId: new ObjectId(userId), ...isMerged, ...following, updatedAt })
      .sort({ _id: 1 })
      .hint(MERGED)
      .limit(limit)
      .lean<PersonDocument[]>();
  }

  /** People with terms that begin with each of the patterns: those that the index has first, in no particular order. */
  async search(userId: string, patterns: readonly RegExp[], limit: number): Promise<PersonDocument[]> {
    if (patterns.length === 0) return [];
    const all = await rarestFirst(patterns, (pattern) => this.countMatches(userId, pattern));
    return this.people
      .find({ userId: new ObjectId(userId), terms: { $all: all } })
      .hint(BY_TERM)
      .limit(limit)
      .maxTimeMS(readLimitMs())
      .lean<PersonDocument[]>();
  }

  /** The number of people with a term that begins with the pattern, up to `MANY_MATCHES`. */
  countMatches(userId: string, pattern: RegExp): Promise<number> {
    return this.people
      .countDocuments({ userId: new ObjectId(userId), terms: pattern })
      .hint(BY_TERM)
      .limit(MANY_MATCHES)
      .exec();
  }

  /** The addresses and terms of people with a term that begins with the pattern, in no particular order. */
  matches(userId: string, pattern: RegExp, limit: number): AsyncIterable<SearchedPerson> {
    // Uses the driver's cursor, because Mongoose's cursor stays open on the server if a loop over it ends early.
    return this.people.collection
      .find<SearchedPerson>(
        { userId: new ObjectId(userId), terms: pattern },
        { projection: searchedFields, maxTimeMS: readLimitMs() },
      )
      .hint(BY_TERM)
      .limit(limit)
      .batchSize(MATCHES_AT_ONCE);
  }

  /** The terms of the people who have these addresses, by address. */
  async termsOf(userId: string, addresses: readonly string[]): Promise<Map<string, readonly string[]>> {
    const found = await this.people
      .find(
        { userId: new ObjectId(userId), 'channels.address': { $in: [...new Set(addresses)] } },
        searchedFields,
      )
      .hint(BY_ADDRESS)
      .lean<SearchedPerson[]>();
    return termsByAddress(found);
  }

  /** The people who have one of these addresses, on any channel. */
  async withAddresses(userId: string, addresses: readonly string[]): Promise<PersonDocument[]> {
    return withAddresses(this.people.collection, userId, addresses);
  }

  /** All addresses of the people who have one of these addresses, by each of these. Reads only the addresses. */
  async addressesWith(userId: string, addresses: readonly string[]): Promise<Map<string, string[]>> {
    const found = await this.people
      .find(
        { userId: new ObjectId(userId), 'channels.address': { $in: [...addresses] } },
        { _id: 0, 'channels.address': 1 },
      )
      .hint(BY_ADDRESS)
      .lean<Pick<PersonDocument, 'channels'>[]>();
    return new Map(
      found.flatMap(({ channels }) => {
        const all = channels.map(({ address }) => address);
        return all.map((address) => [address, all] as const);
      }),
    );
  }

  async withExternalIds(userId: string, externalIds: readonly string[]): Promise<PersonDocument[]> {
    if (externalIds.length === 0) return [];
    return this.people.collection
      .find<PersonDocument>({ userId: new ObjectId(userId), externalId: { $in: [...externalIds] } })
      .hint(BY_EXTERNAL_ID)
      .toArray();
  }

  /** Makes sure that an address belongs to a person on its channel. Adds a person for an unknown address. */
  ensure(userId: string, { channel, address }: ChannelAddress, now: Date): Promise<void> {
    return this.newcomers.add({ userId: new ObjectId(userId), channel, address, now });
  }

  /** The same for many addresses. */
  async ensureAll(addresses: readonly OwnedAddress[], now: Date): Promise<void> {
    const { collection } = this.people;
    const add = (userId: string, added: readonly PersonDocument[]) => this.add(userId, added);
    const updates = (userId: string) => this.events.of(userId, 'person.updated');
    const keep = (userId: string, people: readonly PersonDocument[]) => this.versions.keep(userId, people);
    await ensureAddresses({ people: collection, add, updates, keep }, addresses, now);
  }

  /**
   * Adds people, and numbers them. Returns the indexes of those whose ID, external ID, or one of whose addresses is taken.
   * @throws AppError quota_exceeded. In this case, no person is added
   */
  async add(userId: string, people: readonly PersonDocument[]): Promise<number[]> {
    if (people.length === 0) return [];
    let added = 0;
    const eventsOf = await this.events.of(userId, 'person.created');
    await this.quotas.take(userId, 'people', people.length);
    try {
      const numbered = await this.numbers.give(userId, people);
      const noted = numbered.map((person) => stored(person, eventsOf(person)));
      const refused = await insertMissing(this.people, noted);
      added = people.length - refused.length;
      return refused;
    } finally {
      this.quotas.note(userId, 'people', added - people.length);
    }
  }

  /**
   * Replaces people of a user who haven't changed since they were read, and keeps their previous values: `rev` is the
   * revision that was read. Returns false if some have changed, or can't have one of their new addresses or their external
   * ID. The others are replaced then.
   */
  async replace(user: string, people: readonly PersonDocument[]): Promise<boolean> {
    await this.versions.keep(user, people);
    return this.write(user, people);
  }

  private async write(user: string, people: readonly PersonDocument[]): Promise<boolean> {
    if (people.length === 0) return true;
    const eventsOf = await this.events.of(user, 'person.updated');
    const replacements = people.map((person) => {
      const { _id, userId, rev } = person;
      const replacement = { ...stored(person, eventsOf(person)), rev: rev + 1 };
      return { replaceOne: { filter: { _id, userId, rev }, replacement } };
    });
    try {
      const { matchedCount } = await this.people.collection.bulkWrite(replacements, { ordered: false });
      return matchedCount === people.length;
    } catch (error) {
      refusedDuplicates(error);
      return false;
    }
  }

  /**
   * Replaces a person and removes another one, whose addresses the first one gets, in one transaction. Returns false if
   * one of them has changed since it was read.
   */
  async merge(merged: PersonDocument, from: PersonDocument): Promise<boolean> {
    const { _id, userId, rev } = merged;
    const eventsOf = await this.events.of(userId.toHexString(), 'person.merged');
    const events = eventsOf(merged, { mergedPersonId: from._id.toHexString() });
    const replacement = { ...stored(merged, events), rev: rev + 1 };
    const work = async (session: ClientSession): Promise<boolean> => {
      const { deletedCount } = await this.people.deleteOne(
        { _id: from._id, userId, rev: from.rev },
        { session },
      );
      if (deletedCount === 0) return false;
      const { matchedCount } = await this.people.collection.replaceOne({ _id, userId, rev }, replacement, {
        session,
      });
      if (matchedCount === 0) throw new PersonChanged();
      await this.versions.merge(merged, from, session);
      return true;
    };
    await this.versions.keep(userId.toHexString(), [merged, from]);
    try {
      if (!(await this.database.transaction(work))) return false;
      await this.quotas.giveBack(userId.toHexString(), 'people', 1);
      return true;
    } catch (error) {
      if (error instanceof PersonChanged) return false;
      throw error;
    }
  }

  /**
   * Takes an address from its person, on all channels. A person without another address is removed. Any other person
   * gets a new number, so that earlier events no longer belong to the person.
   */
  async eraseAddress(userId: string, address: string): Promise<void> {
    for (;;) {
      const [person] = await this.withAddresses(userId, [address]);
      await this.versions.erase(userId, address);
      if (!person) return;
      await this.versions.removeOf(person);
      const channels = person.channels.filter((each) => each.address !== address);
      if (channels.length === 0) await this.remove(person, { erased: true });
      else await this.write(userId, await this.numbers.give(userId, [{ ...person, channels }]));
    }
  }

  /**
   * Removes all data of a person, except addresses. A person without addresses is removed. Any other person gets a new
   * number, so that earlier events no longer belong to the person.
   */
  async erase(userId: string, id: string): Promise<void> {
    for (;;) {
      const person = await this.get(userId, id);
      if (!person) return;
      const { _id, userId: user, channels, rev, createdAt, notes, pendingWebhookEvents } = person;
      if (channels.length === 0) {
        if (await this.remove(person, { erased: true })) return;
        continue;
      }
      const blank: PersonDocument = {
        ...{ _id, userId: user, n: [], channels, rev, createdAt, updatedAt: this.clock.now() },
        ...(notes && { notes }),
        ...(pendingWebhookEvents && { pendingWebhookEvents }),
      };
      if (await this.replace(userId, await this.numbers.give(userId, [blank]))) return;
    }
  }

  /**
   * Removes a person who hasn't changed since `rev`. Unpublished audit entries and webhook events of the person remain.
   * Returns whether the person is gone.
   */
  async remove(person: PersonDocument, { erased }: { erased: boolean }): Promise<boolean> {
    const { _id, userId, rev } = person;
    const user = userId.toHexString();
    const eventsOf = await this.events.of(user, 'person.deleted');
    const noted = withEvents(person, eventsOf(person, { erased }));
    const work = async (session: ClientSession | null): Promise<boolean> => {
      const { deletedCount } = await this.people.deleteOne({ _id, userId, rev }, session ? { session } : {});
      if (deletedCount > 0 && session) await this.removed.keep(noted, this.clock.now(), session);
      return deletedCount > 0;
    };
    const isRemoved = await (hasEntries(noted) ? this.database.transaction(work) : work(null));
    if (isRemoved) {
      await this.versions.removeOf(person);
      await this.quotas.giveBack(user, 'people', 1);
    }
    return isRemoved;
  }

  /** Removes some people of an erased user. Returns whether all are gone. */
  async removeSome(userId: string, limit: number): Promise<boolean> {
    const some = await this.page(userId, null, limit);
    if (some.length > 0)
      await this.people.deleteMany({
        userId: new ObjectId(userId),
        _id: { $in: some.map(({ _id }) => _id) },
      });
    if (some.length < limit) {
      await this.numbers.remove(userId);
      await this.removed.removeAll(userId);
      await this.versions.removeAll(userId);
    }
    return some.length < limit;
  }

  count(userId: string): Promise<number> {
    return this.people
      .countDocuments({ userId: new ObjectId(userId) })
      .hint(IN_ORDER)
      .exec();
  }
}

/** The terms of these people, by each of their addresses. */
export function termsByAddress(people: readonly SearchedPerson[]): Map<string, readonly string[]> {
  return new Map(
    people.flatMap(({ channels, terms = [] }) => channels.map(({ address }) => [address, terms] as const)),
  );
}

/** The person as it is written: with search terms, and with events to publish. */
function stored(person: PersonDocument, events: Parameters<typeof withEvents>[1]): PersonDocument {
  return { ...withEvents(person, events), terms: termsOf(person) };
}
