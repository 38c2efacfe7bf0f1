import { type AuditNote, type Payload, newId } from '@carillon/contracts';
import { OtherServices, anErasureStep, eventually, someone } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { CampaignService } from './campaign-service';

let service: CampaignService;
let account: OtherServices;
const noted: AuditNote[] = [];
beforeAll(async () => {
  service = await CampaignService.start();
  account = await OtherServices.on(service.broker);
  await account.hear('account.events', {
    'audit.noted': (note: Payload<'audit.noted'>) => noted.push(note),
  });
});
afterAll(async () => {
  await account.close();
  await service.stop();
});

type Create = Payload<'saved-filter.create'>;
const filter = { status: 'SENT', tag: 'Spring', isArchived: false } as const;
const create = (changes: Partial<Create> = {}) =>
  service.messenger.request('saved-filter.create', {
    ...{ id: newId(), userId: newId(), by: someone, name: 'Sent in spring', filter },
    ...changes,
  });
type Whose = Pick<Create, 'userId' | 'id'>;
const update = ({ userId, id }: Whose, changes: Partial<Payload<'saved-filter.update'>>) =>
  service.messenger.request('saved-filter.update', { userId, id, by: someone, filter: {}, ...changes });
const remove = ({ userId, id }: Whose) =>
  service.messenger.request('saved-filter.delete', { userId, id, by: someone });
const get = ({ userId, id }: Whose) => service.messenger.request('saved-filter.get', { userId, id });
const list = (userId: string, after: string | null = null, limit = 100) =>
  service.messenger.request('saved-filter.list', { userId, after, limit });
const usedBy = async (userId: string) =>
  (await service.messenger.request('campaign.usage', { userId })).used.savedFilters;
const stored = (userId: string) =>
  service.db.collection('savedFilters').countDocuments({ userId: new ObjectId(userId) });
const refusal = (code: string) => expect.objectContaining({ code }) as object;

describe('a saved filter', () => {
  it('is stored once, and listed in pages for its account only', async () => {
    const command = { id: newId(), userId: newId() };
    const saved = await create(command);
    expect(saved).toMatchObject({ ...command, name: 'Sent in spring', filter });
    expect(await create(command)).toEqual(saved);
    expect(await get(saved)).toEqual(saved);
    const other = await create({ userId: command.userId, name: 'All', filter: { isArchived: true } });
    expect(await list(command.userId)).toEqual({ items: [saved, other], next: null });
    expect(await list(command.userId, null, 1)).toEqual({ items: [saved], next: saved.id });
    expect(await list(command.userId, saved.id)).toEqual({ items: [other], next: null });
    const stranger = newId();
    expect((await list(stranger)).items).toEqual([]);
    for (const attempt of [get, remove, (whose: Whose) => update(whose, { name: 'Mine' })])
      await expect(attempt({ userId: stranger, id: saved.id })).rejects.toEqual(
        refusal('saved_filter_not_found'),
      );
    expect(await usedBy(command.userId)).toBe(2);
  });

  it('has a name that no other filter of the account has, regardless of case and spaces', async () => {
    const { userId, id } = await create();
    const other = await create({ userId, name: 'Other' });
    const taken = refusal('saved_filter_name_taken');
    await expect(create({ userId, name: 'sent  in SPRING' })).rejects.toEqual(taken);
    await expect(update(other, { name: 'SENT in spring' })).rejects.toEqual(taken);
    expect(await update({ userId, id }, { name: 'SENT in spring' })).toMatchObject({
      name: 'SENT in spring',
    });
    await create({ name: 'Sent in spring' });
    expect(await usedBy(userId)).toBe(2);
    await remove({ userId, id });
    expect(await update(other, { name: 'Sent in spring' })).toMatchObject({ name: 'Sent in spring' });
  });

  it('changes only in the given parts, and loses those that are null', async () => {
    const saved = await create();
    expect(await update(saved, { filter: { tag: null, search: 'news' } })).toMatchObject({
      name: saved.name,
      filter: { status: 'SENT', search: 'news', isArchived: false },
    });
    expect(await update(saved, { filter: { status: null, search: null, isArchived: true } })).toMatchObject({
      filter: { isArchived: true },
    });
    expect((await get(saved)).filter).toEqual({ isArchived: true });
  });

  it('keeps all concurrent changes', async () => {
    const saved = await create();
    await Promise.all([
      update(saved, { name: 'New' }),
      update(saved, { filter: { tag: 'Summer' } }),
      update(saved, { filter: { approval: 'PENDING' } }),
    ]);
    expect(await get(saved)).toMatchObject({
      name: 'New',
      filter: { status: 'SENT', tag: 'Summer', approval: 'PENDING', isArchived: false },
    });
  });

  it('is deleted once, leaves no texts, and gives its place back', async () => {
    const userId = newId();
    service.limits.set(userId, { savedFilters: 1 });
    const saved = await create({ userId });
    await expect(create({ userId, name: 'Other' })).rejects.toEqual(refusal('quota_exceeded'));
    expect(await remove(saved)).toEqual({ ids: [saved.id] });
    await expect(remove(saved)).rejects.toEqual(refusal('saved_filter_not_found'));
    await expect(get(saved)).rejects.toEqual(refusal('saved_filter_not_found'));
    await eventually(async () => (await usedBy(userId)) === 0);
    await expect(create({ userId, id: saved.id })).rejects.toEqual(refusal('saved_filter_not_found'));
    const document = await service.db.collection('savedFilters').findOne({ _id: new ObjectId(saved.id) });
    expect(document).toMatchObject({ deletedAt: expect.any(Date) as Date });
    expect(document).not.toHaveProperty('filter');
    expect(document).not.toHaveProperty('name');
    await create({ userId });
  });

  it('is erased with its account', async () => {
    const { userId } = await create();
    const kept = await create();
    const step = { ...anErasureStep(), userId, address: null };
    await service.messenger.request('erasure.step-in-campaign', step);
    expect([await stored(userId), await stored(kept.userId)]).toEqual([0, 1]);
  });

  it('is recorded in the audit trail', async () => {
    const saved = await create();
    await update(saved, { name: 'News', filter: { tag: null, isArchived: true } });
    // Changes nothing.
    await update(saved, { name: 'News' });
    await remove(saved);
    const found = () => noted.filter(({ target }) => target.id === saved.id);
    await eventually(() => found().length === 3);
    expect(found().map(({ action, target, changes }) => [action, target.type, target.name, changes])).toEqual(
      [
        [
          ...['saved_filter.created', 'saved_filter', 'Sent in spring'],
          [
            { field: 'name', before: null, after: 'Sent in spring' },
            { field: 'status', before: null, after: 'SENT' },
            { field: 'tag', before: null, after: 'Spring' },
            { field: 'archived', before: null, after: false },
          ],
        ],
        [
          ...['saved_filter.updated', 'saved_filter', 'News'],
          [
            { field: 'name', before: 'Sent in spring', after: 'News' },
            { field: 'tag', before: 'Spring', after: null },
            { field: 'archived', before: false, after: true },
          ],
        ],
        [
          ...['saved_filter.deleted', 'saved_filter', 'News'],
          [
            { field: 'name', before: 'News', after: null },
            { field: 'status', before: 'SENT', after: null },
            { field: 'archived', before: true, after: null },
          ],
        ],
      ],
    );
  });
});
