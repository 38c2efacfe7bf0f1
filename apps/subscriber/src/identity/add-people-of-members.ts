import { type Migration, insertMissing } from '@carillon/mongo';
import type { Channel } from '@carillon/contracts';
import type { ObjectId } from 'mongodb';
import { ensureAddresses } from './ensure-addresses';
import { type ChannelAddress, PersonRecord } from './person-document';

/** Members in one step. */
const SOME = 5_000;

interface Member {
  _id: ObjectId;
  userId: ObjectId;
  channel: Channel;
  address: string;
}

/**
 * Adds the people of members that were added before there were people. Repeated, it adds those that are missing. It logs
 * its progress.
 */
export const addPeopleOfMembers: Migration = {
  number: 1,
  name: 'add-people-of-members',
  async run(connection, lost, log) {
    const members = connection.collection('subscribers');
    const people = connection.collection('people');
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
      for (const [userId, addresses] of byUser(some)) {
        const ensuring = {
          people,
          userId,
          add: (added: readonly object[]) => insertMissing({ collection: people }, added as never),
        };
        await ensureAddresses(ensuring, addresses, new Date());
      }
      done += some.length;
      if (some.length < SOME) return;
      after = some.at(-1)?._id ?? null;
      log.info({ members: done, ofAbout: all }, 'adding the people of members');
    }
  },
};

function byUser(members: readonly Member[]): Map<string, ChannelAddress[]> {
  const users = new Map<string, ChannelAddress[]>();
  for (const { userId, channel, address } of members) {
    const id = userId.toHexString();
    users.set(id, [...(users.get(id) ?? []), { channel, address }]);
  }
  return users;
}
