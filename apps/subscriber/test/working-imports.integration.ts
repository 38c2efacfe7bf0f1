import { ObjectId } from 'mongodb';
import { type Group, type Import, newId } from '@carillon/contracts';
import type { Claimed } from '../src/imports/import-document';
import { Metrics } from '@carillon/platform';
import { eventually } from '@carillon/testing';
import { ImportLeases } from '../src/imports/import-leases';
import { TidyUploads } from '../src/imports/receive-file';
import { Turn } from '../src/imports/turn';
import { WorkImports } from '../src/imports/work-imports';
import { Importing, nonZero } from './importing';
import { SubscriberService } from './subscriber-service';

/** The service without its background work. The test itself runs the turns. */
let service: SubscriberService;
let leases: ImportLeases;
beforeAll(async () => {
  service = await SubscriberService.start();
  await service.part(WorkImports).beforeApplicationShutdown();
  await service.part(TidyUploads).beforeApplicationShutdown();
  leases = service.part(ImportLeases);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.stored('imports').deleteMany({});
});
afterAll(() => service.stop());

let group: Group;
let importing: Importing;
beforeEach(async () => {
  const userId = newId();
  group = await service.group(userId);
  importing = new Importing(service, userId, group);
});

const turn = async (): Promise<boolean> => (await service.part(WorkImports).round()) === true;
const allTurns = async (): Promise<void> => {
  while (await turn());
};
const claim = async (): Promise<Claimed> => {
  const claimed = await leases.claim();
  if (!claimed) throw new Error('There is nothing to work on');
  return claimed;
};
const leaseIsOver = ({ id }: Pick<Import, 'id'>) =>
  service.stored('imports').updateOne({ _id: new ObjectId(id) }, { $set: { leaseUntil: new Date(0) } });
const membersStored = () => service.stored('subscribers').countDocuments({ groupId: new ObjectId(group.id) });

const rows = Array.from({ length: 2_400 }, (_, n) => {
  if (n % 100 === 7) return 'email,nonsense,';
  // One person is in a batch twice, one is in two batches, and one already exists.
  if (n === 20 || n === 1_700) return 'email,person.10@mail.test,again';
  return `email,person.${n}@mail.test,${n}`;
});
const csv = ['integration,identifier,n', ...rows].join('\r\n');
const present = ['person.5@mail.test', 'person.900@mail.test'];
const expected = {
  skip: { lines: 2_400, created: 2_372, skipped: 4, rejected: 24 },
  update: { lines: 2_400, created: 2_372, updated: 4, rejected: 24 },
};

describe.each(['skip', 'update'] as const)(
  'a crash during an import with existing members set to %s',
  (onExisting) => {
    beforeEach(async () => {
      for (const address of present) await service.member(group, { address });
    });

    it.each([1, 2, 3])('between the write of batch %i and its save changes nothing', async (batch) => {
      const job = await importing.upload(csv, { onExisting });
      const saves = batch === 3 ? 'finish' : 'advance';
      for (let n = 1; n < batch; n++) await oneBatch();
      jest.spyOn(leases, saves).mockRejectedValueOnce(new Error('crash'));
      await expect(service.part(WorkImports).workOn(await claim())).rejects.toThrow('crash');
      await leaseIsOver(job);
      await allTurns();
      const done = await importing.get(job);
      expect([done.state, nonZero(done)]).toEqual(['DONE', expected[onExisting]]);
      expect(await membersStored()).toBe(2_372 + present.length);
      const rejected = await importing.rejected(job);
      expect(rejected.map((each) => each.line)).toEqual(Array.from({ length: 24 }, (_, n) => n * 100 + 9));
    });

    it('lets another worker take over, even while a slow one still works on the file', async () => {
      const job = await importing.upload(csv, { onExisting });
      const slow = await claim();
      await leaseIsOver(job);
      const other = await claim();
      await Promise.all([service.part(WorkImports).workOn(slow), service.part(WorkImports).workOn(other)]);
      await allTurns();
      const done = await importing.get(job);
      expect([done.state, nonZero(done)]).toEqual(['DONE', expected[onExisting]]);
      expect(await membersStored()).toBe(2_372 + present.length);
    });

    /** Processes one batch and saves it. */
    async function oneBatch(): Promise<void> {
      const advance = leases.advance.bind(leases);
      jest.spyOn(leases, 'advance').mockImplementationOnce(async (claimed, progress) => {
        const advanced = await advance(claimed, progress);
        if (advanced) await leases.release(advanced);
        return null;
      });
      await turn();
    }
  },
);

