import { isOneProcess } from '@carillon/stack';
import { data, killService, list, text, until } from '../dev/driver/api';
import { type TestGroup, type TestUser, newGroup, newUser, unique } from '../dev/driver/arrange';
import { CSV, type FileContent, NDJSON, download, finished, upload } from '../dev/driver/files';

jest.setTimeout(150_000);

/** The gateway must keep the connection of the upload. */
const itApart = isOneProcess() ? it.skip : it;

let user: TestUser;
let group: TestGroup;
beforeAll(async () => {
  user = await newUser();
});
beforeEach(async () => {
  group = await until('a group', 60, () => newGroup(user).catch(() => null));
});

const bring = async (file: FileContent, type = CSV, query = '') => {
  const created = await upload(user, `/groups/${group.id}/import${query}`, type, file);
  return finished(user, 'import', text(created, 'createImport', '_id'));
};

describe('an import file', () => {
  const LINES = 40_000;
  const name = unique('import');
  /** Every thousandth line is invalid, and every thousandth line is a duplicate. */
  const line = (n: number): string => {
    if (n % 1_000 === 500) return `email,nobody,${n}\n`;
    if (n % 1_000 === 700) return `email,${name}.${n - 50}@example.com,again\n`;
    return `email,${name}.${n}@example.com,${n}\n`;
  };
  const expected = { lines: LINES, created: 39_920, skipped: 40, rejected: 40, updated: 0 };

  function* file(): Generator<string> {
    yield 'integration,identifier,n\n';
    for (let n = 0; n < LINES; n += 1_000) {
      yield Array.from({ length: 1_000 }, (_, i) => line(n + i)).join('');
    }
  }

  it('is processed exactly once although the service is killed repeatedly', async () => {
    const created = await upload(user, `/groups/${group.id}/import`, CSV, file());
    const id = text(created, 'createImport', '_id');
    const lines = async (): Promise<number> => {
      const job = await data('GET', `/imports/${id}`, undefined, user.key).catch(() => null);
      return job ? (job.import as { lines: number }).lines : 0;
    };
    let seen = 0;
    for (let kills = 0; kills < 3 && seen < LINES; kills++) {
      const before = seen;
      await until('some more lines', 60, async () => (seen = await lines()) > before);
      await killService('subscriber');
    }
    expect(await finished(user, 'import', id)).toMatchObject({ state: 'DONE', ...expected });
    const { counts } = (await data('GET', `/groups/${group.id}?include=counts`, undefined, user.key))
      .group as { counts: { total: number } };
    expect(counts.total).toBe(expected.created);
    const rejected = (await download(user, `/imports/${id}/rejected`)).trimEnd().split('\r\n');
    expect(rejected.slice(1).map((each) => each.split(',', 1)[0])).toEqual(
      Array.from({ length: 40 }, (_, n) => String(n * 1_000 + 502)),
    );
  });

  itApart('is accepted although the service is killed during the upload', async () => {
    async function* slowly(): AsyncGenerator<string> {
      let sent = 0;
      for (const part of file()) {
        yield part;
        if (++sent === 20) {
          await until('the beginning', 60, () => isArriving());
          await killService('subscriber');
        }
      }
    }
    const isArriving = async (): Promise<boolean> =>
      list(await data('GET', '/imports', undefined, user.key), 'imports').some(
        (each) => each.group === group.id && each.state === 'RECEIVING',
      );
    expect(await bring(slowly())).toMatchObject({ state: 'DONE', ...expected });
  });
});

describe('a group', () => {
  const people = [
    {
      integration: 'EMAIL',
      identifier: 'ann@example.com',
      extraData: { name: 'Ann "A"', a: { b: [1, null] } },
    },
    { integration: 'SMS', identifier: '+4915112345678', extraData: {} },
    { integration: 'EMAIL', identifier: 'bob@example.com', extraData: { name: 'Böb, B' } },
  ];
  const ndjson = people.map((each) => `${JSON.stringify(each)}\n`).join('');

  it('can be imported again from its export', async () => {
    expect(await bring(ndjson, NDJSON)).toMatchObject({ state: 'DONE', created: 3 });
    const exported = await download(user, `/groups/${group.id}/export?format=ndjson`);
    const csv = await download(user, `/groups/${group.id}/export`);
    group = await newGroup(user);
    expect(await bring(exported, NDJSON)).toMatchObject({ state: 'DONE', created: 3 });
    expect(await download(user, `/groups/${group.id}/export?format=ndjson`)).toBe(exported);
    group = await newGroup(user);
    expect(await bring(csv)).toMatchObject({ state: 'DONE', created: 3 });
    expect(await download(user, `/groups/${group.id}/export`)).toBe(csv);
  });

  it('removes the people who are listed in a file', async () => {
    await bring(ndjson, NDJSON);
    const gone = 'identifier,integration\nANN@example.com,email\nwho@example.com,email\n';
    const created = await upload(user, `/groups/${group.id}/remove`, CSV, gone);
    const id = text(created, 'createRemoval', '_id');
    expect(await finished(user, 'removal', id)).toMatchObject({ state: 'DONE', removed: 1, missing: 1 });
    const left = await data('GET', `/subscribers?groupId=${group.id}`, undefined, user.key);
    expect(list(left, 'subcribers').map(({ identifier }) => identifier)).toEqual([
      '+4915112345678',
      'bob@example.com',
    ]);
  });
});
