import { type AuditNote, type Payload, newId } from '@carillon/contracts';
import { OtherServices, eventually } from '@carillon/testing';
import { SubscriberService, code } from './subscriber-service';
import { aForm } from './signing-up';

describe('sign-up forms', () => {
  let service: SubscriberService;
  let userId: string;
  let groupId: string;
  let account: OtherServices;
  const noted: AuditNote[] = [];
  beforeAll(async () => {
    service = await SubscriberService.start();
    account = await OtherServices.on(service.broker);
    await account.hear('account.events', {
      'audit.noted': (note: Payload<'audit.noted'>) => noted.push(note),
    });
  });
  beforeEach(async () => {
    userId = newId();
    groupId = (await service.group(userId)).id;
  });
  afterAll(async () => {
    await account.close();
    await service.stop();
  });

  const by = { role: 'user' as const, keyId: newId() };
  const create = (overrides: Partial<Payload<'sign-up.create-form'>> = {}) =>
    service.messenger.request('sign-up.create-form', aForm(userId, groupId, overrides));
  const update = (id: string, change: Partial<Payload<'sign-up.update-form'>>) =>
    service.messenger.request('sign-up.update-form', { userId, id, by, ...change });
  const get = (id: string, of = userId) => service.messenger.request('sign-up.get-form', { userId: of, id });
  const remove = (id: string) => service.messenger.request('sign-up.delete-form', { userId, id, by });
  const list = async () =>
    (await service.messenger.request('sign-up.list-forms', { userId, after: null, limit: 100 })).items;

  it('are stored for their user only', async () => {
    const form = await create({ title: 'Choir news' });
    expect(form).toMatchObject({ userId, groupId, title: 'Choir news', wordingVersion: 1 });
    expect(await get(form.id)).toEqual(form);
    await expect(get(form.id, newId())).rejects.toEqual(code('sign_up_form_not_found'));
    expect(await list()).toEqual([form]);
  });

  it('are created once for repeated commands', async () => {
    const form = aForm(userId, groupId);
    const all = await Promise.all(
      [1, 2, 3].map(() => service.messenger.request('sign-up.create-form', form)),
    );
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  it('need a group of their user', async () => {
    const foreign = await service.group(newId());
    await expect(create({ groupId: foreign.id })).rejects.toEqual(code('group_not_found'));
    const form = await create();
    await expect(update(form.id, { groupId: foreign.id })).rejects.toEqual(code('group_not_found'));
  });

  it('are limited to 50 per user, also with concurrent requests', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 52 }, () => create()));
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toEqual([code('limit_reached'), code('limit_reached')]);
    const [first] = await list();
    await remove(first?.id ?? '');
    await create();
    await expect(create()).rejects.toEqual(code('limit_reached'));
  });

  it('keep each version of their wording', async () => {
    const form = await create({ wording: 'One' });
    expect(await update(form.id, { title: 'Another title' })).toMatchObject({ wordingVersion: 1 });
    expect(await update(form.id, { wording: 'Two' })).toMatchObject({ wording: 'Two', wordingVersion: 2 });
    expect(await update(form.id, { wording: 'Two' })).toMatchObject({ wordingVersion: 2 });
    const versions = async (after: string | null, limit: number) => {
      const query = { userId, id: form.id, after, limit };
      const { items, next } = await service.messenger.request('sign-up.list-wordings', query);
      return [items.map(({ version, text }) => [version, text]), next];
    };
    expect(await versions(null, 10)).toEqual([
      [
        [2, 'Two'],
        [1, 'One'],
      ],
      null,
    ]);
    expect(await versions(null, 1)).toEqual([[[2, 'Two']], '2']);
    expect(await versions('2', 1)).toEqual([[[1, 'One']], null]);
  });

  it('keep both of two concurrent changes', async () => {
    const form = await create();
    await Promise.all([update(form.id, { title: 'A' }), update(form.id, { name: 'B' })]);
    expect(await get(form.id)).toMatchObject({ title: 'A', name: 'B' });
  });

  it('are deleted once, and a repeated deletion fails', async () => {
    const form = await create();
    expect(await remove(form.id)).toEqual({ ids: [form.id] });
    await expect(remove(form.id)).rejects.toEqual(code('sign_up_form_not_found'));
    await expect(get(form.id)).rejects.toEqual(code('sign_up_form_not_found'));
    await expect(update(form.id, { title: 'A' })).rejects.toEqual(code('sign_up_form_not_found'));
  });

  it('are audited, with each changed field', async () => {
    const form = await create();
    await update(form.id, { title: 'A', fields: [{ attribute: 'name', label: 'Name', required: true }] });
    await remove(form.id);
    const ofForm = () => noted.filter(({ target }) => target.id === form.id);
    await eventually(() => ofForm().length === 3);
    expect(ofForm().map(({ action, changes }) => [action, changes.map(({ field }) => field)])).toEqual([
      ['sign_up_form.created', expect.arrayContaining(['name', 'group', 'wording'])],
      ['sign_up_form.updated', ['title', 'fields']],
      ['sign_up_form.deleted', []],
    ]);
  });
});
