import { type AppError, type Campaign, type Payload, emptyContent, newId } from '@carillon/contracts';
import { TestSendFixture } from './test-send-fixture';

describe('an incomplete draft', () => {
  let fixture: TestSendFixture;
  let userId: string;

  beforeAll(async () => {
    fixture = await TestSendFixture.start();
  });
  beforeEach(() => {
    fixture.clear();
    userId = fixture.userId;
  });
  afterAll(() => fixture.service.stop());

  const edit = (id: string, change: Partial<Payload<'campaign.update'>>) =>
    fixture.service.messenger.request('campaign.update', { userId, id, content: {}, ...change });
  const missingFrom = async (refused: Promise<unknown>): Promise<string[]> => {
    const error = await refused.then(
      () => Promise.reject(new Error('It was not refused')),
      (reason: unknown) => reason as AppError,
    );
    expect(error).toMatchObject({ code: 'campaign_incomplete', kind: 'invalid' });
    expect(error.fields.map(({ code }) => code)).toEqual(error.fields.map(() => 'required'));
    return error.fields.map(({ field }) => field);
  };
  const whatsappTemplate = { contentSid: `HX${'0'.repeat(32)}`, variables: {} };

  it('is stored with its fields, even without any, and is listed', async () => {
    const { service } = fixture;
    const empty = await service.createDraft({ userId });
    const named = await service.createDraft({ userId, name: 'Spring' });
    const sms = await service.createDraft({ userId, content: { bodies: { SMS: 'Hi' } }, groups: [newId()] });
    expect(empty).toMatchObject({
      ...{ name: '', content: emptyContent, groups: [] },
      ...{ status: 'DRAFT', publishedAt: null },
    });
    for (const draft of [empty, named, sms]) expect(await service.get(draft.id, userId)).toEqual(draft);
    const list = (search?: string) =>
      service.messenger.request('campaign.list', {
        ...{ userId, after: null, limit: 10 },
        ...(search !== undefined && { search }),
      });
    expect((await list()).items).toEqual([sms, named, empty]);
    for (const search of ['p', 'spring']) expect((await list(search)).items).toEqual([named]);
    expect((await service.find(empty.id))?.pending).toEqual([]);
  });

  it('gives a repeat the same reply, regardless of later changes', async () => {
    const { service } = fixture;
    const id = newId();
    const created = await service.createDraft({ id, userId });
    await edit(id, { name: 'Spring' });
    expect(await service.createDraft({ id, userId })).toEqual(created);
    expect(await service.get(id, userId)).toMatchObject({ name: 'Spring' });
  });

  it('rejects unknown groups and emails that cannot be compiled', async () => {
    const { service } = fixture;
    const groups = [newId(), newId()];
    service.missingGroups = groups.slice(1);
    const id = newId();
    await expect(service.createDraft({ id, userId, groups })).rejects.toMatchObject({
      code: 'group_not_found',
      fields: [{ field: 'groups.1', code: 'not_found' }],
    });
    const content = { bodies: { EMAIL: '<div>'.repeat(5_000) } };
    await expect(service.createDraft({ id, userId, content })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'emailMessage', code: 'too_complex' }],
    });
    expect(await service.find(id)).toBeNull();
  });

  it('counts as a campaign', async () => {
    const { service } = fixture;
    service.limits.set(userId, { campaigns: 1 });
    await service.createDraft({ userId });
    await expect(service.createDraft({ userId })).rejects.toMatchObject({ code: 'quota_exceeded' });
    await expect(service.create({ userId })).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  it('can be completed step by step, and then published', async () => {
    const { service } = fixture;
    const { id } = await service.createDraft({ userId });
    const publish = () => service.publish(id, userId);
    expect(await missingFrom(publish())).toEqual(['name', 'emailMessage', 'groups']);
    await edit(id, { content: { bodies: { SMS: 'Hi' } } });
    expect(await missingFrom(publish())).toEqual(['name', 'groups']);
    await edit(id, { content: { bodies: { SMS: null } } });
    await edit(id, { name: 'Spring' });
    const groups = [newId()];
    await edit(id, { groups });
    expect(await missingFrom(publish())).toEqual(['emailMessage']);
    await edit(id, { content: { whatsappTemplate } });
    // A complete draft can become incomplete again.
    await edit(id, { name: '', groups: [], content: { whatsappTemplate: null } });
    expect(await missingFrom(publish())).toEqual(['name', 'emailMessage', 'groups']);
    await edit(id, { name: 'Spring', groups, content: { whatsappTemplate } });
    expect(await publish()).toMatchObject({
      status: 'SENDING',
      name: 'Spring',
      groups,
      content: { whatsappTemplate },
    });
    expect(await service.announcements(id)).toMatchObject([
      { event: 'campaign.published', payload: { groups, content: { subject: 'Spring', whatsappTemplate } } },
    ]);
  });

  it('cannot be scheduled, and announces nothing', async () => {
    const { service } = fixture;
    const { id } = await service.createDraft({ userId, name: 'Spring' });
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    const refused = service.schedule(id, userId, { scheduledAt });
    expect(await missingFrom(refused)).toEqual(['emailMessage', 'groups']);
    const stored = await service.find(id);
    expect(stored).toMatchObject({ status: 'DRAFT', pending: [], order: null, dueAt: null, rev: 1 });
    expect(stored?.notes ?? []).toEqual([]);
  });

  it('cannot be tested without a name or a message', async () => {
    const { service } = fixture;
    const { id } = await service.createDraft({ userId, content: { bodies: { EMAIL: '<p>Hi</p>' } } });
    expect(await missingFrom(fixture.test(fixture.order(id)))).toEqual(['name']);
    expect(fixture.testSends).toEqual([]);
  });

  it('can be previewed with the fields that it has', async () => {
    const { service } = fixture;
    const preview = ({ id }: Campaign) =>
      service.messenger.request('campaign.preview', {
        ...{ userId, id, subscriberId: null, extraData: { name: 'Ann' } },
        unsubscribeUrl: 'https://carillon.example.com/u/preview',
      });
    expect(await preview(await service.createDraft({ userId, name: 'Spring' }))).toMatchObject({
      ...{ EMAIL: null, WHATSAPP: null, SMS: null },
      missingKeys: [],
    });
    const sms = await service.createDraft({ userId, content: { bodies: { SMS: 'Hi {{name}}' } } });
    expect(await preview(sms)).toMatchObject({ EMAIL: null, SMS: { text: 'Hi Ann' } });
  });

  it('has incomplete duplicates', async () => {
    const { service } = fixture;
    const { id } = await service.createDraft({ userId, content: { bodies: { SMS: 'Hi' } } });
    const copyId = newId();
    const copy = await service.messenger.request('campaign.duplicate', { userId, id, copyId });
    expect(copy).toMatchObject({ id: copyId, status: 'DRAFT', name: '', groups: [] });
    expect(await missingFrom(service.publish(copyId, userId))).toEqual(['name', 'groups']);
  });
});
