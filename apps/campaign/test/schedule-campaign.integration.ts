import { type Campaign, newId } from '@carillon/contracts';
import { someone } from '@carillon/testing/someone';
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

describe('changing the time of a scheduled campaign', () => {
  let service: CampaignService;
  const userId = newId();

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => service.clear());
  afterAll(() => service.stop());

  const reschedule = (
    id: string,
    scheduledAt: string,
    more: { requestId?: string; maxLateness?: number } = {},
  ) =>
    service.messenger.request('campaign.reschedule', {
      ...{ id, userId, scheduledAt, requestId: newId(), maxLateness: null, by: someone },
      ...more,
    });

  it('leaves it scheduled, and a repeat gets the same reply', async () => {
    const scheduled = await service.scheduled(userId, ahead(DAY_MS), 600);
    const { id } = scheduled;
    const [later, requestId] = [ahead(2 * DAY_MS), newId()];
    const rescheduled = await reschedule(id, later, { requestId });
    expect(rescheduled).toEqual({ ...scheduled, scheduledAt: later });
    expect(await service.find(id)).toMatchObject({ rev: 3, dueAt: new Date(later), pending: [] });
    const latest = ahead(3 * DAY_MS);
    expect(await reschedule(id, latest, { maxLateness: 90 })).toMatchObject({
      scheduledAt: latest,
      maxLateness: 90,
    });
    expect(await reschedule(id, later, { requestId })).toMatchObject({ scheduledAt: later });
    expect(await service.get(id, userId)).toMatchObject({ status: 'SCHEDULED', scheduledAt: latest });
  });

  it('makes it start at the new time, once', async () => {
    const { id } = await service.scheduled(userId, ahead(DAY_MS));
    await Promise.all(Array.from({ length: 5 }, () => reschedule(id, ahead(SOON_MS))));
    expect(await service.announcements(id)).toHaveLength(1);
    await expect(reschedule(id, ahead(DAY_MS))).rejects.toMatchObject({ code: 'campaign_wrong_status' });
  });

  it('is rejected for other statuses, other users, and times that publishing rejects', async () => {
    const draft = await service.create({ userId });
    await expect(reschedule(draft.id, ahead(DAY_MS))).rejects.toMatchObject({
      code: 'campaign_wrong_status',
    });
    await expect(reschedule(newId(), ahead(DAY_MS))).rejects.toMatchObject({ code: 'campaign_not_found' });
    const scheduled = await service.scheduled(userId, ahead(DAY_MS));
    const tooLate = reschedule(scheduled.id, ago(65_000).toISOString());
    await expect(tooLate).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await service.get(scheduled.id, userId)).toEqual(scheduled);
  });
});
