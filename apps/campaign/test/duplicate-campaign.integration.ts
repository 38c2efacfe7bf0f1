import { someone } from '@carillon/testing/someone';
import { newId } from '@carillon/contracts';
import { CampaignService } from './campaign-service';

describe('duplicating a campaign', () => {
  let service: CampaignService;
  const userId = newId();

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => service.clear());
  afterAll(() => service.stop());

  const duplicate = (id: string, copyId = newId()) =>
    service.messenger.request('campaign.duplicate', { userId, id, copyId });

  it('creates a draft with the same content and groups', async () => {
    const original = await service.create({
      userId,
      content: {
        bodies: { EMAIL: '<p>Hi</p>', SMS: 'Hi' },
        whatsappTemplate: { contentSid: `HX${'0'.repeat(32)}`, variables: { '1': '{{name}}' } },
        shouldRemoveWatermark: true,
      },
      groups: [newId(), newId()],
    });
    const copyId = newId();
    const copy = await duplicate(original.id, copyId);
    expect(copy).toEqual({
      ...original,
      id: copyId,
      createdAt: copy.createdAt,
      updatedAt: copy.createdAt,
    });
    expect(copy.createdAt > original.createdAt).toBe(true);
    await service.publish(copyId, userId);
    expect(await service.get(original.id, userId)).toEqual(original);
  });

  it('copies neither schedule nor status', async () => {
    const { id } = await service.scheduled(userId, new Date(Date.now() + 86_400_000).toISOString(), 60);
    const unscheduled = { status: 'DRAFT', scheduledAt: null, maxLateness: null, publishedAt: null };
    expect(await duplicate(id)).toMatchObject(unscheduled);
    for (const status of ['SENDING', 'PAUSED', 'SENT', 'CANCELLED'] as const) {
      await service.setStatus(id, status);
      const copy = await duplicate(id);
      expect(copy).toMatchObject({ ...unscheduled, finishedAt: null, statusReason: null });
      expect(await service.find(copy.id)).toMatchObject({ rev: 1, run: 0, pending: [] });
    }
  });

  it('keeps deleted groups, which publishing rejects', async () => {
    const { id, groups } = await service.create({ userId });
    service.missingGroups = groups;
    const copy = await duplicate(id);
    expect(copy.groups).toEqual(groups);
    await expect(service.publish(copy.id, userId)).rejects.toMatchObject({ code: 'campaign_groups_missing' });
  });

  it('gives twenty repeats the same reply, even after the copy and the original changed', async () => {
    const { id } = await service.create({ userId });
    const copyId = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => duplicate(id, copyId)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await service.publish(copyId, userId);
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [id] });
    expect(await duplicate(id, copyId)).toEqual(answers[0]);
  });

  it('does not find unknown, foreign, or deleted campaigns', async () => {
    const unknown = { code: 'campaign_not_found' };
    const { id: foreign } = await service.create();
    const { id: deleted } = await service.create({ userId });
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [deleted] });
    for (const id of [newId(), foreign, deleted]) await expect(duplicate(id)).rejects.toMatchObject(unknown);
  });
});