it('metrics count an import by the results of its lines and its state', async () => {
  const values = async (): Promise<number[]> => {
    const { text } = await service.part(Metrics).scrape();
    const series = [
      'carillon_import_lines_total{result="created"',
      'carillon_import_lines_total{result="rejected"',
      'carillon_imports_ended_total{state="DONE"',
    ];
    const lines = text.split('\n');
    return series.map((each) => Number(lines.find((line) => line.startsWith(each))?.split(' ')[1] ?? 0));
  };
  const before = await values();
  await importing.upload(csv);
  await allTurns();
  const after = await values();
  expect(after.map((value, n) => value - (before[n] ?? 0))).toEqual([2_374, 24, 1]);
});

describe('a crash while members are removed', () => {
  it.each([
    ['advance', 2_400, { lines: 2_400, removed: 2_374, missing: 2, rejected: 24 }],
    ['finish', 400, { lines: 400, removed: 395, missing: 1, rejected: 4 }],
  ] as const)('before it is saved (%s) changes nothing', async (saves, count, counts) => {
    const file = csv
      .split('\r\n')
      .slice(0, count + 1)
      .join('\n');
    await importing.upload(file);
    await allTurns();
    const job = await importing.upload(file, { kind: 'REMOVE' });
    jest.spyOn(leases, saves).mockRejectedValueOnce(new Error('crash'));
    await expect(service.part(WorkImports).workOn(await claim())).rejects.toThrow('crash');
    await leaseIsOver(job);
    await allTurns();
    const done = await importing.get(job);
    expect([done.state, nonZero(done)]).toEqual(['DONE', counts]);
    expect(await membersStored()).toBe(0);
  });
});

describe('people', () => {
  const file = (count: number): string =>
    ['email,phone,name']
      .concat(Array.from({ length: count }, (_, n) => `p${n}@mail.test,+49151${10_000_000 + n},${n}`))
      .join('\n');
  const peopleStored = () =>
    service.stored('people').countDocuments({ userId: new ObjectId(importing.userId) });

  it('are saved while the previous batch is written, and once if a crash repeats both', async () => {
    // Neither the turn nor the lease ends on a busy machine.
    jest.spyOn(Turn.prototype, 'isOver').mockResolvedValue(false);
    const unhurried = async (): Promise<Claimed> => ({ ...(await claim()), requestedAt: Infinity });
    const job = await importing.upload(file(2_400));
    let saved = 0;
    jest.spyOn(leases, 'advance').mockImplementationOnce(async () => {
      await eventually(async () => (saved = await peopleStored()) === 1_999);
      throw new Error('crash');
    });
    await expect(service.part(WorkImports).workOn(await unhurried())).rejects.toThrow('crash');
    // The header is a record of the first batch.
    expect([saved, await membersStored()]).toEqual([1_999, 1_998]);
    await leaseIsOver(job);
    await allTurns();
    expect(nonZero(await importing.get(job))).toEqual({ lines: 2_400, created: 2_400 });
    expect([await peopleStored(), await membersStored()]).toEqual([2_400, 4_800]);
  });

  it('are not saved beyond the line that the plan has no room for', async () => {
    const userId = newId();
    service.limits.set(userId, { subscribers: 3_001 });
    group = await service.group(userId);
    importing = new Importing(service, userId, group);
    const job = await importing.upload(file(3_400));
    await allTurns();
    const done = await importing.get(job);
    expect([done.state, nonZero(done)]).toEqual(['FAILED', { lines: 1_500, created: 1_500 }]);
    expect([await peopleStored(), await membersStored()]).toEqual([1_500, 3_000]);
    const { used } = await service.messenger.request('subscriber.usage', { userId });
    expect(used.subscribers).toBe(3_000);
  });

  it('with one address, and external IDs that differ only by case, are one person and rejected lines', async () => {
    // Each line has its own spelling of the same external ID.
    const spelling = (n: number): string =>
      Array.from('customernumber', (letter, bit) => ((n >> bit) & 1 ? letter.toUpperCase() : letter)).join(
        '',
      );
    const lines = Array.from({ length: 2_400 }, (_, n) => `${spelling(n)},ann@mail.test`);
    expect(new Set(lines).size).toBe(2_400);
    const job = await importing.upload(['externalId,email', ...lines].join('\n'));
    await allTurns();
    expect(nonZero(await importing.get(job))).toEqual({ lines: 2_400, created: 1, rejected: 2_399 });
    const [ann] = await service
      .stored('people')
      .find({ userId: new ObjectId(importing.userId) })
      .toArray();
    expect(ann?.externalId).toBe('customernumber');
    const rejected = await importing.rejected(job);
    expect(rejected.map(({ line }) => line)).toEqual(Array.from({ length: 2_399 }, (_, n) => n + 3));
    expect(new Set(rejected.map(({ reason }) => reason))).toEqual(
      new Set([`person_conflict: ${ann?._id.toHexString() ?? ''}`]),
    );
  });
});

