import { type Campaign, newId } from '@carillon/contracts';
import { aCampaign } from './samples/a-campaign';
import { CampaignService } from './campaign-service';
import { DAY_MS, SOON_MS, ago, ahead } from './times';

describe('scheduling a campaign', () => {
  let service: CampaignService;
  const userId = newId();

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => service.clear());
  afterAll(() => service.stop());

  const scheduled = (scheduledAt: string, maxLateness?: number): Promise<Campaign> =>
    service.scheduled(userId, scheduledAt, maxLateness);

  it('leaves the campaign unchanged until its time, and publishes nothing', async () => {
    const draft = await service.create({ userId });
    const scheduledAt = ahead(60_000);
    const campaign = await service.schedule(draft.id, userId, { scheduledAt });
    expect(campaign).toEqual({
      ...draft,
      status: 'SCHEDULED',
      scheduledAt,
      maxLateness: 3_600,
      updatedAt: campaign.updatedAt,
    });
    expect(await service.find(draft.id)).toMatchObject({ status: 'SCHEDULED', rev: 2, run: 0, pending: [] });
    await expect(service.publish(draft.id, userId)).rejects.toMatchObject({ code: 'campaign_not_draft' });
  });

  it('treats a time that has just passed as now, and rejects past and distant times', async () => {
    const { id } = await scheduled(ago(45_000).toISOString());
    expect(await service.announcements(id)).toHaveLength(1);
    const draft = await service.create({ userId });
    for (const [scheduledAt, code] of [
      [ago(65_000).toISOString(), 'too_small'],
      [ahead(367 * DAY_MS), 'too_big'],
    ] as const) {
      const refusal = { code: 'validation_failed', fields: [{ field: 'scheduledAt', code }] };
      await expect(service.schedule(draft.id, userId, { scheduledAt })).rejects.toMatchObject(refusal);
      await expect(service.schedule(newId(), userId, { scheduledAt })).rejects.toMatchObject(refusal);
      const start = { requestId: newId(), scheduledAt, maxLateness: null };
      await expect(service.create({ userId, start })).rejects.toMatchObject(refusal);
    }
    expect(await service.get(draft.id, userId)).toEqual(draft);
    expect(await service.schedule(draft.id, userId, { scheduledAt: ahead(364 * DAY_MS) })).toMatchObject({
      status: 'SCHEDULED',
    });
  });

  it('can be part of its creation', async () => {
    const scheduledAt = ahead(SOON_MS);
    const command = aCampaign({ userId, start: { requestId: newId(), scheduledAt, maxLateness: 90 } });
    const created = await service.create(command);
    expect(created).toMatchObject({ status: 'SCHEDULED', scheduledAt, maxLateness: 90, publishedAt: null });
    await service.announcements(command.id);
    expect(await service.create(command)).toEqual(created);
  });

  it('gives a repeat the same reply, even after the campaign started', async () => {
    const { id } = await service.create({ userId });
    const start = { requestId: newId(), scheduledAt: ahead(SOON_MS) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.schedule(id, userId, start)));
    await service.announcements(id);
    answers.push(await service.schedule(id, userId, start));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe('SCHEDULED');
    expect(await service.announcements(id)).toHaveLength(1);
  });

  it('is rejected immediately for a suspended account or without its groups', async () => {
    const { id, groups } = await service.create({ userId });
    const scheduledAt = ahead(1_000);
    service.missingGroups = groups;
    await expect(service.schedule(id, userId, { scheduledAt })).rejects.toMatchObject({
      code: 'campaign_groups_missing',
    });
    service.suspended = true;
    service.missingGroups = [];
    await expect(service.schedule(id, userId, { scheduledAt })).rejects.toMatchObject({
      code: 'account_suspended',
    });
  });
});
