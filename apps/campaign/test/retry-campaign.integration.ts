import { someone } from '@carillon/testing/someone';
import { type Campaign, newId } from '@carillon/contracts';
import { CampaignService } from './campaign-service';

describe('retrying a campaign', () => {
  let service: CampaignService;
  const userId = newId();
  const selection = { states: ['FAILED' as const], channels: null, reasons: ['$rejected', 'MAILBOX_FULL'] };

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => service.clear());
  afterAll(() => service.stop());

  const retry = (id: string, requestId = newId(), user = userId): Promise<Campaign> =>
    service.messenger.request('campaign.retry', { by: someone, id, userId: user, requestId, selection });
  async function sent(): Promise<Campaign> {
    const { id } = await service.create({ userId });
    await service.publish(id, userId);
    await service.announcements(id);
    await service.completed(id, 1);
    await service.reaches(id, 'SENT');
    return service.get(id, userId);
  }

  it('starts a new run for the requested recipients', async () => {
    const campaign = await sent();
    expect(await retry(campaign.id)).toEqual({ ...campaign, status: 'SENDING', finishedAt: null });
    expect(service.retrySelections.at(-1)).toEqual({ userId, campaignId: campaign.id, selection });
    expect((await service.announcements(campaign.id, 2))[1]).toEqual({
      event: 'campaign.retried',
      payload: { campaignId: campaign.id, userId, rev: 4, run: 2, selection },
    });
  });

  it('ends with its own run, and can then be repeated', async () => {
    const { id } = await sent();
    await retry(id);
    await service.completed(id, 1, '2026-03-01T13:00:00.000Z');
    await service.completed(id, 2, '2026-03-01T14:00:00.000Z');
    await service.reaches(id, 'SENT');
    expect(await service.get(id, userId)).toMatchObject({ finishedAt: '2026-03-01T14:00:00.000Z' });
    await retry(id);
    expect((await service.announcements(id, 3))[2]).toMatchObject({ payload: { rev: 6, run: 3 } });
  });

  it('starts once for twenty repeats of one request, which all get the same reply', async () => {
    const { id } = await sent();
    const requestId = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => retry(id, requestId)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await service.find(id))?.run).toBe(2);
    await service.completed(id, 2);
    await service.reaches(id, 'SENT');
    expect(await retry(id, requestId)).toEqual(answers[0]);
    expect((await service.find(id))?.run).toBe(2);
  });

  it('is rejected without recipients to retry, and changes nothing', async () => {
    const campaign = await sent();
    service.retryable = 0;
    await expect(retry(campaign.id)).rejects.toMatchObject({ code: 'nothing_to_retry' });
    expect(await service.get(campaign.id, userId)).toEqual(campaign);
  });

  it('does not delay other requests while the dispatcher counts', async () => {
    const [{ id }, another] = [await sent(), newId()];
    const running = await service.create({ userId: another });
    await service.publish(running.id, another);
    const counted = Promise.withResolvers<unknown>();
    [service.counted, service.retryable] = [counted.promise, 0];
    const retries = Promise.allSettled(Array.from({ length: 200 }, () => retry(id)));
    const pause = { id: running.id, userId: another, requestId: newId() };
    try {
      expect(await service.messenger.request('campaign.pause', { ...pause, by: someone })).toMatchObject({
        status: 'PAUSED',
      });
    } finally {
      counted.resolve(null);
    }
    const refusals = (await retries).map(
      (result) => result.status === 'rejected' && (result.reason as unknown),
    );
    expect(refusals).toContainEqual(
      expect.objectContaining({ code: 'rate_limited', extra: { retryAfter: '5' } }),
    );
    expect(refusals).toContainEqual(expect.objectContaining({ code: 'nothing_to_retry' }));
  });

  it.each<Campaign['status']>(['DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED', 'CANCELLED'])(
    'is refused while the campaign is %s',
    async (status) => {
      const { id } = await service.create({ userId });
      await service.setStatus(id, status);
      await expect(retry(id)).rejects.toMatchObject({
        code: 'campaign_wrong_status',
        detail: `A campaign with the status ${status} cannot be retried`,
      });
    },
  );

  it('does not find unknown or foreign campaigns', async () => {
    const { id } = await sent();
    await expect(retry(newId())).rejects.toMatchObject({ code: 'campaign_not_found' });
    await expect(retry(id, newId(), newId())).rejects.toMatchObject({ code: 'campaign_not_found' });
  });

  it('is rejected for a suspended account', async () => {
    const { id } = await sent();
    service.suspended = true;
    await expect(retry(id)).rejects.toMatchObject({ code: 'account_suspended' });
  });

  it('can be canceled, and the canceled run never ends it', async () => {
    const { id } = await sent();
    const { id: later } = await service.create({ userId });
    await service.publish(later, userId);
    await retry(id);
    // A cancellation replaces the order before it is announced.
    await service.announcements(id, 2);
    await service.messenger.request('campaign.cancel', { by: someone, id, userId, requestId: newId() });
    await service.completed(id, 2);
    await service.completed(later, 1);
    await service.reaches(later, 'SENT');
    expect((await service.announcements(id, 3)).at(-1)).toMatchObject({ event: 'campaign.cancelled' });
    expect((await service.find(id))?.status).toBe('CANCELLED');
  });
});
