import { ObjectId } from 'mongodb';
import { type Group, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { Importing, nonZero } from './importing';
import { SubscriberService, code } from './subscriber-service';
import { Suppressing } from './suppressing';

let service: SubscriberService;
beforeAll(async () => {
  service = await SubscriberService.start();
});
afterAll(() => service.stop());

let userId: string;
let group: Group;
let importing: Importing;
beforeEach(async () => {
  userId = newId();
  group = await service.group(userId);
  importing = new Importing(service, userId, group);
});

const members = async () => {
  const query = { userId, groupId: group.id, channel: null, address: null, after: null, limit: 1000 };
  return (await service.messenger.request('subscriber.list', query)).items;
};
const addresses = async (): Promise<string[]> => (await members()).map(({ address }) => address);
const people = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, n) => `email,person.${from + n}@mail.test,${from + n}`);
const csv = (rows: string[]): string => ['integration,identifier,n', ...rows].join('\n');

describe('importing a file', () => {
  it('adds people in the order of the file, with their extra data', async () => {
    const file =
      '\ufeffcity,identifier,integration\r\nKöln, Ann@Mail.test ,Email\r\n,+49 151 12345678,sms\r\n';
    expect(await importing.run(file)).toEqual({ state: 'DONE', lines: 2, created: 2 });
    expect(await members()).toMatchObject([
      { channel: 'EMAIL', address: 'ann@mail.test', extraData: { city: 'Köln' }, userId },
      { channel: 'SMS', address: '+4915112345678', extraData: {}, userId },
    ]);
    const [ann, phone] = await members();
    expect(ann?.token).toMatch(/^[\w-]{43}$/);
    expect(ann?.token).not.toBe(phone?.token);
  });

  const header = 'integration,identifier,name\n';
  it.each([
    ['sep=, of a spreadsheet', `sep=,\r\n${header}email,ann@mail.test,Ann\r\n`],
    ['a header in capitals, with spaces', ' INTEGRATION ,Identifier,name\nemail,ann@mail.test,Ann\n'],
    ['empty columns at the end', 'integration,identifier,name,,\nemail,ann@mail.test,Ann,,\n'],
    ['rows of commas only', `${header}email,ann@mail.test,Ann\n,,\n,\u00a0,\n`],
    ['spaces of all kinds around values', `${header} email\t,\u00a0ann@mail.test\u200b,Ann\n`],
    ['the channel as written in a form', `${header}E-Mail,ann@mail.test,Ann\n`],
  ])('accepts %s', async (_, file) => {
    expect(await importing.run(file)).toEqual({ state: 'DONE', lines: 1, created: 1 });
    expect(await members()).toMatchObject([{ address: 'ann@mail.test', extraData: { name: 'Ann' } }]);
  });

  it('accepts phone numbers as copied from programs, and those of a default country', async () => {
    const rows = [
      '\u202a+4915112345678\u202c',
      '+49\u00a0151\u00a01234\u20115679',
      '0151 12345670',
      '0049 151 12345671',
    ];
    const file = ['integration,identifier', ...rows.map((each) => `sms,${each}`)].join('\n');
    expect(await importing.run(file)).toMatchObject({ created: 2, rejected: 2 });
    expect(await importing.run(file, { defaultCountry: 'DE' })).toMatchObject({ created: 2, skipped: 2 });
    const last = ['+4915112345670', '+4915112345671'];
    expect((await addresses()).sort()).toEqual([...last, '+4915112345678', '+4915112345679']);
  });

  it('accepts another delimiter in the whole file', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `email;p${n}@mail.test;"a;b"`);
    const file = ['sep=;', 'integration;identifier;name', ...rows].join('\r\n');
    const { id, kind } = await importing.upload(file, { delimiter: ';' }, 1_000);
    expect(await importing.finished({ id, kind })).toMatchObject({ state: 'DONE', counts: { created: 300 } });
    expect((await members())[0]?.extraData).toEqual({ name: 'a;b' });
  });

  it('accepts one JSON object per line, as POST /subscribers does', async () => {
    const extraData = { deep: { list: [1, 'x', null] }, 'a.b': true };
    const file = [{ integration: 'WHATSAPP', identifier: '+4915112345678', extraData }].map((each) =>
      JSON.stringify(each),
    );
    expect(await importing.run(file.join('\n'), { format: 'ndjson' })).toEqual({
      state: 'DONE',
      lines: 1,
      created: 1,
    });
    expect(await members()).toMatchObject([{ channel: 'WHATSAPP', extraData }]);
  });

  it('records who imported the members, and with which file', async () => {
    const keyId = newId();
    const { id } = await importing.finished(await importing.upload(csv(people(1)), { keyId }));
    const stored = await service.stored('subscribers').findOne({ groupId: new ObjectId(group.id) });
    const at = expect.any(Date) as Date;
    expect(stored?.consent).toEqual({ source: 'IMPORT', keyId, importId: id, at });
  });

  it('keeps the order of the file over many batches and pieces', async () => {
    const rows = people(2_345);
    const done = await importing.finished(await importing.upload(csv(rows), {}, 1_000));
    expect(done).toMatchObject({ state: 'DONE', counts: { lines: 2_345, created: 2_345 } });
    const query = { userId, groupId: group.id, keys: ['n'], after: null, limit: 1000 };
    const first = await service.messenger.request('audience.page', query);
    expect(first.items.map(({ variables }) => variables.n)).toEqual(
      Array.from({ length: 1000 }, (_, n) => String(n)),
    );
  });

  it('skips existing members, and leaves them unchanged', async () => {
    await service.member(group, { address: 'person.1@mail.test', extraData: { n: 'old' } });
    const before = await members();
    expect(await importing.run(csv([...people(3), ...people(1)]))).toEqual({
      state: 'DONE',
      lines: 4,
      created: 2,
      skipped: 2,
    });
    expect(await members()).toEqual(expect.arrayContaining(before));
  });

  it('replaces the data of existing members if requested, and uses the last line of each', async () => {
    const { id } = await service.member(group, { address: 'person.1@mail.test', extraData: { old: 1 } });
    const file = csv([
      'email,person.1@mail.test,a',
      'email,person.2@mail.test,b',
      'email,person.2@mail.test,c',
    ]);
    expect(await importing.run(file, { onExisting: 'update' })).toEqual({
      state: 'DONE',
      lines: 3,
      created: 1,
      updated: 2,
    });
    const found = await members();
    const extraDataOf = new Map(found.map(({ address, extraData }) => [address, extraData]));
    expect(extraDataOf).toEqual(
      new Map([
        ['person.1@mail.test', { n: 'a' }],
        ['person.2@mail.test', { n: 'c' }],
      ]),
    );
    expect(found.map((each) => each.id)).toContain(id);
  });

  it('adds no one when the same file is imported again', async () => {
    const file = csv(people(1_200));
    await importing.run(file);
    expect(await importing.run(file)).toEqual({ state: 'DONE', lines: 1_200, skipped: 1_200 });
  });

  it('counts suppressed addresses, and keeps them suppressed', async () => {
    const suppressing = new Suppressing(service);
    const theirs = await service.group(suppressing.userId);
    const own = new Importing(service, suppressing.userId, theirs);
    await suppressing.create('person.1@mail.test');
    expect(await own.run(csv([...people(3), ...people(1, 1)]))).toEqual({
      state: 'DONE',
      lines: 4,
      created: 3,
      skipped: 1,
      suppressed: 2,
    });
    expect(await suppressing.list()).toHaveLength(1);
  });

  it('stores rejected lines with line number and reason, in the order of the file', async () => {
    const wrong = Array.from({ length: 1_500 }, (_, n) => `email,bad${n},`);
    const done = await importing.finished(
      await importing.upload(
        csv([...people(2), 'fax,a@mail.test', ...wrong, 'email,"x', '', ...people(1, 5)]),
      ),
    );
    expect(nonZero(done)).toEqual({ lines: 1_505, created: 3, rejected: 1_502 });
    const rejected = await importing.rejected(done, 100);
    expect(rejected).toHaveLength(1_502);
    expect(rejected[0]).toEqual({ line: 4, reason: 'integration: not_allowed', text: 'fax,a@mail.test' });
    expect(rejected[1_400]).toEqual({
      line: 1_404,
      reason: 'identifier: invalid_email',
      text: 'email,bad1399,',
    });
    expect(rejected.at(-1)).toEqual({ line: 1_505, reason: 'malformed_csv', text: 'email,"x' });
  });

  it.each([
    ['a file without a required column', 'integration,name\nx,y', 'header: identifier: required'],
    ['a file with a duplicate column', 'integration,identifier,a,a\n', 'header: a: conflict'],
    ['an empty file', '', 'header: required'],
    [
      'a file with an invalid header',
      'integration,identi"fier\nemail,ann@mail.test',
      'header: malformed_csv',
    ],
  ])('%s fails with a reason', async (_, file, reason) => {
    const failed = await importing.finished(await importing.upload(file));
    expect({ state: failed.state, ...nonZero(failed) }).toEqual({ state: 'FAILED' });
    expect(await importing.rejected(failed)).toEqual([{ line: 1, reason, text: '' }]);
  });

  it('is done immediately for an empty file without a header', async () => {
    expect(await importing.run('', { format: 'ndjson' })).toEqual({ state: 'DONE' });
  });

  it('deletes the file when it is finished, and keeps the results', async () => {
    const done = await importing.finished(await importing.upload(csv(people(3))));
    const ofImport = { importId: new ObjectId(done.id) };
    await eventually(async () => (await service.stored('importPieces').countDocuments(ofImport)) === 0);
    expect(await importing.get(done)).toEqual(done);
  });

  it('fails if the group is deleted in the meantime', async () => {
    const uploadId = newId();
    const { id } = await importing.begin({ uploadId });
    await importing.append({ id, uploadId, seq: 0, from: 0, bytes: Buffer.from(csv(people(3))) });
    await service.messenger.request('group.delete', { userId, id: group.id });
    const failed = await importing.finished(await importing.end({ id, uploadId, pieces: 1 }));
    expect(failed.state).toBe('FAILED');
    expect(await importing.rejected(failed)).toEqual([{ line: 1, reason: 'group_not_found', text: '' }]);
  });

  it('is visible only to its account', async () => {
    const done = await importing.finished(await importing.upload(csv(people(1))));
    const foreign = new Importing(service, newId(), group);
    await expect(foreign.get(done)).rejects.toEqual(code('import_not_found'));
    await expect(foreign.rejected(done)).rejects.toEqual(code('import_not_found'));
    await expect(importing.get({ ...done, kind: 'REMOVE' })).rejects.toEqual(code('removal_not_found'));
    await expect(foreign.begin()).rejects.toEqual(code('group_not_found'));
    expect(await addresses()).toEqual(['person.0@mail.test']);
  });
});
