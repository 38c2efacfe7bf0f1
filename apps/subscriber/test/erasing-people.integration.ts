import { type EraseStepEnd, type Group, newId } from '@carillon/contracts';
import { UsageStore } from '@carillon/quotas';
import { anErasureStep, eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { WorkImports } from '../src/imports/work-imports';
import { Subscribers } from '../src/membership/subscribers';
import { Importing } from './importing';
import { SubscriberService, code } from './subscriber-service';
import { NUMBER, Suppressing, time } from './suppressing';

describe('erasing a person', () => {
  let service: SubscriberService;
  let suppressing: Suppressing;
  let userId: string;
  let group: Group;
  /** Each test has a different person, because all tests share one database. */
  let ann: string;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(async () => {
    suppressing = new Suppressing(service);
    ({ userId } = suppressing);
    group = await service.group(userId);
    ann = `ann.${newId()}@mail.test`;
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  /** Runs all steps until no data is left. Returns the number of waits. */
  async function erase(address: string | null, of = userId): Promise<number> {
    let after: string | null = null;
    for (let waits = 0; ;) {
      const step = { ...anErasureStep(), userId: of, address, after };
      const end: EraseStepEnd = await service.messenger.request('erasure.step-in-subscriber', step);
      if (end.state === 'done') return waits;
      if (end.state === 'wait') waits += 1;
      after = end.next;
    }
  }

  /** All stored data as text. Binary data is decoded as latin1, so that addresses stay legible. */
  async function dump(): Promise<string> {
    const texts: string[] = [];
    for (const { name } of await service.db.listCollections().toArray()) {
      for await (const document of service.stored(name).find()) {
        texts.push(JSON.stringify(document, (_, value: unknown) => legible(value)));
      }
    }
    return texts.join('\n').toLowerCase();
  }

  const isSuppressed = async (address: string): Promise<boolean> => {
    const recipients = [{ subscriberId: newId(), address }];
    const since = new Date(0).toISOString();
    const query = { userId, channel: 'EMAIL' as const, since, recipients };
    const { excluded } = await service.messenger.request('audience.excluded', query);
    return excluded.some(({ reason }) => reason === 'SUPPRESSED');
  };

  it('removes them from all groups, and the times of their messages, for this user only', async () => {
    const other = await service.group(newId());
    const second = await service.group(userId, { name: 'Second' });
    for (const each of [group, second, other]) {
      await service.member(each, { address: NUMBER, channel: 'WHATSAPP', extraData: { name: 'Ann' } });
    }
    const ben = await service.member(group);
    await suppressing.receive('Hello', 1, { channel: 'WHATSAPP' });
    await erase(NUMBER);
    expect(await service.audience(group)).toMatchObject([{ subscriberId: ben.id }]);
    expect(await service.audience(second)).toEqual([]);
    expect(await service.audience(other)).toHaveLength(1);
    await erase(NUMBER, other.userId);
    expect(await dump()).not.toContain(NUMBER.slice(1));
  });

  it('notifies running campaigns about deletions', async () => {
    const { id: subscriberId } = await service.member(group, { address: ann });
    const since = new Date().toISOString();
    await erase(ann);
    const query = { userId, channel: 'EMAIL' as const, since, recipients: [{ subscriberId, address: ann }] };
    expect((await service.messenger.request('audience.excluded', query)).excluded).toEqual([
      { index: 0, reason: 'UNSUBSCRIBED' },
    ]);
  });

  it('keeps an opt-out under a keyed hash, which applies when they are added again', async () => {
    await suppressing.unsubscribe(ann);
    await service.member(group, { address: ann });
    await erase(ann);
    expect(await dump()).not.toContain(ann);
    expect(await suppressing.list()).toMatchObject([
      { reason: 'UNSUBSCRIBED', address: expect.stringMatching(/^erased:test\./) as string },
    ]);
    await service.member(group, { address: ann });
    expect(await isSuppressed(ann)).toBe(true);
    expect(await service.audience(group)).toMatchObject([{ address: ann, suppressed: true }]);
    expect(await suppressing.list({ address: ann })).toHaveLength(1);
  });

  it('allows a kept opt-out to be lifted when they consent again', async () => {
    await suppressing.unsubscribe(ann);
    await erase(ann);
    const [remembered] = await suppressing.list();
    await suppressing.remove([remembered?.id ?? ''], true);
    expect(await isSuppressed(ann)).toBe(false);
  });

  it('stores later reports about them under the hash, without the address', async () => {
    await suppressing.unsubscribe(ann);
    await erase(ann);
    await suppressing.refuse([ann], { cause: 'STOPPED' });
    await suppressing.unsubscribe(ann, 9);
    expect(await dump()).not.toContain(ann);
    expect(await suppressing.list()).toHaveLength(1);
  });

  it('keeps nothing about an address that only bounced', async () => {
    await suppressing.refuse([ann]);
    await erase(ann);
    expect(await suppressing.list()).toEqual([]);
    expect(await isSuppressed(ann)).toBe(false);
  });

  it('erases the text of rejected lines that mention them, and keeps line numbers and reasons', async () => {
    const importing = new Importing(service, userId, group);
    const file = await importing.upload(
      `integration,identifier,name\nfax,${ann.toUpperCase()},Ann Smith\nfax,ben@mail.test,Ben\n`,
    );
    await importing.finished(file);
    await erase(ann);
    expect(await importing.rejected(file)).toMatchObject([
      { line: 2, reason: 'integration: not_allowed', text: '' },
      { line: 3, text: 'fax,ben@mail.test,Ben' },
    ]);
  });

  it.each([
    [
      'csv',
      'integration,identifier,note\nemail,BEN@mail.test,x\nemail,ANN,"birthday\ngift"\nemail,cem@mail.test,y\n',
    ],
    [
      'ndjson',
      ['ben@mail.test', 'ANN', 'cem@mail.test']
        .map((name) => `{"integration":"email","identifier":"${name}"}\n`)
        .join(''),
    ],
  ] as const)(
    'erases their line in a pending file (%s), cut anywhere, and imports the rest',
    async (format, text) => {
      const importing = new Importing(service, userId, group);
      // The worker's turn comes after the erasure.
      const turn = jest.spyOn(service.part(WorkImports), 'round').mockResolvedValue(false);
      const file = await importing.upload(text.replace('ANN', ann.toUpperCase()), { format }, 40);
      await erase(ann);
      expect(await dump()).not.toContain(ann);
      expect(await dump()).not.toContain('birthday');
      turn.mockRestore();
      const done = await importing.finished(file);
      expect(done.counts).toMatchObject({ lines: 3, created: 2, rejected: 1 });
      expect((await service.audience(group)).map(({ address }) => address).sort()).toEqual([
        'ben@mail.test',
        'cem@mail.test',
      ]);
      expect(await dump()).not.toContain(ann);
    },
  );

  it('waits for a file that is being received', async () => {
    const importing = new Importing(service, userId, group);
    const upload = { id: newId(), uploadId: newId() };
    await importing.begin(upload);
    await importing.append({ ...upload, seq: 0, from: 0, bytes: Buffer.from(`email,${ann}\n`) });
    const step = { ...anErasureStep(), userId, address: ann };
    expect(await service.messenger.request('erasure.step-in-subscriber', step)).toEqual({
      state: 'wait',
      next: null,
    });
    await service.messenger.request('import.break', { userId, ...upload });
    await erase(ann);
    await eventually(async () => !(await dump()).includes(ann));
  });

  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  it('does not wait for a file whose upload began later', async () => {
    await new Importing(service, userId, group).begin();
    const step = { ...anErasureStep(), userId, address: ann, begunAt: ago(5).toISOString() };
    expect(await service.messenger.request('erasure.step-in-subscriber', step)).toMatchObject({
      state: 'done',
    });
  });

  it('ends an upload that takes more than an hour', async () => {
    const importing = new Importing(service, userId, group);
    const upload = { id: newId(), uploadId: newId() };
    await importing.begin(upload);
    await importing.append({ ...upload, seq: 0, from: 0, bytes: Buffer.from(`email,${ann}\n`) });
    const file = { _id: new ObjectId(upload.id) };
    await service.stored('imports').updateOne(file, { $set: { createdAt: ago(70) } });
    const step = { ...anErasureStep(), userId, address: ann };
    const stepOf = async (minutes: number): Promise<string> => {
      const command = { ...step, begunAt: ago(minutes).toISOString() };
      return (await service.messenger.request('erasure.step-in-subscriber', command)).state;
    };
    expect(await stepOf(59)).toBe('wait');
    expect(await stepOf(61)).toBe('done');
    expect((await importing.get({ id: upload.id, kind: 'ADD' })).state).toBe('FAILED');
    await eventually(async () => !(await dump()).includes(ann));
  });

  it('counts no suppression of an address that only bounced', async () => {
    const used = async () =>
      (await service.messenger.request('subscriber.usage', { userId })).used.suppressions;
    expect(await used()).toBe(0);
    await suppressing.refuse([ann]);
    expect(await used()).toBe(1);
    await erase(ann);
    expect(await used()).toBe(0);
  });
});

const ann = 'ann@mail.test';

describe('reading a person', () => {
  let service: SubscriberService;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  afterAll(() => service.stop());

  it('returns memberships with their evidence, suppressions with all causes, and lines of files', async () => {
    const suppressing = new Suppressing(service);
    const { userId } = suppressing;
    const group = await service.group(userId, { name: 'Readers' });
    await service.member(group, { address: ann, extraData: { name: 'Ann' } });
    await suppressing.unsubscribe(ann, 1, newId());
    await suppressing.create(ann);
    const importing = new Importing(service, userId, group);
    await importing.finished(await importing.upload(`integration,identifier\nfax,${ann}\n`));
    const person = { userId, address: ann };
    const { messenger } = service;
    expect(
      (await messenger.request('person.memberships', { ...person, after: null, limit: 10 })).items,
    ).toMatchObject([{ groupName: 'Readers', extraData: { name: 'Ann' }, consent: { source: 'KEY' } }]);
    const { suppressions } = await messenger.request('person.eligibility', person);
    expect(suppressions.map(({ causes }) => causes.map(({ reason }) => reason))).toEqual([
      ['UNSUBSCRIBED', 'MANUAL'],
    ]);
    const lines: unknown[] = [];
    let after: string | null = null;
    do {
      const step: { items: unknown[]; next: string | null } = await messenger.request('person.lines', {
        ...person,
        after,
      });
      lines.push(...step.items);
      after = step.next;
    } while (after !== null);
    expect(lines).toMatchObject([{ line: 2, text: `fax,${ann}`, reason: 'integration: not_allowed' }]);
  });

  it('returns their consent, lifted causes, and replies to HELP', async () => {
    const suppressing = new Suppressing(service);
    const { userId } = suppressing;
    const group = await service.group(userId);
    const given = { source: 'Form at /news', wording: 'Yes' };
    const consent = { source: 'KEY' as const, keyId: newId(), given };
    await service.member(group, { address: NUMBER, channel: 'SMS', consent });
    await suppressing.receive('STOP', 1);
    await suppressing.receive('START', 2);
    const { messenger } = service;
    const by = { role: 'user', keyId: newId() } as const;
    await messenger.request('consent-settings.update', { userId, by, helpText: 'Carillon News' });
    const help = { userId, channel: 'SMS' as const, address: NUMBER, providerId: 'SM3' };
    expect(await messenger.request('message.help', help)).toEqual({ text: 'Carillon News' });
    const person = { userId, address: NUMBER };
    const { items } = await messenger.request('person.memberships', { ...person, after: null, limit: 10 });
    expect(items).toMatchObject([{ consent: { source: 'KEY', given } }]);
    expect(await messenger.request('person.eligibility', person)).toMatchObject({
      suppressions: [{ causes: [], lifted: [{ reason: 'STOPPED', liftedBy: { type: 'RECIPIENT' } }] }],
      helpAnswers: [{ channel: 'SMS' }],
    });
  });
});

describe('erasing a user', () => {
  let service: SubscriberService;
  let mine: Suppressing;
  let group: Group;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(async () => {
    mine = new Suppressing(service);
    group = await service.group(mine.userId);
  });
  afterAll(() => service.stop());

  const step = async (): Promise<EraseStepEnd['state']> => {
    const step = { ...anErasureStep(), userId: mine.userId, address: null };
    return (await service.messenger.request('erasure.step-in-subscriber', step)).state;
  };
  /** Members can still arrive for a minute after their group was deleted. Simulates the end of this minute. */
  const passAMinute = () =>
    service
      .stored('groups')
      .updateMany({ deletedAt: { $exists: true } }, { $set: { deletedAt: new Date(0) } });
  const erase = async (): Promise<void> => {
    await eventually(async () => {
      await passAMinute();
      return (await step()) === 'done';
    });
  };
  /** Only the record that the user was erased remains. */
  const expectNothing = async (): Promise<void> => {
    for (const { name } of await service.db.listCollections().toArray()) {
      if (name === 'erasedUsers') continue;
      const left = await service.stored(name).find().toArray();
      expect([name, JSON.stringify(left)]).not.toEqual([name, expect.stringContaining(mine.userId)]);
    }
  };

  it('removes all data of the user, and no data of others', async () => {
    const others = new Suppressing(service);
    for (const [each, its] of [
      [mine, group],
      [others, await service.group(others.userId)],
    ] as const) {
      await service.member(its, { address: ann });
      await each.unsubscribe(ann);
      await each.receive('Hello', 1, { channel: 'WHATSAPP' });
      const { id } = await service.group(each.userId);
      await service.messenger.request('group.delete', { userId: each.userId, id });
      const importing = new Importing(service, each.userId, its);
      await importing.finished(await importing.upload(`integration,identifier\nfax,${ann}\n`));
    }
    await erase();
    await expectNothing();
    expect(await others.list()).toHaveLength(1);
    expect(await service.stored('subscribers').countDocuments()).toBe(1);
    expect(await service.stored('importRejections').countDocuments()).toBe(1);
  });

  it('removes members that are added at the same time, even if they are stored late', async () => {
    const subscribers = service.part(Subscribers);
    const add = subscribers.add.bind(subscribers);
    let store = (): void => undefined;
    const isTime = new Promise<void>((resolve) => (store = resolve));
    const adding = jest.spyOn(subscribers, 'add').mockImplementationOnce(async (...member) => {
      await isTime;
      return add(...member);
    });
    const late = service.member(group, { address: `late.${ann}` });
    await eventually(() => Promise.resolve(adding.mock.calls.length === 1));
    expect(await step()).toBe('wait');
    expect(await step()).toBe('wait');
    store();
    await late;
    await erase();
    await expectNothing();
    adding.mockRestore();
  });

  it('is not undone by late reports and links, and rejects commands', async () => {
    await service.member(group, { address: ann });
    await erase();
    await mine.unsubscribe(ann, 9);
    await mine.refuse([ann], { cause: 'STOPPED' });
    await mine.doubt([ann], time(9));
    await mine.receive('STOP', 9);
    await mine.receive('Hello', 9, { channel: 'WHATSAPP' });
    const { userId } = mine;
    const isVoid = code('invalid_api_key');
    await expect(mine.create(ann)).rejects.toEqual(isVoid);
    await expect(service.group(userId)).rejects.toEqual(isVoid);
    const settings = { userId, by: { role: 'user', keyId: newId() } as const };
    await expect(
      service.messenger.request('consent-settings.update', { ...settings, optOutWords: ['basta'] }),
    ).rejects.toEqual(isVoid);
    await expectNothing();
  });

  it('is not undone by a usage count that ends late', async () => {
    await service.member(group);
    await eventually(async () => (await service.stored('usage').countDocuments()) > 0);
    const usage = service.part(UsageStore);
    const begun = await usage.beginCount(mine.userId, 'suppressions');
    await erase();
    if (!begun) throw new Error('No count was begun');
    await usage.endCount(begun, 7, 1);
    await usage.add(new Map([[mine.userId, new Map([['subscribers', -1] as const])]]));
    await expectNothing();
  });
});

function legible(value: unknown): unknown {
  const bytes = value as { type?: string; data?: number[]; _bsontype?: string } | null;
  if (typeof value === 'string' && /^[A-Za-z0-9+/]{16,}={0,2}$/.test(value))
    return `${value} ${Buffer.from(value, 'base64').toString('latin1')}`;
  return bytes?.type === 'Buffer' && bytes.data ? Buffer.from(bytes.data).toString('latin1') : value;
}
