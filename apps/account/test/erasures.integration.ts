import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AppError,
  type AuditNote,
  type EraseStep,
  type EraseStepEnd,
  type Erasure,
  newId,
} from '@carillon/contracts';
import { startTask } from '@carillon/platform';
import { eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { AuditedChanges } from '../src/audit';
import { ErasureListFile } from '../src/erasures';
import { ErasuresModule } from '../src/commands/erasures';
import { AccountService, anApiKey, by } from './account-service';

jest.setTimeout(90_000);

const ANN = 'ann@example.com';
const done: EraseStepEnd = { state: 'done', next: null };

describe('an erasure', () => {
  let service: AccountService;
  let userId: string;
  /** The steps that reached each service, as `service after`. */
  let steps: string[] = [];
  const begunAt = new Map<string | null, string | undefined>();
  let before: (address: string | null) => Promise<void> = () => Promise.resolve();
  let answer: (service: string, step: EraseStep) => EraseStepEnd = () => done;
  let isPersonErased = true;
  /** The stored addresses, by user. */
  const stored = new Map<string, string[]>();

  beforeAll(async () => {
    service = await AccountService.start({ ERASURE_REPEAT_MS: '0' });
    const part = (name: string) => async (step: EraseStep) => {
      steps.push(`${name} ${step.address ?? 'all'} ${step.after ?? 'start'}`);
      begunAt.set(step.address, step.begunAt);
      await before(step.address);
      return answer(name, step);
    };
    await service.stand({
      'erasure.step-in-subscriber': part('subscriber'),
      'erasure.step-in-dispatcher': part('dispatcher'),
      'erasure.step-in-gateway': part('gateway'),
      'erasure.step-in-campaign': part('campaign'),
      'erasure.step-in-webhook-worker': part('webhook-worker'),
      'person.addresses-in-subscriber': ({ userId: of, after }) =>
        after === null ? { items: [], next: 'more' } : { items: stored.get(of) ?? [], next: null },
      'person.erase': ({ id }) => {
        steps.push(`person ${id}`);
        if (!isPersonErased) throw new AppError('service_unavailable');
        return {};
      },
      'person.addresses-in-dispatcher': () => ({ items: [], next: null }),
    });
  });
  beforeEach(async () => {
    ({ id: userId } = await service.user());
    steps = [];
    answer = () => done;
    before = () => Promise.resolve();
  });
  afterAll(() => service.stop());

  const begin = (address = ANN, id = newId()): Promise<Erasure> =>
    service.messenger.request('erasure.begin', { by, id, userId, address });
  const get = (id: string): Promise<Erasure> => service.messenger.request('erasure.get', { userId, id });
  const ended = async (id: string): Promise<Erasure> => {
    await eventually(async () => (await get(id)).state === 'DONE');
    return get(id);
  };
  const dump = async (): Promise<string> => JSON.stringify(await service.documents('erasures'));

  it('asks each service twice, records when each service finished, and then keeps no address', async () => {
    const begun = await begin();
    expect(begun).toMatchObject({ state: 'RUNNING', kind: 'PERSON', requestedBy: by, finishedAt: null });
    const { services } = await ended(begun.id);
    expect(services.map(({ service: name }) => name)).toEqual([
      'subscriber',
      'gateway',
      'dispatcher',
      'webhook-worker',
    ]);
    expect(services.every(({ erasedAt }) => erasedAt !== null)).toBe(true);
    const pass = ['subscriber', 'gateway', 'dispatcher', 'webhook-worker'].map(
      (name) => `${name} ${ANN} start`,
    );
    expect(steps).toEqual([...pass, ...pass]);
    expect(await dump()).not.toContain(ANN);
    expect(await dump()).toMatch(/erased:test\./);
  });

  describe('of a person with all addresses', () => {
    const personId = newId();
    const addresses = [ANN, '+14155552671'];
    const beginAll = (id = newId(), some = addresses): Promise<Erasure> =>
      service.messenger.request('erasure.begin-with-addresses', {
        by,
        id,
        userId,
        personId,
        addresses: some,
      });

    it('erases each address like any other, and then the person', async () => {
      const { id } = await beginAll();
      expect((await ended(id)).services).toEqual([
        { service: 'subscriber', erasedAt: expect.any(String) as string },
      ]);
      for (const address of addresses)
        expect(steps.filter((step) => step === `webhook-worker ${address} start`)).toHaveLength(2);
      expect(steps.filter((step) => step.startsWith('person'))).toEqual([`person ${personId}`]);
      expect(steps.at(-1)).toBe(`person ${personId}`);
      const text = await dump();
      expect(addresses.filter((address) => text.includes(address))).toEqual([]);
    });

    it('waits for the last address, and for the subscriber service', async () => {
      answer = (name) => (name === 'dispatcher' ? { state: 'wait', next: null } : done);
      isPersonErased = false;
      const { id } = await beginAll();
      await eventually(() => Promise.resolve(steps.some((step) => step.startsWith('dispatcher'))));
      expect((await beginAll()).id).toBe(id);
      expect(steps.filter((step) => step.startsWith('person'))).toEqual([]);
      answer = () => done;
      await eventually(() => Promise.resolve(steps.includes(`person ${personId}`)));
      expect((await get(id)).state).toBe('RUNNING');
      isPersonErased = true;
      await ended(id);
    });

    it('is one erasure for a repeated command, with one audit entry without addresses', async () => {
      const id = newId();
      await beginAll(id);
      await ended(id);
      await beginAll(id);
      const { items } = await service.messenger.request('erasure.list', { userId, after: null, limit: 100 });
      expect(items).toHaveLength(1 + addresses.length);
      const entries = (await entriesOf(userId)).filter(({ action }) => action === 'person.erased');
      expect(entries).toHaveLength(1);
      expect(JSON.stringify(entries)).not.toContain(ANN);
      expect(entries[0]?.changes).toContainEqual({ field: 'person', before: null, after: personId });
    });

    it('erases a person without addresses', async () => {
      const { id } = await beginAll(newId(), []);
      await ended(id);
      expect(steps).toEqual([`person ${personId}`]);
    });

    it('is applied again from the list, also to the person', async () => {
      const { id } = await beginAll();
      await ended(id);
      const directory = mkdtempSync(join(tmpdir(), 'erasures-'));
      const file = join(directory, 'erasures.jsonl');
      await inTask((list) => list.export(file));
      const own = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.includes(userId));
      writeFileSync(file, own.join('\n'));
      steps = [];
      stored.set(userId, addresses);
      await inTask(async (list) => expect(await list.apply(file)).toBe(3));
      await eventually(async () => {
        const { items } = await service.messenger.request('erasure.list', {
          userId,
          after: null,
          limit: 100,
        });
        return items.every(({ state }) => state === 'DONE');
      });
      for (const address of addresses) expect(steps).toContain(`subscriber ${address} start`);
      expect(steps).toContain(`person ${personId}`);
      stored.delete(userId);
    });
  });

  it('continues where it stopped after a service was unavailable, while other services do their part', async () => {
    const tried = new Set<string>();
    answer = (name, { after }) => {
      if (name === 'subscriber' && after === null) return { state: 'more', next: 'half' };
      if (name === 'subscriber' && !tried.has(name)) {
        tried.add(name);
        throw new AppError('service_unavailable');
      }
      if (name === 'gateway' && !tried.has(name)) {
        tried.add(name);
        return { state: 'wait', next: null };
      }
      return done;
    };
    const { id } = await begin();
    await ended(id);
    expect(steps.slice(0, 5)).toEqual([
      `subscriber ${ANN} start`,
      `subscriber ${ANN} half`,
      `gateway ${ANN} start`,
      `dispatcher ${ANN} start`,
      `webhook-worker ${ANN} start`,
    ]);
    expect(steps.slice(5, 7)).toEqual([`subscriber ${ANN} half`, `gateway ${ANN} start`]);
  });

  it('continues in another process after its own was stopped', async () => {
    answer = () => ({ state: 'wait', next: null });
    const { id } = await begin();
    await eventually(() => Promise.resolve(steps.length > 0));
    await service.shutDown();
    answer = () => done;
    await service.boot({ ERASURE_REPEAT_MS: '0' });
    await ended(id);
  });

  it('is created once per person while it is running, separately for each user', async () => {
    answer = () => ({ state: 'wait', next: null });
    const first = await begin();
    expect((await begin()).id).toBe(first.id);
    answer = () => done;
    await ended(first.id);
    expect((await begin()).id).not.toBe(first.id);
    const { id: other } = await service.user();
    await expect(
      service.messenger.request('erasure.get', { userId: other, id: first.id }),
    ).rejects.toMatchObject({ code: 'erasure_not_found' });
  });

  it('is limited to a hundred running ones per user', async () => {
    answer = () => ({ state: 'wait', next: null });
    const begun = await begin();
    const people = Array.from({ length: 150 }, (_, i) => begin(`person${i}@example.com`));
    const ends = await Promise.allSettled(people);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(99);
    const another = 'one-more@example.com';
    await expect(begin(another)).rejects.toMatchObject({
      code: 'limit_reached',
      detail: expect.stringContaining('100') as string,
    });
    expect((await begin()).id).toBe(begun.id);
    const { id: other } = await service.user();
    const elsewhere = { by, id: newId(), userId: other, address: another };
    await service.messenger.request('erasure.begin', elsewhere);
    // Simulates the end of the other erasures.
    const others = { userId: new ObjectId(userId), address: { $ne: ANN } };
    await service.db.collection('erasures').deleteMany(others);
    answer = () => done;
    await ended(begun.id);
    expect(await begin(another)).toMatchObject({ state: 'RUNNING' });
  });

  it('takes turns with erasures of other users', async () => {
    const { id: other } = await service.user();
    let release = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (release = resolve));
    before = (address) => (address === 'first@example.com' ? isHeld : Promise.resolve());
    const first = await begin('first@example.com');
    await eventually(() => Promise.resolve(steps.some((step) => step.includes('first@'))));
    const rest: Erasure[] = [];
    for (let n = 0; n < 5; n++) rest.push(await begin(`rest${n}@example.com`));
    const theirs = { by, id: newId(), userId: other, address: 'theirs@example.com' };
    await service.messenger.request('erasure.begin', theirs);
    release();
    for (const { id } of [first, ...rest]) await ended(id);
    const mine = ['first', 'theirs', ...rest.map((_, n) => `rest${n}`)];
    const turns = new Set(steps.map((step) => step.split(/[ @]/)[1] ?? ''));
    expect([...turns].filter((name) => mine.includes(name)).slice(0, 2)).toEqual(['first', 'theirs']);
  });

  it('sends each service its start time', async () => {
    const { id, requestedAt } = await begin('dated@example.com');
    await ended(id);
    expect(begunAt.get('dated@example.com')).toBe(requestedAt);
  });

  it('of a person is recorded in the audit trail like an export, without identifying the person', async () => {
    const { id } = await begin();
    await ended(id);
    const read = { by, id: newId(), userId, address: ANN };
    await service.messenger.request('erasure.note-export', read);
    await service.messenger.request('erasure.note-export', read);
    const found = (await entriesOf(userId)).filter(({ action }) => action.startsWith('person.'));
    const changes = [{ field: 'person', before: null, after: expect.stringMatching(/^erased:/) as string }];
    expect(found).toEqual([
      expect.objectContaining({
        action: 'person.erased',
        target: { type: 'erasure', id, name: null },
        changes,
      }),
      expect.objectContaining({
        action: 'person.read',
        target: { type: 'user', id: userId, name: null },
        changes,
      }),
    ]);
    expect(JSON.stringify(found)).not.toContain(ANN);
  });

  it('of a user stays in the trail of operators, with its requester and progress', async () => {
    await service.messenger.request('api-key.create', anApiKey(userId));
    const id = newId();
    await service.messenger.request('erasure.begin-user', { by, id, userId });
    await endedOfUser(id);
    const [deleted, ...others] = (await entriesOf(null)).filter(({ target }) => target.id === userId);
    expect(others).toEqual([]);
    expect(deleted).toMatchObject({
      userId: null,
      action: 'user.deleted',
      actor: { role: 'operator', keyId: by.keyId },
      target: { type: 'user', id: userId, name: null },
      changes: [{ field: 'erasure', before: null, after: id }],
    });
    const { items } = await service.messenger.request('erasure.list-of-users', { after: null, limit: 100 });
    expect(items.at(-1)).toMatchObject({ id, userId, kind: 'USER', requestedBy: by, state: 'DONE' });
    expect(items.filter(({ kind }) => kind === 'PERSON')).toEqual([]);
    const { id: person } = await begin();
    await expect(service.messenger.request('erasure.get-of-user', { id: person })).rejects.toMatchObject({
      code: 'erasure_not_found',
    });
  });

  it('of a user drops late entries of the audit trail', async () => {
    const id = newId();
    await service.messenger.request('erasure.begin-user', { by, id, userId });
    await endedOfUser(id);
    const { id: other } = await service.user();
    // Sends no event, because the test can't detect when an event without effect has been handled.
    for (const whose of [userId, other]) await service.part(AuditedChanges).note(aNote(whose));
    expect((await entriesOf(other)).map(({ action }) => action)).toContain('import.ended');
    expect((await entriesOf(null)).filter(({ userId: of }) => of === userId)).toEqual([]);
  });

  it('of a user revokes the keys immediately, and removes all data of this service', async () => {
    const key = { by, id: newId(), userId, name: 'k', prefix: 'car_live_abcd', keyHash: 'a'.repeat(64) };
    await service.messenger.request('api-key.create', {
      ...key,
      ...{ attempt: 1, scopes: ['read'], rate: 'PLAN' },
    });
    await service.messenger.request('user.update', { by, id: userId, defaultCountry: 'LI' });
    await service.messenger.request('domain.create', { by, id: newId(), userId, domain: 'shop.example' });
    answer = () => ({ state: 'wait', next: null });
    const id = newId();
    await service.messenger.request('erasure.begin-user', { by, id, userId });
    const { keyHash } = key;
    expect(await service.messenger.request('account.authenticate', { keyHash })).toEqual({ principal: null });
    await eventually(() => Promise.resolve(service.broadcasts.includes(`access.changed ${userId}`)));
    answer = () => done;
    await ended(id);
    for (const collection of ['users', 'apiKeys', 'senders', 'domains', 'auditEntries']) {
      const left = (await service.documents(collection)).filter(({ _id, userId: of }) =>
        [String(_id), String(of)].includes(userId),
      );
      expect([collection, left]).toEqual([collection, []]);
    }
    await expect(
      service.messenger.request('erasure.begin-user', { by, id: newId(), userId }),
    ).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('keeps its address if the list is applied while it is running', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'erasures-')), 'list');
    answer = () => ({ state: 'wait', next: null });
    const { id } = await begin('waits@example.com');
    await inTask((list) => list.export(file));
    await inTask((list) => list.apply(file));
    answer = () => done;
    steps = [];
    await ended(id);
    expect(new Set(steps)).toContain('subscriber waits@example.com start');
  });

  it('is rejected in a list without the person’s hash', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'erasures-')), 'list');
    const line = {
      id: newId(),
      userId,
      kind: 'PERSON',
      hash: null,
      requestedAt: new Date(),
      requestedBy: by,
    };
    writeFileSync(file, JSON.stringify(line));
    await expect(inTask((list) => list.apply(file))).rejects.toThrow('Line 1 of the file is not an erasure');
    expect((await service.documents('erasures')).map(({ _id }) => String(_id))).not.toContain(line.id);
  });

  it('is applied again to restored data from a list without addresses', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'erasures-')), 'list');
    const [gone, back] = [await begin('gone@example.com'), await begin('back@example.com')];
    await Promise.all([ended(gone.id), ended(back.id)]);
    await inTask((list) => list.export(file));
    expect(readFileSync(file, 'utf8')).not.toContain('@');
    // The backup contains one of the two people, and none of the erasures.
    await service.db.collection('erasures').deleteMany({});
    stored.set(userId, ['somebody@example.com', 'back@example.com']);
    steps = [];
    await inTask((list) => list.apply(file));
    await ended(back.id);
    await ended(gone.id);
    expect(new Set(steps)).toContain('subscriber back@example.com start');
    expect(steps.join()).not.toMatch(/gone|somebody/);
    expect(await dump()).not.toContain('@');
  });

  const entriesOf = async (of: string | null) => {
    const all = { userId: of, action: null, since: null, until: null, after: null, limit: 1_000 };
    return (await service.messenger.request('audit.page', all)).items;
  };
  const endedOfUser = async (id: string): Promise<void> => {
    const get = () => service.messenger.request('erasure.get-of-user', { id });
    await eventually(async () => (await get()).state === 'DONE');
  };

  async function inTask(work: (list: ErasureListFile) => Promise<unknown>): Promise<void> {
    const environment = {
      ...{ ...service.environment(), AMQP_URL: 'amqp://127.0.0.1:1', LOG_LEVEL: 'silent' },
      ...{ MONGO_URL: service.database.mongoUrl, DATABASE_PREFIX: `${service.database.name}_` },
    };
    const task = await startTask('account', [{ module: ErasuresModule }], environment);
    await work(task.get(ErasureListFile, { strict: false }));
    await task.close();
  }
});

function aNote(userId: string): AuditNote {
  return {
    ...{ id: newId(), at: new Date().toISOString(), userId, by: null, requestId: null, changes: [] },
    ...{ action: 'import.ended', target: { type: 'import', id: newId(), name: null } },
  };
}
