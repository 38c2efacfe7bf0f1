import { newId } from '@carillon/contracts';
import { someone, eventually } from '@carillon/testing';
import { CampaignService } from './campaign-service';

describe('the end of a run', () => {
  let service: CampaignService;
  const userId = newId();

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  afterAll(() => service.stop());

  async function sending() {
    const { id } = await service.create({ userId });
    return service.publish(id, userId);
  }
  const get = (id: string) => service.messenger.request('campaign.get', { userId, id });
  const sent = (id: string) => eventually(async () => (await get(id)).status === 'SENT');
  /**
   * Waits for an event without effect: although events of one queue are handled concurrently, it has been handled when
   * a later event has been handled.
   */
  async function passed(): Promise<void> {
    const { id } = await sending();
    await service.completed(id, 1);
    await sent(id);
  }

  it('makes the campaign SENT, with its time and no other change', async () => {
    const campaign = await sending();
    await service.completed(campaign.id, 1, '2026-03-01T12:00:00.000Z');
    await sent(campaign.id);
    expect(await get(campaign.id)).toEqual({
      ...campaign,
      status: 'SENT',
      finishedAt: '2026-03-01T12:00:00.000Z',
    });
  });

  it('is applied once, however often it is published', async () => {
    const { id } = await sending();
    await service.completed(id, 1, '2026-03-01T12:00:00.000Z');
    await sent(id);
    await service.completed(id, 1, '2026-03-01T13:00:00.000Z');
    await passed();
    expect(await get(id)).toMatchObject({ finishedAt: '2026-03-01T12:00:00.000Z' });
  });

  it('ends a paused campaign whose last messages were in transit', async () => {
    const { id } = await sending();
    await service.setStatus(id, 'PAUSED');
    await service.completed(id, 1);
    await sent(id);
  });

  it('is ignored for another run, or a canceled, deleted, or unknown campaign', async () => {
    const [other, cancelled, deleted] = [await sending(), await sending(), await sending()];
    await service.setStatus(cancelled.id, 'CANCELLED');
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [deleted.id] });
    await service.completed(other.id, 2);
    await service.completed(cancelled.id, 1);
    await service.completed(deleted.id, 1);
    await service.completed(newId(), 1);
    await passed();
    expect(await get(other.id)).toMatchObject({ status: 'SENDING', finishedAt: null });
    expect(await get(cancelled.id)).toMatchObject({ status: 'CANCELLED', finishedAt: null });
    await expect(get(deleted.id)).rejects.toMatchObject({ code: 'campaign_not_found' });
  });
});
