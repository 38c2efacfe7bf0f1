import { type Migration, insertMissing } from '@carillon/mongo';
import type { ObjectId } from 'mongodb';
import { type OwnedAddress, ensureAddresses } from './ensure-addresses';
import { type PersonDocument, PersonRecord, termsOf } from './person-document';
import { noEvents } from './person-events';
import { numbered } from './person-numbers';

/** Members in one step. */
const SOME = 5_000;

interface Member extends OwnedAddress {
  _id: ObjectId;
}

/**
 * Adds the people of members that an earlier release added. A repeated run adds only missing people. The migration logs
 * its progress.
 */
export const addPeopleOfMembers: Migration = {
  number: 1,
  name: 'add-people-of-members',
  async run(connection, lost, log) {
    const members = connection.collection('subscribers');
    const people = connection.collection('people');
    const numbers = connection.collection('personNumbers');
    const add = async (userId: string, added: readonly PersonDocument[]) =>
      added.length === 0
        ? []
        : insertMissing(
            { collection: people },
            (await numbered(numbers, userId, added.map(withTerms))) as never,
          );
    const updates = () => Promise.resolve(noEvents);
    const keep = () => Promise.resolve();
    // The unique index of addresses decides which process adds a person.
    await connection.model(PersonRecord.name).createIndexes();
    const all = await members.estimatedDocumentCount();
    let [after, done]: [ObjectId | null, number] = [null, 0];
    for (;;) {
      lost.throwIfAborted();
      const some: Member[] = await members
        .find<Member>(after === null ? {} : { _id: { $gt: after } }, {
          projection: { userId: 1, channel: 1, address: 1 },
        })
        .sort({ _id: 1 })
        .limit(SOME)
        .toArray();
      await ensureAddresses({ people, add, updates, keep }, some, new Date());
      done += some.length;
      if (some.length < SOME) return;
      after = some.at(-1)?._id ?? null;
      log.info({ members: done, ofAbout: all }, 'adding the people of members');
    }
  },
};

function withTerms(person: PersonDocument): PersonDocument {
  return { ...person, terms: termsOf(person) };
}
