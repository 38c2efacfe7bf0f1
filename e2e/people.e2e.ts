import { stack } from '@carillon/stack';
import { mongo } from 'mongoose';
import { newGroup, newUser, send, subscribe, subscribeAll, unique } from '../dev/driver/arrange';
import { type Json, call, data, killService, list, text, until } from '../dev/driver/api';
import { inboxOf } from '../dev/driver/inbox';

jest.setTimeout(240_000);

const OTHERS = 2_000;

/**
 * Whether any document of any database contains this text in any letter case: as text, in binary values, or in base64
 * text. Other tests may leave a million documents, so this function searches documents in their stored form.
 */
async function isMentioned(text: string): Promise<boolean> {
  const sought = text.toLowerCase();
  const client = await mongo.MongoClient.connect(stack().mongoUrl);
  try {
    const { databases } = await client.db().admin().listDatabases();
    for (const { name } of databases.filter(({ name: database }) => database.startsWith('carillon_'))) {
      for (const { name: collection } of await client.db(name).listCollections().toArray()) {
        const documents = client.db(name).collection(collection).find({}, { raw: true });
        for await (const document of documents) {
          if (mentions(document as unknown as Buffer, sought)) return true;
        }
      }
    }
    return false;
  } finally {
    await client.close();
  }
}

function mentions(document: Buffer, text: string): boolean {
  const stored = document.toString('latin1');
  if (stored.toLowerCase().includes(text)) return true;
  const encoded = stored.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? [];
  return encoded.some((text) => Buffer.from(text, 'base64').toString('latin1').toLowerCase().includes(text));
}

/** Part of the addresses and the campaign of the deleted user. Other tests run while the data is removed. */
const deletedName = unique('tenant');

describe('a deleted user', () => {
  it('is refused at once, and stops sending', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    await subscribeAll(
      user,
      group,
      Array.from({ length: OTHERS }, (_, n) => `${deletedName}.${n}@example.com`),
    );
    await send(user, [group], { name: deletedName, emailMessage: '<p>Hi</p>' });
    expect(await isMentioned(deletedName)).toBe(true);
    const { operatorKey } = stack();
    await data('DELETE', `/operator/users/${user.id}`, undefined, operatorKey);
    await until(
      'the refusal',
      5,
      async () => (await call('GET', '/groups', undefined, user.key)).status === 401,
    );
    expect((await call('GET', `/operator/users/${user.id}`, undefined, operatorKey)).status).toBe(404);
  });
});

