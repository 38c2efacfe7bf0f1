import { newId } from '@carillon/contracts';
import { someone, anErasureStep, eventually } from '@carillon/testing';
import { Campaigns } from '../src/campaigns';
import { PurgeDeleted } from '../src/outbox/purge-deleted';
import { CampaignService } from './campaign-service';

const HOUR_MS = 3_600_000;

describe('a campaign that is paused for too long', () => {
  let service: CampaignService;
  const userId = newId();
  beforeAll(async () => {
    service = await CampaignService.start();
  });
  afterAll(() => service.stop());

  async function paused(): Promise<string> {
    const { id } = await service.create({ userId });
    await service.publish(id, userId);
    await service.messenger.request('campaign.pause', { by: someone, id, userId, requestId: newId() });
    // A cancellation replaces unannounced events.
    await service.announcements(id, 2);
    return id;
  }

  it('is canceled with the reason, and published, unless it is resumed in time', async () => {
    const [id, resumed] = [await paused(), await paused()];
    await service.messenger.request('campaign.resume', {
      by: someone,
      id: resumed,
      userId,
      requestId: newId(),
    });
    const campaigns = service.part(Campaigns);
    expect(await campaigns.cancelPaused(HOUR_MS)).toBeNull();
    expect(await campaigns.cancelPaused(-1)).toBe(id);
    expect(await campaigns.cancelPaused(-1)).toBeNull();
    expect(await service.messenger.request('campaign.get', { id, userId })).toMatchObject({
      status: 'CANCELLED',
      statusReason: 'PAUSED_TOO_LONG',
      finishedAt: expect.any(String) as string,
    });
    expect((await service.announcements(id, 3)).at(-1)).toMatchObject({ event: 'campaign.cancelled' });
  });
});

describe('a campaign with too many bounces or complaints', () => {
  let service: CampaignService;
  const userId = newId();
  beforeAll(async () => {
    service = await CampaignService.start();
  });
  afterAll(() => service.stop());

  const publish = (campaignId: string, run: number, reason: 'BOUNCE_RATE' | 'COMPLAINT_RATE') =>
    service.messenger.publish('campaign.returned-too-often', { campaignId, run, reason });
  const step = (id: string) => ({ id, userId, requestId: newId() });

  it('is paused with the reason once, and not again for the same reason after it was resumed', async () => {
    const { id } = await service.create({ userId });
    await service.publish(id, userId);
    await publish(id, 1, 'BOUNCE_RATE');
    await service.reaches(id, 'PAUSED');
    expect(await service.get(id, userId)).toMatchObject({ statusReason: 'BOUNCE_RATE' });
    expect((await service.announcements(id, 2)).at(-1)).toMatchObject({ event: 'campaign.paused' });
    await service.messenger.request('campaign.resume', { ...step(id), by: someone });
    expect(await service.get(id, userId)).toMatchObject({ status: 'SENDING', statusReason: null });
    await publish(id, 1, 'BOUNCE_RATE');
    await publish(id, 7, 'COMPLAINT_RATE');
    // By then, earlier announcements have been handled.
    await publish(id, 1, 'COMPLAINT_RATE');
    await service.reaches(id, 'PAUSED');
    expect(await service.get(id, userId)).toMatchObject({ statusReason: 'COMPLAINT_RATE' });
    await service.messenger.request('campaign.cancel', { ...step(id), by: someone });
    expect(await service.get(id, userId)).toMatchObject({ status: 'CANCELLED', statusReason: null });
  });
});

describe('the campaigns of a deleted user', () => {
  it('are deleted, including running ones, and purged after the deletion is published', async () => {
    const service = await CampaignService.start();
    const userId = newId();
    const { id } = await service.create({ userId });
    await service.publish(id, userId);
    await service.announcements(id);
    const { id: other } = await service.create({ userId: newId() });
    const step = { ...anErasureStep(), userId, address: null };
    const { messenger } = service;
    expect(await messenger.request('erasure.step-in-campaign', step)).toEqual({ state: 'more', next: null });
    expect((await service.announcements(id, 2)).at(-1)).toMatchObject({ event: 'campaign.deleted' });
    expect(await messenger.request('erasure.step-in-campaign', step)).toEqual({ state: 'wait', next: null });
    // Announced events are cleared a moment later.
    await eventually(async () => {
      await service.part(PurgeDeleted).purge(new Date(Date.now() + HOUR_MS));
      return (await messenger.request('erasure.step-in-campaign', step)).state === 'done';
    });
    expect(await service.find(other)).not.toBeNull();
    await service.stop();
  });
});
