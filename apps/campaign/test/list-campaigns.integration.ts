import { someone } from '@carillon/testing/someone';
import { type CampaignStatus, type Payload, newId, emptyContent } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import type { CampaignDocument } from '../src/campaigns/campaign-document';
import { searchedName } from '../src/name-search';
import { CampaignService } from './campaign-service';

const march = { since: '2026-03-01T00:00:00.000Z', until: '2026-04-01T00:00:00.000Z' };

const named = (name: string) => ({ name, ...searchedName(name) });

describe('reading campaigns', () => {
  let service: CampaignService;
  let userId: string;

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => {
    userId = newId();
  });
  afterAll(() => service.stop());

  type Filter = Omit<Payload<'campaign.list'>, 'userId' | 'after' | 'limit'>;
  const list = (after: string | null, limit: number, filter: Filter = {}) =>
    service.messenger.request('campaign.list', { userId, after, limit, ...filter });
  const namesOf = async (filter: Filter, limit = 10): Promise<string[]> =>
    (await list(null, limit, filter)).items.map(({ name }) => name);

  it('returns a campaign to its user only', async () => {
    const { id } = await service.create();
    await expect(service.messenger.request('campaign.get', { userId, id })).rejects.toMatchObject({
      code: 'campaign_not_found',
    });
    expect(await list(null, 10)).toEqual({ items: [], next: null });
  });

  it('lists campaigns without messages on request, with many large ones on one page', async () => {
    const bodies = { EMAIL: 'x'.repeat(400_000), SMS: 'Hi' };
    const made = [];
    for (let n = 0; n < 4; n += 1) made.push(await service.create({ userId, content: { bodies } }));
    const { items, next } = await list(null, 10, { isSummary: true, search: 'spr' });
    const { items: all } = await list(null, 10, { isSummary: true });
    const lean = made.reverse().map((each) => ({ ...each, content: emptyContent }));
    expect([items, all, next]).toEqual([lean, lean, null]);
    expect((await list(null, 10)).items.length).toBeLessThan(4);
  });

  it('lists newest first, page by page, each once', async () => {
    const created = [];
    for (let count = 0; count < 5; count += 1) created.unshift(await service.create({ userId }));
    const first = await list(null, 2);
    const second = await list(first.next, 2);
    const third = await list(second.next, 2);
    expect([...first.items, ...second.items, ...third.items]).toEqual(created);
    expect(third.next).toBeNull();
  });

  it.each([
    ['spring', ['Spring Fair', 'Early spring']],
    ['G F', ['Spring Fair']],
    ['ÜBER', ['10% über [a.b]*']],
    ['.', ['10% über [a.b]*']],
    ['[a.b]*', ['10% über [a.b]*']],
    ['s.*g', []],
    ['uber', ['10% über [a.b]*']],
    ['GROSSE', ['Große Ankündigung']],
    ['ankundigung', ['Große Ankündigung']],
    ['Łódź', ['Lodz']],
  ])('finds %j case-insensitively anywhere in the name, as literal text', async (search, names) => {
    for (const name of [
      'Lodz',
      'Große Ankündigung',
      'Early spring',
      '10% über [a.b]*',
      'Autumn',
      'Spring Fair',
    ])
      await service.create({ userId, name });
    await service.create({ name: 'Spring of somebody else' });
    expect(await namesOf({ search })).toEqual(names);
  });

  it('filters by status and name together, page by page, without deleted campaigns', async () => {
    const made = [];
    for (const name of ['One', 'Two', 'One more', 'One gone', 'Once']) {
      made.push(await service.create({ userId, name }));
    }
    for (const { id, name } of made) if (name !== 'Once') await service.setStatus(id, 'SENT');
    const gone = made[3]?.id ?? '';
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [gone] });
    const filter = { status: 'SENT' as const, search: 'on' };
    expect(await namesOf({ status: 'SENT' })).toEqual(['One more', 'Two', 'One']);
    expect(await namesOf(filter)).toEqual(['One more', 'One']);
    const first = await list(null, 1, filter);
    const second = await list(first.next, 1, filter);
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['One more', 'One']);
    expect(second.next).toBeNull();
  });

  it('filters by the start, or by the scheduled time of campaigns that have not started', async () => {
    const dated = async (
      name: string,
      published: string | null,
      scheduled: string | null,
    ): Promise<string> => {
      const { id } = await service.create({ userId, name });
      const [publishedAt = null, scheduledAt = null] = [published, scheduled].map((at) =>
        at === null ? null : new Date(at),
      );
      await service.documents.updateOne({ _id: new ObjectId(id) }, { $set: { publishedAt, scheduledAt } });
      return id;
    };
    const [first, last, next] = [march.since, '2026-03-31T23:59:59.999Z', march.until];
    await dated('Draft', null, null);
    await dated('First', first, null);
    await dated('Late', next, last);
    await dated('Planned', null, last);
    await dated('Next', null, next);
    const gone = await dated('Gone', first, null);
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [gone] });
    expect(await namesOf(march)).toEqual(['Planned', 'First']);
    expect(await namesOf({ since: last })).toEqual(['Next', 'Planned', 'Late']);
    expect(await namesOf({ until: next })).toEqual(['Planned', 'First']);
    expect(await namesOf({ ...march, search: 'lan' })).toEqual(['Planned']);
    expect(await namesOf({ ...march, status: 'SENT' })).toEqual([]);
  });

  it('reads only the campaigns of the period among ten thousand', async () => {
    const { id } = await service.create({ userId, name: 'In March' });
    const found = await service.find(id);
    const hay = Array.from({ length: 9_990 }, () => ({
      ...found,
      _id: new ObjectId(),
      publishedAt: new Date('2026-02-01T00:00:00Z'),
    }));
    const publishedAt = new Date(march.since);
    await service.documents.insertMany(hay as CampaignDocument[]);
    await service.documents.updateOne({ _id: new ObjectId(id) }, { $set: { publishedAt } });
    await service.db.command({ profile: 2 });
    expect(await namesOf(march)).toEqual(['In March']);
    await service.db.command({ profile: 0 });
    const reads = await service.db
      .collection('system.profile')
      .find({ 'command.find': 'campaigns', 'command.filter.userId': new ObjectId(userId) })
      .toArray();
    expect(reads.length).toBeGreaterThan(0);
    for (const { docsExamined } of reads) expect(docsExamined).toBeLessThanOrEqual(1);
  });

  it('finds one name among ten thousand with the index, and finds no match for a missing name', async () => {
    const { id } = await service.create({ userId, name: 'The needle' });
    const needle = await service.find(id);
    const hay = Array.from({ length: 10_000 }, () => ({
      ...needle,
      ...named('The hay'),
      _id: new ObjectId(),
    }));
    await service.documents.insertMany(hay as CampaignDocument[]);
    await service.db.command({ profile: 2 });
    expect(await namesOf({ search: 'the NEEDLE' })).toEqual(['The needle']);
    expect(await namesOf({ search: 'the pin' })).toEqual([]);
    await service.db.command({ profile: 0 });
    const reads = await service.db
      .collection('system.profile')
      .find({ 'command.find': 'campaigns', 'command.filter.userId': new ObjectId(userId) })
      .toArray();
    for (const { keysExamined } of reads) expect(keysExamined).toBeLessThanOrEqual(2);
  });

  it('scans ten thousand names for a page without an index, and reads only matching campaigns', async () => {
    const { id } = await service.create({ userId, name: 'The needle' });
    const needle = await service.find(id);
    const hay = Array.from({ length: 10_000 }, () => ({ ...needle, ...named('Hay'), _id: new ObjectId() }));
    await service.documents.insertMany(hay as CampaignDocument[]);
    await service.db.command({ profile: 2 });
    const first = await list(null, 10, { search: 'ne' });
    expect(first).toEqual({ items: [], next: expect.stringMatching(/^[0-9a-f]{24}$/) as unknown });
    const second = await list(first.next, 10, { search: 'ne' });
    expect(second.items.map(({ name }) => name)).toEqual(['The needle']);
    expect(second.next).toBeNull();
    await service.db.command({ profile: 0 });
    const reads = await service.db
      .collection('system.profile')
      .find({ 'command.find': 'campaigns', 'command.filter.userId': new ObjectId(userId) })
      .toArray();
    expect(reads).toHaveLength(4);
    for (const { docsExamined, keysExamined } of reads) {
      expect(docsExamined).toBeLessThanOrEqual(1);
      expect(keysExamined).toBeLessThanOrEqual(10_001);
    }
  });

  it('keeps a page of large campaigns near 1 MiB', async () => {
    const bodies = { EMAIL: 'ü'.repeat(200_000) };
    for (let count = 0; count < 4; count += 1) await service.create({ userId, content: { bodies } });
    const sizes: number[] = [];
    let next: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(next, 1000);
      sizes.push(page.items.length);
      next = page.next;
    } while (next !== null);
    expect(sizes).toEqual([2, 2]);
  });

  it('rejects a cursor that is not a campaign ID', async () => {
    await expect(list('nonsense', 10)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it.each<[CampaignStatus, boolean]>([
    ['DRAFT', false],
    ['SCHEDULED', true],
    ['SENDING', true],
    ['PAUSED', true],
    ['SENT', false],
    ['CANCELLED', false],
  ])('returns whether a campaign that is %s still needs its groups: %s', async (status, inUse) => {
    const groups = [newId(), newId()];
    const { id } = await service.create({ userId, groups });
    await service.setStatus(id, status);
    for (const groupId of groups) {
      expect(await service.messenger.request('campaign.targets-group', { userId, groupId })).toEqual({
        inUse,
      });
      expect(await service.messenger.request('campaign.targets-group', { userId: newId(), groupId })).toEqual(
        {
          inUse: false,
        },
      );
    }
  });
});
