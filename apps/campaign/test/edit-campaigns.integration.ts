import { someone } from '@carillon/testing/someone';
import { type AppError, type Payload, bodiesOf, contentOf, newId } from '@carillon/contracts';
import { SystemClock } from '@carillon/platform';
import { EditCampaigns } from '../src/campaigns/edit-campaigns';
import { CampaignService } from './campaign-service';

describe('editing a draft', () => {
  let service: CampaignService;
  const userId = newId();

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => service.clear());
  afterAll(() => service.stop());

  const edit = (id: string, change: Partial<Payload<'campaign.update'>>) =>
    service.messenger.request('campaign.update', { userId, id, content: {}, ...change });

  it('changes the given fields and the time of the change only', async () => {
    const draft = await service.create({ userId, content: { bodies: { EMAIL: '<p>Hi</p>', SMS: 'Hi' } } });
    const whatsappTemplate = { contentSid: `HX${'0'.repeat(32)}`, variables: { '1': '$name {{a.b}}' } };
    const edited = await edit(draft.id, {
      name: '$Summer',
      content: { bodies: { SMS: null }, whatsappTemplate },
    });
    expect(edited).toEqual({
      ...draft,
      name: '$Summer',
      content: contentOf({ bodies: { EMAIL: '<p>Hi</p>' }, whatsappTemplate }),
      updatedAt: edited.updatedAt,
    });
    expect(edited.updatedAt > draft.updatedAt).toBe(true);
    expect(await service.get(draft.id, userId)).toEqual(edited);

    const groups = [newId(), newId()];
    const again = await edit(draft.id, {
      groups,
      content: { shouldRemoveWatermark: true, whatsappTemplate: null },
    });
    expect(again).toMatchObject({
      name: '$Summer',
      groups,
      content: { bodies: edited.content.bodies, shouldRemoveWatermark: true, whatsappTemplate: null },
    });
    await service.publish(draft.id, userId);
    const [announced] = await service.announcements(draft.id);
    expect(announced?.payload).toMatchObject({
      groups,
      content: { subject: '$Summer', bodies: edited.content.bodies },
    });
  });

  it('can remove the name, the groups, and the last message', async () => {
    const draft = await service.create({ userId });
    const emptied = await edit(draft.id, { name: '', groups: [], content: { bodies: { EMAIL: null } } });
    expect(emptied).toMatchObject({ name: '', groups: [], content: { bodies: bodiesOf({}) } });
    const swapped = await edit(draft.id, { content: { bodies: { EMAIL: null, SMS: 'Hi' } } });
    expect(swapped.content.bodies).toEqual(bodiesOf({ SMS: 'Hi' }));
  });

  it('rejects unknown groups, listing each, in any status', async () => {
    const draft = await service.create({ userId });
    const groups = [newId(), newId()];
    service.missingGroups = groups.slice(1);
    const missing = { code: 'group_not_found', fields: [{ field: 'groups.1', code: 'not_found' }] };
    await expect(edit(draft.id, { groups })).rejects.toMatchObject(missing);
    expect(await service.get(draft.id, userId)).toEqual(draft);
    await service.publish(draft.id, userId);
    await expect(edit(draft.id, { groups })).rejects.toMatchObject(missing);
  });

  it('does not check unchanged groups again', async () => {
    const draft = await service.create({ userId });
    service.missingGroups = draft.groups;
    expect(await edit(draft.id, { name: 'Summer' })).toMatchObject({ name: 'Summer', groups: draft.groups });
  });

  it('is rejected unless the campaign is a draft', async () => {
    const { id } = await service.scheduled(userId, new Date(Date.now() + 86_400_000).toISOString());
    await expect(edit(id, { name: 'Late' })).rejects.toMatchObject({ code: 'campaign_not_draft' });
    await service.messenger.request('campaign.unschedule', { by: someone, userId, id, requestId: newId() });
    expect(await edit(id, { name: 'Late' })).toMatchObject({ name: 'Late', status: 'DRAFT' });
  });

  it('does not find unknown, foreign, or deleted campaigns', async () => {
    const { id } = await service.create({ userId });
    const unknown = { code: 'campaign_not_found' };
    await expect(edit(newId(), { name: 'x' })).rejects.toMatchObject(unknown);
    await expect(edit(id, { userId: newId(), name: 'x' })).rejects.toMatchObject(unknown);
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [id] });
    await expect(edit(id, { name: 'x' })).rejects.toMatchObject(unknown);
  });

  it('sends one whole edit if the campaign is published at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await service.create({ userId, name: 'old', content: { bodies: { SMS: 'old' } } });
      const edits = ['a', 'b', 'c', 'd'].map((text) =>
        edit(id, { name: text, content: { bodies: { SMS: text } } }),
      );
      const [, ...edited] = await Promise.allSettled([service.publish(id, userId), ...edits]);
      const refused = edited.flatMap((one) => (one.status === 'rejected' ? [one.reason as AppError] : []));
      expect(refused.filter(({ code }) => code !== 'campaign_not_draft')).toEqual([]);
      const [announced] = await service.announcements(id);
      const { content } = announced?.payload as Payload<'campaign.published'>;
      const { subject: name, bodies } = content;
      expect(bodies.SMS).toBe(name);
      expect(await service.get(id, userId)).toMatchObject({ name, content: { bodies } });
    }
  });

  it('applies concurrent edits of different fields', async () => {
    const { id } = await service.create({ userId });
    const changes = [
      { name: 'n' },
      { content: { bodies: { SMS: 's' } } },
      { content: { bodies: { EMAIL: 'e' } } },
      { content: { preheader: 'p' } },
      { content: { shouldRemoveWatermark: true } },
    ];
    await Promise.all(changes.map((change) => edit(id, change)));
    expect(await service.get(id, userId)).toMatchObject({
      name: 'n',
      content: { bodies: { EMAIL: 'e', SMS: 's' }, preheader: 'p', shouldRemoveWatermark: true },
    });
  });

  it('is rejected if the campaign changed since it was read, and changes nothing', async () => {
    const { id, updatedAt } = await service.create({ userId });
    const changed = { code: 'campaign_changed' };
    const edited = await edit(id, { name: 'Mine', ifUpdatedAt: updatedAt });
    expect(edited).toMatchObject({ name: 'Mine' });
    await expect(edit(id, { name: 'Theirs', ifUpdatedAt: updatedAt })).rejects.toMatchObject(changed);
    expect(await service.get(id, userId)).toEqual(edited);
    expect(await edit(id, { name: 'Theirs', ifUpdatedAt: edited.updatedAt })).toMatchObject({
      name: 'Theirs',
    });
    await service.publish(id, userId);
    const late = edit(id, { name: 'Late', ifUpdatedAt: updatedAt });
    await expect(late).rejects.toMatchObject({ code: 'campaign_not_draft' });
  });

  it('accepts one of two concurrent edits, however close together', async () => {
    const { id, updatedAt: created } = await service.create({ userId });
    let ifUpdatedAt = created;
    for (let round = 0; round < 20; round += 1) {
      const edits = ['a', 'b'].map((text) => edit(id, { name: `${text}${round}`, ifUpdatedAt }));
      const outcomes = await Promise.allSettled(edits);
      const [winner, ...others] = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(others).toEqual([]);
      const losers = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as AppError] : []));
      expect(losers.map(({ code }) => code)).toEqual(['campaign_changed']);
      expect(await service.get(id, userId)).toEqual(winner);
      ifUpdatedAt = winner?.updatedAt ?? '';
    }
  });

  it('increases the time of the change even if the clock stands still', async () => {
    const { id } = await service.create({ userId });
    const now = jest.spyOn(SystemClock.prototype, 'now').mockReturnValue(new Date('2026-01-01T00:00:00Z'));
    const times = [];
    for (const name of ['a', 'b', 'c']) times.push((await edit(id, { name })).updatedAt);
    now.mockRestore();
    expect(new Set(times).size).toBe(3);
    expect(times).toEqual([...times].sort());
  });

  it('applies a redelivered message once, also if the campaign was published in between', async () => {
    const { id } = await service.create({ userId });
    const useCase = service.part(EditCampaigns);
    const command = { userId, id, name: 'Summer', content: {} };
    const messageId = newId();
    const first = await useCase.update(command, messageId);
    expect(await useCase.update(command, messageId)).toEqual(first);
    await service.publish(id, userId);
    expect(await useCase.update(command, messageId)).toMatchObject({ name: 'Summer' });
  });

  it('does not change the reply to a repeated creation', async () => {
    const id = newId();
    const created = await service.create({ id, userId, groups: [newId()] });
    await edit(id, { name: 'Summer' });
    expect(await service.create({ id, userId, groups: created.groups })).toEqual(created);
  });
});
