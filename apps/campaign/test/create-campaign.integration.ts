import { newId, bodiesOf, contentOf } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { aCampaign } from './samples/a-campaign';
import { CampaignService } from './campaign-service';

describe('creating a campaign', () => {
  let service: CampaignService;
  const userId = newId();
  const start = { requestId: newId(), scheduledAt: null, maxLateness: null };

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => service.clear());
  afterAll(() => service.stop());

  it('stores a draft without an event', async () => {
    const bodies = { EMAIL: '<p>Hello</p>', WHATSAPP: '*Hello*' };
    const command = aCampaign({ userId, content: { bodies }, groups: [newId(), newId()] });
    const created = await service.create(command);
    expect(created).toEqual({
      id: command.id,
      userId,
      name: command.name,
      content: contentOf({ bodies }),
      groups: command.groups,
      status: 'DRAFT',
      statusReason: null,
      scheduledAt: null,
      maxLateness: null,
      createdAt: created.createdAt,
      updatedAt: created.createdAt,
      publishedAt: null,
      finishedAt: null,
    });
    expect(await service.messenger.request('campaign.get', { userId, id: command.id })).toEqual(created);
    expect((await service.find(command.id))?.pending).toEqual([]);
  });

  it('stores a WhatsApp template, which counts as a message, and announces it', async () => {
    const whatsappTemplate = {
      contentSid: `HX${'0'.repeat(32)}`,
      variables: { '1': '{{name}}', _other: '$name {{a.b|x}}' },
    };
    const command = aCampaign({ userId, content: { bodies: {}, whatsappTemplate }, start });
    expect(await service.create(command)).toMatchObject({ content: { whatsappTemplate } });
    const got = await service.messenger.request('campaign.get', { userId, id: command.id });
    expect(got.content.whatsappTemplate).toEqual(whatsappTemplate);
    const [announced] = await service.announcements(command.id);
    expect(announced?.payload).toMatchObject({ content: { bodies: bodiesOf({}), whatsappTemplate } });
  });

  it('gives a repeat the same reply, even after the draft was published or a group was deleted', async () => {
    const command = aCampaign({ userId });
    const created = await service.create(command);
    await service.publish(command.id, userId);
    service.missingGroups = command.groups;
    expect(await service.create(command)).toEqual(created);
  });

  it('stores one campaign for twenty concurrent repeats', async () => {
    const command = aCampaign({ userId, start });
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.create(command)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await service.announcements(command.id)).toHaveLength(1);
  });

  it('starts it immediately on request', async () => {
    const command = aCampaign({ userId, start });
    const created = await service.create(command);
    expect(created).toMatchObject({
      status: 'SENDING',
      updatedAt: created.createdAt,
      publishedAt: created.createdAt,
    });
    expect(await service.announcements(command.id)).toMatchObject([
      { event: 'campaign.published', payload: { rev: 1, run: 1, plan: 'FREE' } },
    ]);

    await service.completed(command.id, 1);
    await eventually(async () => (await service.find(command.id))?.status === 'SENT');
    expect(await service.create(command)).toEqual(created);
  });

  it('rejects unknown groups, listing each, and stores nothing', async () => {
    const command = aCampaign({ userId, groups: [newId(), newId()], start });
    service.missingGroups = command.groups;
    const missing = { code: 'group_not_found', fields: [{ field: 'groups.0' }, { field: 'groups.1' }] };
    await expect(service.create(command)).rejects.toMatchObject(missing);
    await expect(service.create({ ...command, start: null })).rejects.toMatchObject(missing);
    expect(await service.find(command.id)).toBeNull();
  });

  it('rejects a campaign without a message, and stores nothing', async () => {
    const command = aCampaign({ userId, content: { bodies: { EMAIL: ' \n', SMS: '' } } });
    await expect(service.create(command)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await service.find(command.id)).toBeNull();
  });

  it('rejects a start for a suspended account, and stores nothing', async () => {
    const command = aCampaign({ userId, start });
    service.suspended = true;
    await expect(service.create(command)).rejects.toMatchObject({ code: 'account_suspended' });
    expect(await service.find(command.id)).toBeNull();
  });

  it("never returns another user's campaign with the same ID", async () => {
    const command = aCampaign({ userId });
    await service.create(command);
    await expect(service.create({ ...command, userId: newId() })).rejects.toMatchObject({ code: 'internal' });
    expect((await service.find(command.id))?.userId.toHexString()).toBe(userId);
  });
});
