import { type CampaignStatus, newId, bodiesOf } from '@carillon/contracts';
import { CampaignService } from './campaign-service';

describe('reading campaigns', () => {
  let service: CampaignService;
  let userId: string;

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => {
    userId = newId();
  });
  afterAll(() => service.remove());

  const list = (after: string | null, limit: number) =>
    service.messenger.request('campaign.list', { userId, after, limit });

  it('shows somebody else’s campaign to nobody', async () => {
    const { id } = await service.create();
    await expect(service.messenger.request('campaign.get', { userId, id })).rejects.toMatchObject({
      code: 'campaign_not_found',
    });
    expect(await list(null, 10)).toEqual({ items: [], next: null });
  });

  it('lists from the newest to the oldest, page by page, each once', async () => {
    const created = [];
    for (let count = 0; count < 5; count += 1) created.unshift(await service.create({ userId }));
    const first = await list(null, 2);
    const second = await list(first.next, 2);
    const third = await list(second.next, 2);
    expect([...first.items, ...second.items, ...third.items]).toEqual(created);
    expect(third.next).toBeNull();
  });

  it('keeps a page of large campaigns near a mebibyte', async () => {
    const bodies = bodiesOf({ EMAIL: 'ü'.repeat(200_000) });
    for (let count = 0; count < 4; count += 1) await service.create({ userId, bodies });
    const sizes: number[] = [];
    let next: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(next, 1000);
      sizes.push(page.items.length);
      next = page.next;
    } while (next !== null);
    expect(sizes).toEqual([2, 2]);
  });

  it('refuses to go on after something that is no campaign', async () => {
    await expect(list('nonsense', 10)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it.each<[CampaignStatus, boolean]>([
    ['DRAFT', false],
    ['SCHEDULED', true],
    ['SENDING', true],
    ['PAUSED', true],
    ['SENT', false],
    ['CANCELLED', false],
  ])('knows whether a campaign that is %s still needs its groups: %s', async (status, inUse) => {
    const groups = [newId(), newId()];
    const { id } = await service.create({ userId, groups });
    await service.setStatus(id, status);
    for (const groupId of groups) {
      expect(await service.messenger.request('campaign.targets-group', { userId, groupId })).toEqual({
        inUse,
      });
      expect(await service.messenger.request('campaign.targets-group', { userId: newId(), groupId })).toEqual(
        {
          inUse: false,
        },
      );
    }
  });
});
