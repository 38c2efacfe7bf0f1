import { someone } from '@carillon/testing/someone';
import { type AppError, type Campaign, newId } from '@carillon/contracts';
import { CampaignService } from './campaign-service';
import { DAY_MS, ahead } from './times';

type Step = 'pause' | 'resume' | 'cancel' | 'unschedule';

describe('changing the status of a campaign', () => {
  let service: CampaignService;
  const userId = newId();
  const nextYear = () => ahead(300 * DAY_MS);

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => service.clear());
  afterAll(() => service.stop());

  const step = (name: Step, id: string, user = userId): Promise<Campaign> =>
    service.messenger.request(`campaign.${name}`, { by: someone, id, userId: user, requestId: newId() });
  const revOf = async (id: string) => (await service.find(id))?.rev;
  async function sending(): Promise<Campaign> {
    const { id } = await service.create({ userId });
    const campaign = await service.publish(id, userId);
    // A decision overtakes an order that waits for its turn.
    await service.announcements(id);
    return campaign;
  }
  const scheduled = (): Promise<Campaign> => service.scheduled(userId, nextYear());

  it('pauses and resumes, and publishes each change in order with its own rev', async () => {
    const campaign = await sending();
    expect(await step('pause', campaign.id)).toEqual({ ...campaign, status: 'PAUSED' });
    expect(await step('resume', campaign.id)).toEqual(campaign);
    await service.announcements(campaign.id, 3);
    await step('pause', campaign.id);
    const subject = { campaignId: campaign.id, userId };
    expect((await service.announcements(campaign.id, 4)).slice(1)).toEqual([
      { event: 'campaign.paused', payload: { ...subject, rev: 3 } },
      { event: 'campaign.resumed', payload: { ...subject, rev: 4 } },
      { event: 'campaign.paused', payload: { ...subject, rev: 5 } },
    ]);
  });

  it('cancels running and paused campaigns permanently, with the time', async () => {
    const [running, paused] = [await sending(), await sending()];
    await step('pause', paused.id);
    // A cancellation replaces unannounced events.
    await service.announcements(paused.id, 2);
    for (const campaign of [running, paused]) {
      const cancelled = await step('cancel', campaign.id);
      expect(cancelled).toEqual({
        ...campaign,
        status: 'CANCELLED',
        finishedAt: expect.any(String) as string,
      });
      expect(Date.parse(cancelled.finishedAt ?? '')).toBeGreaterThanOrEqual(
        Date.parse(campaign.publishedAt ?? ''),
      );
      await expect(step('resume', campaign.id)).rejects.toMatchObject({ code: 'campaign_wrong_status' });
      await expect(service.publish(campaign.id, userId)).rejects.toMatchObject({
        code: 'campaign_not_draft',
      });
    }
    const last = (await service.announcements(paused.id, 3)).at(-1);
    expect(last).toMatchObject({ event: 'campaign.cancelled', payload: { rev: 4 } });
  });

  it('changes nothing if the campaign already has the status', async () => {
    const [running, paused, cancelled] = [await sending(), await sending(), await sending()];
    const waiting = await scheduled();
    await step('pause', paused.id);
    await step('cancel', cancelled.id);
    await step('unschedule', waiting.id);
    for (const [name, { id }] of [
      ['resume', running],
      ['pause', paused],
      ['cancel', cancelled],
      ['unschedule', waiting],
    ] as const) {
      const before = [await service.get(id, userId), await revOf(id)];
      expect([await step(name, id), await revOf(id)]).toEqual(before);
    }
  });

  it.each<[Step, Campaign['status'][]]>([
    ['pause', ['DRAFT', 'SCHEDULED', 'SENT', 'CANCELLED']],
    ['resume', ['DRAFT', 'SCHEDULED', 'SENT', 'CANCELLED']],
    ['cancel', ['DRAFT', 'SENT']],
    ['unschedule', ['SENDING', 'PAUSED', 'SENT', 'CANCELLED']],
  ])('cannot %s a campaign that is in one of %j', async (name, statuses) => {
    const { id } = await service.create({ userId });
    for (const status of statuses) {
      await service.setStatus(id, status);
      await expect(step(name, id)).rejects.toMatchObject({ code: 'campaign_wrong_status' });
      expect(await service.find(id)).toMatchObject({ status, rev: 1, pending: [] });
    }
  });

  it('does not find unknown, foreign, or deleted campaigns', async () => {
    const [foreign, deleted] = [await sending(), await sending()];
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [deleted.id] });
    for (const name of ['pause', 'resume', 'cancel', 'unschedule'] as const) {
      const missing = { code: 'campaign_not_found' };
      await expect(step(name, newId())).rejects.toMatchObject(missing);
      await expect(step(name, foreign.id, newId())).rejects.toMatchObject(missing);
      await expect(step(name, deleted.id)).rejects.toMatchObject(missing);
    }
  });

  it('lets a suspended account stop its campaigns but not resume them', async () => {
    const [paused, running] = [await sending(), await sending()];
    service.suspended = true;
    await step('pause', paused.id);
    await step('cancel', running.id);
    await expect(step('resume', paused.id)).rejects.toMatchObject({ code: 'account_suspended' });
    expect((await service.find(paused.id))?.status).toBe('PAUSED');
  });

  it('unschedules a campaign without an event', async () => {
    const draft = await service.create({ userId });
    const campaign = await service.schedule(draft.id, userId, { scheduledAt: nextYear() });
    const unscheduled = await step('unschedule', draft.id);
    expect(unscheduled).toEqual({ ...draft, updatedAt: campaign.updatedAt });
    const cancelled = await scheduled();
    expect(await step('cancel', cancelled.id)).toMatchObject({
      status: 'CANCELLED',
      statusReason: null,
      scheduledAt: cancelled.scheduledAt,
      publishedAt: null,
      finishedAt: expect.any(String) as string,
    });
    expect([await service.find(draft.id), await service.find(cancelled.id)]).toMatchObject([
      { rev: 3, pending: [] },
      { rev: 3, pending: [] },
    ]);
  });

  it('can be published again after it was unscheduled, by a new request only', async () => {
    const { id } = await service.create({ userId });
    const requestId = newId();
    const first = await service.schedule(id, userId, { requestId, scheduledAt: nextYear() });
    await step('unschedule', id);
    expect(await service.schedule(id, userId, { requestId, scheduledAt: nextYear() })).toEqual(first);
    expect((await service.find(id))?.status).toBe('DRAFT');
    expect(await service.publish(id, userId)).toMatchObject({ status: 'SENDING', scheduledAt: null });
  });

  it('drops an unpublished order to send when the campaign is canceled', async () => {
    const owner = newId();
    service.limits.set(owner, { runningCampaigns: 0 });
    const { id } = await service.create({ userId: owner });
    await service.holdRelay(id, new Date(Date.now() + 60_000));
    await service.publish(id, owner);
    await step('pause', id, owner);
    expect((await service.find(id))?.pending).toMatchObject([
      { type: 'campaign.published', rev: 2 },
      { type: 'campaign.paused', rev: 3 },
    ]);
    await step('cancel', id, owner);
    await service.holdRelay(id, null);
    expect(await service.announcements(id)).toMatchObject([
      { event: 'campaign.cancelled', payload: { rev: 4 } },
    ]);
  });

  it.each<Step>(['pause', 'cancel'])(
    '%s concurrently with the end of the run: only one takes effect',
    async (name) => {
      for (let tries = 0; tries < 10; tries += 1) {
        const { id } = await sending();
        const [changed] = await Promise.allSettled([step(name, id), service.completed(id, 1)]);
        if (name === 'pause' || changed.status === 'rejected') await service.reaches(id, 'SENT');
        if (changed.status === 'rejected') {
          expect((changed.reason as AppError).code).toBe('campaign_wrong_status');
        } else if (name === 'cancel') {
          expect(await service.get(id, userId)).toEqual(changed.value);
        }
      }
    },
  );

  it('never makes a canceled campaign SENT', async () => {
    const [cancelled, later] = [await sending(), await sending()];
    const answer = await step('cancel', cancelled.id);
    await service.completed(cancelled.id, 1);
    await service.completed(later.id, 1);
    await service.reaches(later.id, 'SENT');
    expect(await service.get(cancelled.id, userId)).toEqual(answer);
  });

  it('gives each of twenty concurrent changes a correct reply', async () => {
    const { id } = await sending();
    const steps = Array.from({ length: 20 }, (_, i) => step(i % 2 === 0 ? 'pause' : 'resume', id));
    const answers = await Promise.all(steps);
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map((_, i) => (i % 2 === 0 ? 'PAUSED' : 'SENDING')),
    );
    const rev = (await revOf(id)) ?? 0;
    // Decisions overtake orders, and an event may be published twice. No event is omitted.
    const all = Array.from({ length: rev - 1 }, (_, i) => i + 2);
    let revs: number[] = [];
    for (let count = all.length; revs.length < all.length; count += 1) {
      const announced = await service.announcements(id, count);
      revs = [...new Set(announced.map(({ payload }) => payload.rev))];
    }
    expect(revs.sort((a, b) => a - b)).toEqual(all);
  });
});
