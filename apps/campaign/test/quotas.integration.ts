import { someone } from '@carillon/testing/someone';
import { newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { CampaignService } from './campaign-service';
import { aCampaign } from './samples/a-campaign';

let service: CampaignService;
beforeAll(async () => {
  service = await CampaignService.start();
});
afterAll(() => service.stop());

const userWith = (campaigns: number): string => {
  const userId = newId();
  service.limits.set(userId, { campaigns });
  return userId;
};
const usedBy = async (userId: string): Promise<number | undefined> =>
  (await service.messenger.request('campaign.usage', { userId })).used.campaigns;
const isFull = expect.objectContaining({
  code: 'quota_exceeded',
  extra: expect.objectContaining({ quota: 'campaigns', limit: '2' }) as object,
}) as object;

describe('the quota of campaigns', () => {
  it('rejects new campaigns and copies above the limit, and accepts repeats of accepted requests', async () => {
    const userId = userWith(2);
    const command = aCampaign({ userId });
    const created = await service.messenger.request('campaign.create', command);
    await service.create({ userId });
    await expect(service.create({ userId })).rejects.toEqual(isFull);
    const copy = { userId, id: created.id, copyId: newId() };
    await expect(service.messenger.request('campaign.duplicate', copy)).rejects.toEqual(isFull);
    expect(await service.messenger.request('campaign.create', command)).toEqual(created);
    expect(await usedBy(userId)).toBe(2);
  });

  it('frees room for each deleted campaign once', async () => {
    const userId = userWith(2);
    const { id } = await service.create({ userId });
    await service.create({ userId });
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [id] });
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [id] });
    expect(await usedBy(userId)).toBe(1);
    await service.create({ userId });
    await expect(service.create({ userId })).rejects.toEqual(isFull);
  });

  it('does not count deleted campaigns that are still stored', async () => {
    const userId = userWith(2);
    const { id } = await service.create({ userId });
    await service.create({ userId });
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [id] });
    await service.db.collection('usage').deleteOne({ _id: new ObjectId(userId) });
    expect(await usedBy(userId)).toBe(1);
  });
});
