import { type Payload, newId } from '@carillon/contracts';
import { someone } from '@carillon/testing/someone';
import { ObjectId } from 'mongodb';
import { newDocument } from '../src/campaigns/campaign-document';
import { listQuery } from '../src/campaigns/campaigns';
import { CampaignService } from './campaign-service';
import { aCampaign } from './samples/a-campaign';

describe('organizing campaigns', () => {
  let service: CampaignService;
  let userId: string;
  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => {
    service.clear();
    userId = newId();
  });
  afterAll(() => service.stop());

  const organize = (ids: string[], changes: Partial<Payload<'campaign.organize'>>) =>
    service.messenger.request('campaign.organize', {
      ...{ userId, ids, addTags: [], removeTags: [], by: someone },
      ...changes,
    });
  const create = async (): Promise<string> => (await service.create({ userId })).id;
  const listed = async (filter: Partial<Payload<'campaign.list'>> = {}): Promise<string[]> => {
    const page = { userId, after: null, limit: 100, ...filter };
    return (await service.messenger.request('campaign.list', page)).items.map(({ id }) => id);
  };
  const tagsOf = async (id: string) => (await service.get(id, userId)).tags ?? [];
  const suggested = async () =>
    (await service.messenger.request('campaign.tags', { userId, limit: 10 })).items;

  it('adds and removes tags of several campaigns, each once, regardless of case', async () => {
    const [one, other] = [await create(), await create()];
    const before = await service.get(one, userId);
    expect(await organize([one, newId(), other, one, 'x'], { addTags: [' Spring  sale ', 'Choir'] })).toEqual(
      {
        ids: [one, other],
      },
    );
    await organize([one], { addTags: ['SPRING SALE', 'é'.normalize('NFD')], removeTags: ['choir'] });
    expect(await tagsOf(one)).toEqual(['Spring sale', 'é'.normalize('NFC')]);
    expect(await tagsOf(other)).toEqual(['Spring sale', 'Choir']);
    expect(await service.get(one, userId)).toMatchObject({ updatedAt: before.updatedAt, name: before.name });
  });

  it('keeps the spelling that a tag of the account has, and suggests each tag once', async () => {
    const [one, other] = [await create(), await create()];
    await organize([one], { addTags: ['Spring', '$where', 'a.b'] });
    await organize([other], { addTags: ['sPRING'] });
    expect(await tagsOf(other)).toEqual(['Spring']);
    expect(await suggested()).toEqual([
      { name: 'Spring', campaigns: 2 },
      { name: '$where', campaigns: 1 },
      { name: 'a.b', campaigns: 1 },
    ]);
    await service.messenger.request('campaign.delete', { userId, ids: [one], by: someone });
    expect(await suggested()).toEqual([{ name: 'Spring', campaigns: 1 }]);
    expect((await service.messenger.request('campaign.tags', { userId: newId(), limit: 10 })).items).toEqual(
      [],
    );
  });

  it('refuses more than ten tags of a campaign, and changes none of them', async () => {
    const [full, other] = [await create(), await create()];
    const ten = Array.from({ length: 10 }, (_, n) => `tag ${n}`);
    await organize([full], { addTags: ten });
    await expect(organize([other, full], { addTags: ['one more'] })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'addTags', code: 'too_many' }],
    });
    expect([await tagsOf(full), await tagsOf(other)]).toEqual([ten, []]);
    await organize([full], { addTags: ['one more'], removeTags: ['TAG 0'] });
    expect(await tagsOf(full)).toHaveLength(10);
  });

  it('archives campaigns that send nothing, and lists them only on request', async () => {
    const [one, other] = [await create(), await create()];
    await organize([one], { isArchived: true });
    await organize([one], { isArchived: true });
    expect((await service.get(one, userId)).isArchived).toBe(true);
    expect(await listed()).toEqual([other, one]);
    expect(await listed({ isArchived: false })).toEqual([other]);
    expect(await listed({ isArchived: true })).toEqual([one]);
    await organize([one], { isArchived: false });
    expect(await listed({ isArchived: false })).toEqual([other, one]);
  });

  it.each(['SCHEDULED', 'SENDING', 'PAUSED'] as const)(
    'does not archive a campaign that is %s',
    async (status) => {
      const [draft, busy] = [await create(), await create()];
      await service.setStatus(busy, status);
      await expect(organize([draft, busy], { isArchived: true })).rejects.toMatchObject({
        code: 'campaign_wrong_status',
      });
      expect(await listed({ isArchived: true })).toEqual([]);
      await organize([busy], { addTags: ['Spring'] });
      expect(await tagsOf(busy)).toEqual(['Spring']);
      await service.setStatus(busy, 'CANCELLED');
    },
  );

  it('takes a campaign out of the archive when it is published', async () => {
    const id = await create();
    await organize([id], { isArchived: true, addTags: ['Spring'] });
    await service.publish(id, userId);
    expect(await listed({ isArchived: false })).toEqual([id]);
    expect(await tagsOf(id)).toEqual(['Spring']);
  });

  it('keeps the tags in a duplicate, but not the archive', async () => {
    const id = await create();
    await organize([id], { isArchived: true, addTags: ['Spring'] });
    const copyId = newId();
    const copy = await service.messenger.request('campaign.duplicate', { userId, id, copyId });
    expect([copy.tags, copy.isArchived]).toEqual([['Spring'], undefined]);
  });

  it('filters by tag, together with other filters', async () => {
    const [one, other, third] = [await create(), await create(), await create()];
    await organize([one, other], { addTags: ['Spring'] });
    await organize([other], { isArchived: true });
    expect(await listed({ tag: 'SPRING ' })).toEqual([other, one]);
    expect(await listed({ tag: 'Spring', isArchived: false, status: 'DRAFT', search: 'pri' })).toEqual([one]);
    expect(await listed({ tag: 'none' })).toEqual([]);
    expect(await listed({ isArchived: false })).toEqual([third, one]);
  });

  it('filters a period by tag and by the archive, page by page', async () => {
    const ids = [await create(), await create(), await create()];
    for (const id of ids) await service.publish(id, userId);
    for (const id of ids) await service.setStatus(id, 'SENT');
    const [first = '', , last = ''] = ids;
    await organize([first], { addTags: ['Spring'] });
    await organize([last], { isArchived: true });
    const period = { since: '2026-01-01T00:00:00.000Z', limit: 1 };
    expect(await listed({ ...period, tag: 'spring' })).toEqual([first]);
    expect(await listed({ ...period, isArchived: true })).toEqual([last]);
    expect(await listed({ ...period, isArchived: false })).toEqual([ids[1]]);
    expect(await listed({ ...period, isArchived: true, tag: 'Spring' })).toEqual([]);
  });

  it('ignores campaigns of other users', async () => {
    const theirs = await service.create();
    expect(await organize([theirs.id], { addTags: ['x'], isArchived: true })).toEqual({ ids: [] });
    expect((await service.get(theirs.id, theirs.userId)).tags).toBeUndefined();
  });

  it('applies concurrent changes of a campaign one after another', async () => {
    const id = await create();
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((tag) => organize([id], { addTags: [tag] })));
    expect((await tagsOf(id)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('finds the campaigns of a list of 10,000 with an index', async () => {
    const base = newDocument(aCampaign({ userId }), new Date());
    const all = Array.from({ length: 10_000 }, (_, n) => ({
      ...base,
      _id: new ObjectId(),
      ...(n >= 100 && { isArchived: true, tags: [{ key: 'old', name: 'Old' }] }),
      ...(n < 5 && { tags: [{ key: 'new', name: 'New' }] }),
    }));
    await service.documents.insertMany(all);
    const examined = async (filter: Parameters<typeof listQuery>[1]): Promise<[number, number]> => {
      const { where, index } = listQuery(userId, filter);
      const plan = await service.documents
        .find(where)
        .hint(index)
        .sort({ _id: -1 })
        .limit(101)
        .explain('executionStats');
      const { nReturned, totalDocsExamined } = (plan as { executionStats: Record<string, number> })
        .executionStats;
      return [nReturned ?? -1, totalDocsExamined ?? -1];
    };
    expect(await examined({ isArchived: false })).toEqual([100, 100]);
    expect(await examined({ isArchived: true, status: 'DRAFT' })).toEqual([101, 101]);
    expect(await examined({ tag: 'New' })).toEqual([5, 5]);
    expect(await examined({ tag: 'old', isArchived: false })).toEqual([0, 0]);
    expect(await listed({ isArchived: false })).toHaveLength(100);
    expect(await suggested()).toEqual([
      { name: 'Old', campaigns: 9_900 },
      { name: 'New', campaigns: 5 },
    ]);
  });
});
