import { ID, campaign } from './examples';
import { USER } from './callers';
import { Gateway } from './gateway';
import { newCampaign } from './operations';
import { obliging } from './services';

let gateway: Gateway;
const scheduledAt = '2026-05-01T10:00:00.000Z';
const scheduled = {
  ...campaign,
  status: 'SCHEDULED' as const,
  publishedAt: null,
  scheduledAt,
  maxLateness: 3_600,
};

beforeAll(async () => {
  gateway = await Gateway.start({
    ...obliging,
    'campaign.create': ({ id }) => ({ ...scheduled, id }),
    'campaign.publish': () => scheduled,
    'campaign.get': () => scheduled,
  });
});
afterAll(() => gateway.close());

const by = { role: 'user', keyId: '5f00000000000000000000c1' };
const asId = expect.stringMatching(/^[0-9a-f]{24}$/) as string;

describe('a scheduled campaign', () => {
  it('is published with its time in UTC and its maximum lateness', async () => {
    const body = { campaignId: ID, scheduledAt: '2026-05-01T12:00:00+02:00', maxLateness: 600 };
    const answer = await gateway.call('POST', '/campaigns/publish', { body });
    expect(answer.body).toMatchObject({ data: { publishCampaign: { status: 'SCHEDULED' } } });
    expect(gateway.payloads('campaign.publish').at(-1)).toEqual({
      userId: USER,
      id: ID,
      start: { requestId: asId, scheduledAt, maxLateness: 600 },
      by,
    });
  });

  it('can be created as such, and starts immediately with a time of null', async () => {
    const body = { ...newCampaign, isStarted: true, scheduledAt };
    const answer = await gateway.call('POST', '/campaigns/create', { body });
    expect(answer.body).toMatchObject({ data: { createCampaign: { status: 'SCHEDULED' } } });
    expect(gateway.payloads('campaign.create').at(-1)?.start).toEqual({
      requestId: asId,
      scheduledAt,
      maxLateness: null,
    });
    for (const isStarted of [true, false]) {
      await gateway.call('POST', '/campaigns/create', { body: { ...body, isStarted, scheduledAt: null } });
      const start = { requestId: asId, scheduledAt: null, maxLateness: null };
      expect(gateway.payloads('campaign.create').at(-1)?.start).toEqual(isStarted ? start : null);
    }
  });

  it('returns its time and its lateness', async () => {
    const { body } = await gateway.call('GET', `/campaigns/${ID}`);
    expect(body).toMatchObject({
      data: { campaign: { status: 'SCHEDULED', scheduledAt, maxLateness: 3_600, publishedAt: null } },
    });
  });
});

describe('a published campaign', () => {
  it.each(['pause', 'resume', 'cancel', 'unschedule'] as const)(
    'accepts %s with or without a body',
    async (step) => {
      for (const sent of [{}, { body: {} }, { headers: { 'content-type': 'application/json' } }]) {
        expect((await gateway.call('POST', `/campaigns/${ID}/${step}`, sent)).status).toBe(200);
        const command = { userId: USER, id: ID, requestId: asId, by };
        expect(gateway.payloads(`campaign.${step}`).at(-1)).toEqual(command);
      }
    },
  );

  it('is retried for temporary failures by default', async () => {
    await gateway.call('POST', `/campaigns/${ID}/retry`);
    expect(gateway.payloads('campaign.retry').at(-1)).toEqual({
      userId: USER,
      id: ID,
      requestId: asId,
      selection: { states: ['FAILED'], channels: null, reasons: null },
      by,
    });
    const body = {
      states: ['UNCONFIRMED', 'FAILED'],
      channels: ['sms', 'Email', 'EMAIL'],
      reasons: ['TIMEOUT', '$x', 'TIMEOUT'],
    };
    await gateway.call('POST', `/campaigns/${ID}/retry`, { body });
    expect(gateway.payloads('campaign.retry').at(-1)?.selection).toEqual({
      states: ['UNCONFIRMED', 'FAILED'],
      channels: ['EMAIL', 'SMS'],
      reasons: ['TIMEOUT', '$x'],
    });
  });
});
