import { Readable } from 'node:stream';
import { type Campaign, newId, contentOf } from '@carillon/contracts';
import type { Campaigns } from './campaigns';
import { ListCampaigns } from './list-campaigns';
import type { RunningCampaigns } from './running-campaigns';

const userId = newId();
const campaign = (characters: number): Campaign => ({
  id: newId(),
  userId,
  name: 'Spring',
  content: contentOf({ bodies: { EMAIL: 'x'.repeat(characters) }, shouldRemoveWatermark: false }),
  groups: [newId()],
  status: 'DRAFT',
  statusReason: null,
  scheduledAt: null,
  maxLateness: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  publishedAt: null,
  finishedAt: null,
});

async function firstPage(stored: Campaign[], limit: number) {
  const campaigns = {
    newestFirst: (_user: string, _place: object, most: number) =>
      Readable.from(stored.slice(0, most).map((each) => ({ campaign: each, isWaiting: false }))),
  };
  const running = { shownInList: () => (each: { campaign: Campaign }) => Promise.resolve(each.campaign) };
  const list = new ListCampaigns(campaigns as unknown as Campaigns, running as unknown as RunningCampaigns);
  const { items, next } = await list.list({ userId, after: null, limit });
  return { ids: items.map((item) => item.id), next };
}

describe('a page of campaigns', () => {
  const small = [campaign(10), campaign(10), campaign(10)];
  const ids = small.map((item) => item.id);

  it('ends the list if all campaigns fit', async () => {
    expect(await firstPage(small, 3)).toEqual({ ids, next: null });
    expect(await firstPage([], 3)).toEqual({ ids: [], next: null });
  });

  it('returns a cursor if more campaigns exist', async () => {
    expect(await firstPage(small, 2)).toEqual({ ids: ids.slice(0, 2), next: ids[1] });
  });

  it('ends before it exceeds 1 MiB', async () => {
    const big = [campaign(500_000), campaign(500_000), campaign(500_000)];
    expect(await firstPage(big, 100)).toEqual({
      ids: big.slice(0, 2).map((item) => item.id),
      next: big[1]?.id,
    });
  });

  it('contains a single campaign if it is larger than a page', async () => {
    const huge = [campaign(1_500_000), campaign(10)];
    expect(await firstPage(huge, 100)).toEqual({ ids: [huge[0]?.id], next: huge[0]?.id });
  });
});