describe('turns', () => {
  it('alternate between users, and between the files of one user', async () => {
    const other = newId();
    const small = new Importing(service, other, await service.group(other));
    const big = [await importing.upload(csv), await importing.upload(csv), await importing.upload(csv)];
    const little = [await small.upload(csv), await small.upload(csv)];
    const order: string[] = [];
    for (let n = 0; n < 10; n++) {
      const claimed = await claim();
      order.push(claimed.id);
      await leases.release(claimed);
    }
    const users = order.map((id) => (little.some((each) => each.id === id) ? 'small' : 'big'));
    expect(users.slice(1)).toEqual(users.slice(0, -1).map((user) => (user === 'big' ? 'small' : 'big')));
    expect(new Set(order.filter((id) => big.some((each) => each.id === id))).size).toBe(3);
    expect(new Set(order.filter((id) => little.some((each) => each.id === id))).size).toBe(2);
  });

  it('skip files that another worker has claimed', async () => {
    await importing.upload(csv);
    expect(await leases.claim()).not.toBeNull();
    expect(await leases.claim()).toBeNull();
  });

  it('end without a write when the lease may have expired', async () => {
    await importing.upload(csv);
    const claimed = await claim();
    await service.part(WorkImports).workOn({ ...claimed, requestedAt: performance.now() - 9_000 });
    expect(await membersStored()).toBe(0);
  });

  it('are postponed after a failure, and the file fails after repeated ones', async () => {
    const job = await importing.upload(csv);
    jest.spyOn(leases, 'advance').mockRejectedValue(new Error('broken'));
    expect(await turn()).toBe(true);
    expect(await leases.claim()).toBeNull();
    for (let n = 0; n < 8; n++) {
      await leaseIsOver(job);
      expect(await turn()).toBe(true);
    }
    expect((await importing.get(job)).state).toBe('FAILED');
    expect(await importing.rejected(job)).toContainEqual({ line: 1, reason: 'internal', text: '' });
  });
});

describe('members who are added and moved during an import', () => {
  it('are counted as they were when they were added, even after a move', async () => {
    const job = await importing.upload('integration,identifier\nemail,ann@mail.test\nemail,bob@mail.test');
    jest.spyOn(leases, 'finish').mockRejectedValueOnce(new Error('crash'));
    await expect(service.part(WorkImports).workOn(await claim())).rejects.toThrow('crash');
    const [ann] = await service.audience(group);
    const elsewhere = await service.group(importing.userId);
    const move = { userId: importing.userId, id: ann?.subscriberId ?? '', groupSlug: elsewhere.slug };
    await service.messenger.request('subscriber.update', move);
    await leaseIsOver(job);
    await allTurns();
    expect(nonZero(await importing.get(job))).toEqual({ lines: 2, created: 2 });
    expect(await service.audience(group)).toHaveLength(1);
    expect(await service.audience(elsewhere)).toHaveLength(1);
  });
});
