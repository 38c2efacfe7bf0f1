import {
  type AudienceMember,
  type Channel,
  type Outcome,
  type PriceList,
  contentOf,
  newId,
} from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

const SMS_SENDER = newId();
const list: PriceList = {
  ...{ id: newId(), currency: 'EUR', createdAt: '2026-03-01T10:00:00.000Z' },
  prices: [
    { channel: 'EMAIL', provider: null, country: null, price: '0.40' },
    { channel: 'SMS', provider: 'TWILIO', country: 'DE', price: '0.0792' },
  ],
};

function recipient(channel: Channel, address: string): AudienceMember {
  const [member] = members(1, newId(), channel);
  if (!member) throw new Error('No member');
  return { ...member, address };
}
const sentIn = (i: number, segments: number | null): Outcome => ({
  ...({ kind: 'sent', reason: null, permanent: false, providerCode: null } as const),
  ...{ i, providerId: `SM${i}`, segments, retryAfterMs: null },
});

describe('the costs of a campaign', () => {
  let fixture: Fixture;
  let worker: Worker;

  beforeAll(async () => {
    fixture = await Fixture.open();
    fixture.profile = {
      ...fixture.profile,
      priceListId: list.id,
      routes: {
        EMAIL: { senderId: 'default', ratePerSecond: null, maxConnections: null, provider: 'SMTP' },
        WHATSAPP: null,
        SMS: { senderId: SMS_SENDER, ratePerSecond: null, maxConnections: null, provider: 'TWILIO' },
      },
    };
    await fixture.start();
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    fixture.priceList = list;
    fixture.clear();
  });

  const costsOf = async (campaignId: string) => {
    const query = { userId: fixture.userId, campaignId };
    return (await fixture.others.messenger.request('dispatch.costs', query)).costs;
  };
  const spent = async (currency = 'EUR', since = '2020-01-01T00:00:00.000Z') => {
    const query = { userId: fixture.userId, since, currency };
    return (await fixture.others.messenger.request('dispatch.spending', query)).total;
  };
  const storedCosts = (campaignId: string) =>
    until('the costs to be stored', async () => {
      const dispatch = await fixture.stored('dispatches').findOne({ _id: new ObjectId(campaignId) });
      return dispatch?.costs && !dispatch.costsDue ? dispatch : null;
    });

  it('are counted by country and segments, and stay after the ledger is deleted', async () => {
    const sms = ['+4915112345678', '+4915112345679', '+436641234567', '+4915112345670'].map((address) =>
      recipient('SMS', address),
    );
    const campaignId = await fixture.publish([[...members(3, 'a'), ...sms]], {
      content: contentOf({ bodies: { EMAIL: '<p>Hello</p>', SMS: 'Hello' } }),
      expectedCost: { currency: 'EUR', total: '99.00' },
    });
    const leases = [await worker.takeNext(campaignId), await worker.takeNext(campaignId)];
    const [email, lease] = leases.sort((a, b) => (a.channel < b.channel ? -1 : 1));
    if (!email || !lease) throw new Error('No leases');
    await worker.settle(email);
    const at = (address: string) => lease.recipients.find((each) => each.address === address)?.i ?? -1;
    const refused: Outcome = {
      ...{ kind: 'failed', reason: 'NO_SUCH_ADDRESS', permanent: true, providerCode: null },
      ...{ i: at('+4915112345670'), providerId: null, segments: null, retryAfterMs: null },
    };
    const sent = [sentIn(at('+4915112345678'), 2), sentIn(at('+436641234567'), 1)];
    await worker.settle(lease, { sent: [], outcomes: [...sent, refused], done: false });
    const partial = await until('the first results', async () => {
      const costs = await costsOf(campaignId);
      return costs && costs.rows.length >= 3 ? costs : null;
    });
    expect(partial).toMatchObject({ isComplete: true, isEstimated: true, currency: 'EUR' });
    expect(await spent()).toBe('99.00');

    await worker.settle(lease, { sent: [], outcomes: [sentIn(at('+4915112345679'), 1)] });
    await until('the end', () => fixture.isComplete(campaignId));
    await storedCosts(campaignId);
    const counted = {
      ...{ isComplete: true, isKnown: true, isEstimated: false },
      ...{ currency: 'EUR', total: '0.2388', withoutPrice: 1 },
      rows: [
        { channel: 'EMAIL', provider: 'SMTP', country: null, messages: 3, units: 3, cost: '0.0012' },
        { channel: 'SMS', provider: 'TWILIO', country: 'DE', messages: 2, units: 3, cost: '0.2376' },
        { channel: 'SMS', provider: 'TWILIO', country: 'AT', messages: 1, units: 1, cost: null },
      ],
    };
    expect(await costsOf(campaignId)).toEqual({ asOf: expect.any(String) as string, ...counted });
    expect(await spent()).toBe('0.2388');
    expect([await spent('USD'), await spent('EUR', '2999-01-01T00:00:00.000Z')]).toEqual(['0.00', '0.00']);
    const { days } = await fixture.others.messenger.request('dispatch.statistics', {
      ...{ userId: fixture.userId, since: '2020-01-01T00:00:00.000Z', timeZone: 'UTC' },
    });
    expect(days.map(({ costs }) => costs)).toEqual([
      [{ currency: 'EUR', sum: '0.2388', isEstimated: false }],
    ]);

    await fixture
      .stored('dispatches')
      .updateOne({ _id: new ObjectId(campaignId) }, { $set: { ledger: 'DELETED' } });
    expect(await costsOf(campaignId)).toMatchObject(counted);
  });

  it('are estimated if segments are unknown, and are counted after an outage', async () => {
    const campaignId = await fixture.publish([[recipient('SMS', '+4915112345678')]], {
      content: contentOf({ bodies: { SMS: 'Hello' } }),
    });
    fixture.priceList = 'unavailable';
    const lease = await worker.takeNext(campaignId);
    await worker.settle(lease);
    await until('the end', () => fixture.isComplete(campaignId));
    expect(await fixture.stored('dispatches').findOne({ _id: new ObjectId(campaignId) })).toMatchObject({
      costsDue: true,
    });
    fixture.priceList = list;
    await storedCosts(campaignId);
    expect(await costsOf(campaignId)).toMatchObject({ isEstimated: true, total: '0.0792' });
  });

  it('are unknown without prices, and for another user', async () => {
    const { priceListId: _, ...profile } = fixture.profile;
    fixture.profile = profile;
    const campaignId = await fixture.publish([members(1, 'b')]);
    await worker.sendAll(campaignId);
    expect(await costsOf(campaignId)).toMatchObject({
      ...{ isComplete: true, isKnown: true, currency: null, rows: [] },
    });
    const stranger = { userId: newId(), campaignId };
    expect(await fixture.others.messenger.request('dispatch.costs', stranger)).toEqual({ costs: null });
  });
});
