import { AppError, type Campaign, type Timeline, contentOf, eachChannel } from '@carillon/contracts';
import { USER } from './callers';
import { ID, campaign, rehearsal } from './examples';
import { Gateway } from './gateway';
import { obliging } from './services';

const SENDER = '5f0000000000000000000aaa';
const draft: Campaign = {
  ...campaign,
  status: 'DRAFT',
  name: 'Hello {{name}}',
  content: contentOf({ bodies: { EMAIL: '<p>{{city|here}}</p>', SMS: '{{code}}', WHATSAPP: 'Hi' } }),
  audience: { segments: [], excludeGroups: [ID], excludeSegments: [], topicId: null },
  senders: { SMS: SENDER },
};
const route = (senderId: string, ratePerSecond: number | null) => ({
  ...{ senderId, ratePerSecond, maxConnections: null },
  provider: senderId === SENDER ? ('TWILIO' as const) : ('SMTP' as const),
});
const photo = { id: ID, token: 't', name: 'photo.jpg', type: 'image/jpeg', bytes: 100 };
const timeline: Timeline = {
  ...{ asOf: '2026-03-01T12:00:00.000Z', bucketSeconds: 10 },
  buckets: [
    {
      at: '2026-03-01T12:00:00.000Z',
      channels: eachChannel(() => ({ SENT: 900, FAILED: 100, UNCONFIRMED: 0 })),
    },
  ],
};

let gateway: Gateway;
let campaignNow: Campaign;
let spendingLimit: number | null;
let problems: { code: string; detail: string; fields: [] }[];
beforeAll(async () => {
  gateway = await Gateway.start({
    ...obliging,
    'campaign.check': ({ id }) => {
      if (id !== ID) throw new AppError('campaign_not_found');
      return { campaign: campaignNow, problems };
    },
    'account.sending-profile': () => ({
      ...{ plan: 'FREE', status: 'ACTIVE' },
      routes: { EMAIL: route('default', null), WHATSAPP: null, SMS: null },
      senders: [{ channel: 'SMS', ...route(SENDER, 4) }],
    }),
    'account.quotas': () => ({
      limits: { runningCampaigns: 2, ...(spendingLimit !== null && { monthlySpending: spendingLimit }) },
    }),
    'campaign.usage': () => ({ used: { runningCampaigns: 2 } }),
    'campaign.list': () => ({ items: [{ ...campaign, status: 'SENT' }], next: null }),
    'dispatch.timeline': () => ({ timeline }),
  });
});
beforeEach(() => {
  [campaignNow, problems, spendingLimit] = [draft, [], null];
});
afterAll(() => gateway.close());

const rehearse = async (id = ID) => gateway.call('GET', `/campaigns/${id}/rehearsal`);
const rehearsed = async () =>
  ((await rehearse()).body as { data: { rehearsal: Record<string, unknown> } }).data.rehearsal;

describe('the costs of a rehearsal', () => {
  it('are those of each country by the current prices, as far as they are known', async () => {
    expect((await rehearsed()).costs).toEqual({
      ...{ currency: 'EUR', total: '0.1588', withoutPrice: 1 },
      rows: [
        { channel: 'EMAIL', provider: 'SMTP', country: null, messages: 1, units: 1, cost: '0.0004' },
        { channel: 'SMS', provider: 'TWILIO', country: 'AT', messages: 1, units: 1, cost: null },
        { channel: 'SMS', provider: 'TWILIO', country: 'DE', messages: 1, units: 2, cost: '0.1584' },
      ],
    });
  });

  it('count an MMS as one segment', async () => {
    campaignNow = { ...draft, content: { ...draft.content, media: { SMS: photo } } };
    expect((await rehearsed()).costs).toMatchObject({ total: '0.0796' });
  });

  it('are a problem if the account would spend more in this month than its plan allows', async () => {
    spendingLimit = 13;
    expect((await rehearsed()).problems).toEqual([]);
    spendingLimit = 12;
    expect((await rehearsed()).problems).toEqual([
      {
        code: 'quota_exceeded',
        detail:
          "The plan allows campaigns for 12 EUR a month. This month's campaigns cost 12.50 EUR, and this campaign would cost 0.1588 EUR",
        errors: [],
      },
    ]);
    expect(gateway.payloads('dispatch.spending').at(-1)).toMatchObject({ userId: USER, currency: 'EUR' });
  });
});