describe('an erased person', () => {
  it('is stored nowhere, receives nothing from running campaigns, and stays opted out', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const ann = `${unique('ann')}@example.com`;
    const others = Array.from({ length: OTHERS }, (_, n) => `${unique('other')}.${n}@example.com`);
    const report = async (campaign: string): Promise<Json> =>
      (await data('GET', `/campaigns/${campaign}/report`, undefined, user.key)).report as Json;
    const ended = (campaign: string): Promise<Json> =>
      until('the end of the campaign', 90, async () => {
        const now = await report(campaign);
        return now.status === 'SENT' ? now : null;
      });
    const dayBefore = await newGroup(user);
    const post = async (path: string, body: string, headers: Record<string, string>): Promise<void> => {
      const authorized = { authorization: `Bearer ${user.key}`, ...headers };
      const url = `${stack().gatewayUrl}/api/v1${path}`;
      const { status } = await fetch(url, { method: 'POST', headers: authorized, body });
      expect(status).toBeLessThan(300);
    };

    // A finished campaign, an import with a rejected line, a stored response, and an opt-out.
    const added = {
      integration: 'email',
      identifier: ann,
      groupSlug: dayBefore.slug,
      extraData: { name: 'Ann' },
    };
    const json = { 'content-type': 'application/json', 'idempotency-key': unique('add') };
    await post('/subscribers', JSON.stringify(added), json);
    const finished = await send(user, [dayBefore], { name: 'Before', emailMessage: '<p>Hi {{name}}</p>' });
    const before = await ended(finished);
    expect((await inboxOf(ann)).length).toBe(1);
    const file = `integration,identifier\nfax,${ann}\n`;
    await post(`/groups/${group.id}/import`, file, { 'content-type': 'text/csv' });
    await data('POST', '/suppressions', { channel: 'sms', identifier: '+14155552671' }, user.key);

    // A running campaign, in which she is the last recipient.
    await subscribeAll(user, group, others);
    await subscribe(user, group, ann, { name: 'Ann' });
    const running = await send(user, [group], { name: 'Running', emailMessage: '<p>Hi {{name}}</p>' });
    await call('POST', `/campaigns/${running}/pause`, undefined, user.key);
    const shown = (await data('GET', `/people/data?identifier=${ann}`, undefined, user.key))
      .personalData as Json;
    expect(list(shown, 'memberships')).toHaveLength(2);
    expect(list(shown, 'deliveries').length).toBeGreaterThan(0);
    await data('POST', '/suppressions', { channel: 'email', identifier: ann }, user.key);
    expect(await isMentioned(ann)).toBe(true);

    const begun = await data('DELETE', '/people/data', { identifier: ann.toUpperCase() }, user.key);
    await killService('account');
    await killService('dispatcher');
    const id = text(begun, 'erasePerson', '_id');
    await until('the end of the erasure', 120, async () => {
      const { status, body } = await call('GET', `/people/erasures/${id}`, undefined, user.key);
      return status === 200 && ((body.data as Json).erasure as Json).state === 'DONE';
    });
    expect(await isMentioned(ann)).toBe(false);
    expect(await report(finished)).toMatchObject({ total: before.total, states: before.states });

    await call('POST', `/campaigns/${running}/resume`, undefined, user.key);
    const after = await ended(running);
    const { SENT, SKIPPED } = after.states as { SENT: number; SKIPPED: number };
    expect([SENT, SENT + SKIPPED]).toEqual([OTHERS, after.total]);
    // Add her again without her consent.
    await subscribe(user, dayBefore, ann);
    const later = await ended(await send(user, [dayBefore], { name: 'Later', emailMessage: '<p>Hi</p>' }));
    expect(later).toMatchObject({ total: 1, states: { SKIPPED: 1 } });
    expect((await inboxOf(ann)).length).toBe(1);
  });
});

describe('a person with several addresses', () => {
  it('is exported and erased by one request, also if the services are killed', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const [address, other] = [`${unique('eve')}@example.com`, `${unique('eve')}@example.org`];
    const body = { email: [address, other], externalId: 'E1', attributes: { city: 'Oslo' } };
    const id = text(await data('POST', '/people', body, user.key), 'createPerson', '_id');
    await subscribe(user, group, address);
    await data('POST', '/suppressions', { channel: 'email', identifier: other }, user.key);
    const record = (await data('GET', `/people/${id}/data`, undefined, user.key)).personRecord as Json;
    expect(record.person).toMatchObject({ externalId: 'E1' });
    expect(list(record, 'addresses')).toMatchObject([
      { identifier: address, memberships: [{ group: group.id }] },
      { identifier: other, suppressions: [{ causes: [{ reason: 'MANUAL' }] }] },
    ]);
    const begun = await data('DELETE', `/people/${id}/data`, undefined, user.key);
    await killService('account');
    await killService('subscriber');
    const erasure = text(begun, 'erasePersonRecord', '_id');
    await until('the end of the erasure', 150, async () => {
      const { status, body: found } = await call('GET', `/people/erasures/${erasure}`, undefined, user.key);
      return status === 200 && ((found.data as Json).erasure as Json).state === 'DONE';
    });
    expect(await isMentioned(address)).toBe(false);
    expect(await isMentioned(other)).toBe(false);
    const { people } = await data('GET', '/people', undefined, user.key);
    expect(people).toEqual([]);
    // The opt-out remains.
    const found = await data('GET', `/suppressions?identifier=${other}`, undefined, user.key);
    expect(found.suppressions).toMatchObject([{ reason: 'MANUAL' }]);
  });
});

describe('a user who was deleted a minute ago', () => {
  it('has left no data behind', async () => {
    await until('the end of all addresses', 120, async () => !(await isMentioned(deletedName)));
  });
});
