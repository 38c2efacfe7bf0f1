import { type PriceList, type Reply, eachChannel, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { CampaignService } from './campaign-service';

const list: PriceList = {
  ...{ id: newId(), currency: 'EUR', createdAt: '2026-03-01T10:00:00.000Z' },
  prices: [{ channel: 'SMS', provider: null, country: 'DE', price: '0.10' }],
};
const SMS = { bodies: { EMAIL: null, SMS: 'Hello' } };

describe('the monthly spending of an account', () => {
  let service: CampaignService;
  let userId: string;
  let spent: string;
  /** The number of replies that are incomplete. */
  let incomplete: number;
  let segments: number;

  const rehearsal = (): Reply<'audience.rehearse'> => {
    const none = { members: 0, total: 0, reached: 0, unreached: [] };
    const isComplete = incomplete <= 0;
    incomplete -= 1;
    const units = isComplete ? segments : 1;
    return {
      ...{ asOf: '2026-03-01T10:00:00.000Z', isComplete, missing: [], outsideWindow: null },
      channels: { ...eachChannel(() => none), SMS: { ...none, reached: 1 } },
      sms: { segments: units, longest: 1 },
      countries: [{ channel: 'SMS', provider: null, country: 'DE', messages: 1, units }],
    };
  };

  beforeAll(async () => {
    service = await CampaignService.start({
      'account.sending-profile': () => ({
        ...{ plan: 'FREE', status: 'ACTIVE', senders: [] },
        routes: eachChannel(() => ({ senderId: newId(), ratePerSecond: null, maxConnections: null })),
      }),
      'audience.rehearse': rehearsal,
      'dispatch.spending': ({ currency, since }) => {
        const isMonth = /^\d{4}-\d\d-01T00:00:00\.000Z$/.test(since);
        return { total: currency === 'EUR' && isMonth ? spent : '1000.00' };
      },
    });
  });
  beforeEach(() => {
    service.clear();
    service.priceList = list;
    [userId, spent, incomplete, segments] = [newId(), '4.00', 0, 60];
    service.limits.set(userId, { monthlySpending: 10 });
  });
  afterAll(() => service.stop());

  const publish = async () => {
    const { id } = await service.create({ userId, content: SMS });
    return service.publish(id, userId);
  };
  const refused = async (): Promise<unknown> => {
    try {
      await publish();
      return null;
    } catch (error) {
      return error;
    }
  };

  it('can reach the limit, and the order has the expected cost', async () => {
    const { id } = await publish();
    expect(await service.announcements(id)).toMatchObject([
      { payload: { expectedCost: { currency: 'EUR', total: '6.00' } } },
    ]);
  });

  it('cannot exceed the limit, and nothing is published', async () => {
    segments = 61;
    expect(await refused()).toMatchObject({
      code: 'quota_exceeded',
      detail:
        "The plan allows campaigns for 10 EUR a month. This month's campaigns cost 4.00 EUR, and this campaign would cost 6.10 EUR",
      extra: { quota: 'monthlySpending', limit: '10', used: '4' },
    });
    const { items } = await service.messenger.request('campaign.list', { userId, after: null, limit: 10 });
    expect(items.map(({ status }) => status)).toEqual(['DRAFT']);
  });

  it('waits for a count that takes longer', async () => {
    [segments, incomplete] = [61, 2];
    expect(await refused()).toMatchObject({ code: 'quota_exceeded' });
  });

  it('has no limit without prices, or if the plan has none', async () => {
    segments = 1_000_000;
    service.priceList = null;
    const { id } = await publish();
    const [announced] = await service.announcements(id);
    expect(announced?.payload).not.toHaveProperty('expectedCost');
    service.priceList = list;
    service.limits.delete(userId);
    userId = newId();
    expect(await publish()).toMatchObject({ status: 'SENDING' });
  });

  it('cancels a scheduled campaign that would exceed it at its start', async () => {
    const { id } = await service.create({ userId, content: SMS });
    const scheduledAt = new Date(Date.now() + 1_500).toISOString();
    await service.schedule(id, userId, { scheduledAt, maxLateness: 3_600 });
    spent = '4.50';
    await eventually(async () => (await service.get(id, userId)).status !== 'SCHEDULED');
    expect(await service.get(id, userId)).toMatchObject({
      ...{ status: 'CANCELLED', statusReason: 'SPENDING_LIMIT' },
    });
  });

  it('is part of the usage, rounded up', async () => {
    spent = '4.01';
    expect((await service.messenger.request('campaign.usage', { userId })).used).toMatchObject({
      monthlySpending: 5,
    });
  });
});