describe('a rehearsal', () => {
  it('goes through the audience with the messages and senders of the campaign', async () => {
    await rehearse();
    expect(gateway.payloads('audience.rehearse').at(-1)).toEqual({
      userId: USER,
      groupIds: draft.groups,
      audience: draft.audience,
      skipped: { EMAIL: null, WHATSAPP: 'NO_INTEGRATION', SMS: null },
      needed: [
        { channel: 'EMAIL', key: 'name' },
        { channel: 'SMS', key: 'code' },
      ],
      texts: [
        { channel: 'SMS', text: '{{code}}' },
        { channel: 'WHATSAPP', text: 'Hi' },
      ],
    });
  });

  it('does not fill in the text for WhatsApp if there is a template, and skips channels without a message', async () => {
    const whatsappTemplate = { contentSid: 'HX', variables: {} };
    campaignNow = {
      ...draft,
      content: contentOf({ bodies: { EMAIL: null, SMS: null, WHATSAPP: 'Hi' }, whatsappTemplate }),
    };
    await rehearse();
    expect(gateway.payloads('audience.rehearse').at(-1)).toMatchObject({
      skipped: { EMAIL: 'NO_MESSAGE', WHATSAPP: 'NO_INTEGRATION', SMS: 'NO_MESSAGE' },
      texts: [],
    });
  });

  it('shows numbers, reasons, people, rates, and limits', async () => {
    const shown = await rehearsed();
    const mary = { personId: ID, subscriberId: ID, identifier: 'mary@example.com', name: 'Mary' };
    expect(shown).toMatchObject({
      campaignId: ID,
      asOf: rehearsal.asOf,
      isComplete: true,
      total: 6,
      reached: 3,
      missing: [{ channel: 'EMAIL', key: 'name', count: 1, people: [mary] }],
      sms: { segments: 3, longest: 2 },
      outsideWindow: 3,
      runningCampaigns: { used: 2, limit: 2 },
      problems: [],
      endUnknown: null,
    });
    expect(shown.channels).toEqual({
      EMAIL: {
        total: 4,
        reached: 1,
        unreached: [
          { state: 'SKIPPED', reason: 'SUPPRESSED', count: 2, people: [mary] },
          { state: 'SKIPPED', reason: 'SNOOZED', count: 1, people: [] },
        ],
        ratePerSecond: 100,
        rateSource: 'RECENT_CAMPAIGN',
      },
      WHATSAPP: { total: 0, reached: 0, unreached: [], ratePerSecond: null, rateSource: null },
      SMS: { total: 2, reached: 2, unreached: [], ratePerSecond: 4, rateSource: 'SENDER' },
    });
  });

  it('estimates the end from now, or from the scheduled start', async () => {
    const now = Date.now();
    const end = async (): Promise<number> => Date.parse(String((await rehearsed()).estimatedEndAt));
    expect(Math.abs((await end()) - now - 500)).toBeLessThan(5_000);
    campaignNow = { ...draft, status: 'SCHEDULED', scheduledAt: '2099-01-01T00:00:00.000Z' };
    expect(await end()).toBe(Date.parse('2099-01-01T00:00:00.500Z'));
  });

  it('lists the problems that prevent publishing', async () => {
    problems = [{ code: 'account_suspended', detail: 'Suspended', fields: [] }];
    expect(await rehearsed()).toMatchObject({
      problems: [{ code: 'account_suspended', detail: 'Suspended', errors: [] }],
    });
  });

  it('does not exist for a campaign of another account', async () => {
    expect(await rehearse('5f0000000000000000000bbb')).toMatchObject({
      status: 404,
      body: { code: 'campaign_not_found' },
    });
  });
});
