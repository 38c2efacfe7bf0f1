import { AppError, type Campaign, channels, contentOf, emptyContent } from '@carillon/contracts';
import { presentCampaign } from '../src/features/campaigns/campaign.presenter';
import { GROUP, ID, audienceFields, campaign, contentChecks, later, outline, preview } from './examples';
import {
  campaignCosts,
  campaignSenders,
  dayStatistics,
  dispatchReport,
  recipientDomains,
  timeline,
} from './reported';
import { USER } from './callers';
import { Gateway, PUBLIC_URL } from './gateway';
import { newCampaign, reportKeys } from './operations';
import { obliging } from './services';

let gateway: Gateway;
/** A campaign with segments and exclusions. */
const TARGETED = '5f00000000000000000000ff';
/** A campaign on the first channel of each person. */
const FIRST = '5f00000000000000000000fe';
const first = { order: ['SMS' as const], fallbackHours: 4 };
const audience = { segments: [GROUP], excludeGroups: [ID], excludeSegments: [], topicId: null };
beforeAll(async () => {
  gateway = await Gateway.start({
    ...obliging,
    'campaign.get': ({ id }) => {
      if (id === FIRST) return { ...campaign, audience: { ...audience, first } };
      return id === TARGETED ? { ...campaign, audience } : campaign;
    },
  });
});
afterAll(() => gateway.close());

const by = { role: 'user', keyId: '5f00000000000000000000c1' };
const actor = { by, memberName: null };

describe('campaigns', () => {
  it('are created with an ID from the gateway, with the fields of the services', async () => {
    const body = {
      ...newCampaign,
      groups: [GROUP, ID, GROUP],
      whatsappMessage: null,
      shouldRemoveWatermark: true,
    };
    await gateway.call('POST', '/campaigns/create', { body });
    expect(gateway.payloads('campaign.create').at(-1)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      userId: USER,
      name: 'Spring',
      content: contentOf({ bodies: { EMAIL: 'Hi' }, shouldRemoveWatermark: true }),
      groups: [GROUP, ID],
      start: null,
      by,
    });
  });

  it('can be drafts with any subset of fields', async () => {
    const save = (body: object) => gateway.call('POST', '/campaigns/drafts', { body });
    const { status, body, headers } = await save({});
    const command = gateway.payloads('campaign.create-draft').at(-1);
    expect(command).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      userId: USER,
      by,
      name: '',
      content: emptyContent,
      groups: [],
    });
    expect([status, headers.location]).toEqual([201, `/api/v1/campaigns/${command?.id}`]);
    const { createDraft } = (body as { data: { createDraft: object } }).data;
    expect(createDraft).toMatchObject({ _id: command?.id, name: '', message: '', groups: [] });
    expect(Object.keys(createDraft)).toEqual(Object.keys(presentCampaign(campaign)));

    const part = { smsMessage: 'Hi', emailMessage: null, whatsappTemplate: null, groups: [GROUP, GROUP] };
    expect((await save(part)).status).toBe(201);
    expect(gateway.payloads('campaign.create-draft').at(-1)).toMatchObject({
      ...{ name: '', content: contentOf({ bodies: { SMS: 'Hi' } }), groups: [GROUP] },
    });
  });

  it('are started immediately on request', async () => {
    await gateway.call('POST', '/campaigns/create', { body: { ...newCampaign, isStarted: true } });
    const requestId = expect.stringMatching(/^[0-9a-f]{24}$/) as string;
    const start = { requestId, scheduledAt: null, maxLateness: null };
    expect(gateway.payloads('campaign.create').at(-1)).toMatchObject({ start });
    await gateway.call('POST', '/campaigns/publish', { body: { campaignId: ID } });
    expect(gateway.payloads('campaign.publish').at(-1)).toEqual({ userId: USER, id: ID, start, by });
  });

  it('without an email have an empty message, with other messages as given or null', async () => {
    const body = { name: 'x', smsMessage: 'Hi\tthere\r\n', groups: [GROUP] };
    const { body: created } = await gateway.call('POST', '/campaigns/create', { body });
    expect(created).toMatchObject({ data: { createCampaign: { message: '' } } });
    expect(gateway.payloads('campaign.create').at(-1)?.content.bodies.SMS).toBe('Hi\tthere\r\n');
    const { body: published } = await gateway.call('POST', '/campaigns/publish', {
      body: { campaignId: ID },
    });
    expect(published).toMatchObject({
      data: { publishCampaign: { whatsappMessage: '*Hello*', smsMessage: null } },
    });
  });

  it('can have a WhatsApp template, alone or with a text', async () => {
    const contentSid = `HX${'0aB'.repeat(10)}00`;
    const variables = { 1: '{{name|friend}}', _when: 'today' };
    const alone = { name: 'x', groups: [GROUP], whatsappTemplate: { contentSid, variables } };
    const { status, body } = await gateway.call('POST', '/campaigns/create', { body: alone });
    expect([status, Object.keys((body as { data: { createCampaign: object } }).data.createCampaign)]).toEqual(
      [201, Object.keys(presentCampaign(campaign))],
    );
    expect(gateway.payloads('campaign.create').at(-1)).toMatchObject({
      content: contentOf({ whatsappTemplate: { contentSid, variables } }),
    });
    const both = { ...alone, whatsappMessage: '*Hi*', whatsappTemplate: { contentSid } };
    expect((await gateway.call('POST', '/campaigns/create', { body: both })).status).toBe(201);
    expect(gateway.payloads('campaign.create').at(-1)).toMatchObject({
      content: contentOf({
        bodies: { WHATSAPP: '*Hi*' },
        whatsappTemplate: { contentSid, variables: {} },
      }),
    });
  });

  it('change the given fields, and null removes a message', async () => {
    const contentSid = `HX${'0'.repeat(32)}`;
    const design = {
      style: { text: '#101010', font: 'serif' },
      blocks: [
        { type: 'heading', html: 'Hi', level: 2, align: 'center', background: '#ffeedd' },
        { type: 'columns', widths: '1-1', columns: [[{ type: 'divider' }], []] },
        { type: 'social', links: [{ network: 'bluesky', href: 'https://example.com' }] },
      ],
    };
    const framed = { blocks: [{ type: 'divider' }], layout: { id: ID } };
    for (const [body, change] of [
      [{ name: 'Summer' }, { content: { bodies: {} }, name: 'Summer' }],
      [{ emailMessage: null, smsMessage: 'Hi' }, { content: { bodies: { EMAIL: null, SMS: 'Hi' } } }],
      [{ emailDesign: design }, { content: { bodies: {} }, emailSource: { kind: 'design', design } }],
      [{ emailDesign: framed }, { content: { bodies: {} }, emailSource: { kind: 'design', design: framed } }],
      [{ attachments: [ID, GROUP, ID] }, { content: { bodies: {} }, attachments: [ID, GROUP] }],
      [
        { whatsappMedia: ID, smsMedia: null },
        { content: { bodies: {} }, media: { WHATSAPP: ID, SMS: null } },
      ],
      [{ attachments: [] }, { content: { bodies: {} }, attachments: [] }],
      [{ emailMjml: '<mjml/>' }, { content: { bodies: {} }, emailSource: { kind: 'mjml', mjml: '<mjml/>' } }],
      [
        { emailDesign: null, emailMessage: '<p>Hi</p>' },
        { content: { bodies: { EMAIL: '<p>Hi</p>' } }, emailSource: null },
      ],
      [
        { subject: 'Sale', preheader: 'Two for one', fromName: 'Ann', replyTo: null },
        {
          content: { bodies: {}, subject: 'Sale', preheader: 'Two for one', fromName: 'Ann', replyTo: null },
        },
      ],
      [
        { utm: { isOn: true, source: 'Shop 🎻' } },
        { content: { bodies: {}, utm: { isOn: true, source: 'Shop 🎻', medium: null, campaign: null } } },
      ],
      [{ utm: null }, { content: { bodies: {}, utm: null } }],
      [
        { translations: { 'pt-BR': null, de: { subject: 'Hallo', smsMessage: null, emailDesign: design } } },
        {
          content: {
            bodies: {},
            translations: {
              'pt-BR': null,
              de: { subject: 'Hallo', bodies: { SMS: null }, emailSource: { kind: 'design', design } },
            },
          },
        },
      ],
      // A tag in its canonical form, which people have.
      [{ translations: { iw: {} } }, { content: { bodies: {}, translations: { he: { bodies: {} } } } }],
      [
        { whatsappTemplate: { contentSid }, shouldRemoveWatermark: false, groups: [ID, GROUP, ID] },
        {
          content: {
            bodies: {},
            whatsappTemplate: { contentSid, variables: {} },
            shouldRemoveWatermark: false,
          },
          groups: [ID, GROUP],
        },
      ],
      [{ whatsappTemplate: null }, { content: { bodies: {}, whatsappTemplate: null } }],
    ]) {
      expect((await gateway.call('PATCH', `/campaigns/${ID}`, { body })).status).toBe(200);
      expect(gateway.payloads('campaign.update').at(-1)).toEqual({ userId: USER, id: ID, ...change, actor });
    }
  });

  it('go to each person on the first channel, in the complete order', async () => {
    const audience = { channels: { strategy: 'FIRST', order: ['SMS'], fallbackHours: 4 } };
    expect((await gateway.call('PATCH', `/campaigns/${ID}`, { body: { audience } })).status).toBe(200);
    expect(gateway.payloads('campaign.update').at(-1)?.audience?.first).toEqual({
      order: ['SMS', 'EMAIL', 'WHATSAPP'],
      fallbackHours: 4,
    });
    const { body } = await gateway.call('GET', `/campaigns/${FIRST}`);
    expect(body).toMatchObject({
      data: { campaign: { audience: { channels: { strategy: 'FIRST', order: ['SMS'], fallbackHours: 4 } } } },
    });
  });

  it('change only if no one edited them since, on request', async () => {
    const path = `/campaigns/${ID}`;
    const body = { name: 'Summer', ifUpdatedAt: '2026-03-01T12:00:00.5+02:00' };
    expect((await gateway.call('PATCH', path, { body })).status).toBe(200);
    const change = { content: { bodies: {} }, name: 'Summer', ifUpdatedAt: '2026-03-01T10:00:00.500Z' };
    expect(gateway.payloads('campaign.update').at(-1)).toEqual({ userId: USER, id: ID, ...change, actor });
    for (const [refused, code] of [
      [{ ifUpdatedAt: body.ifUpdatedAt }, 'not_allowed'],
      [{ name: 'Summer', ifUpdatedAt: 'yesterday' }, 'invalid_time'],
      [{ name: 'Summer', ifUpdatedAt: null }, 'wrong_type'],
    ] as const) {
      expect(await gateway.call('PATCH', path, { body: refused })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'ifUpdatedAt', code }] },
      });
    }
  });

  it('are deleted once each, and the response counts those that existed', async () => {
    const { text } = await gateway.call('DELETE', '/campaigns', { body: { campaignIds: [ID, GROUP, ID] } });
    const data = { deleteCampaigns: { result: { n: 2, ok: 1 }, deletedCount: 2, ids: [ID, GROUP] } };
    expect(text).toBe(JSON.stringify({ data }));
  });
});

describe('a preview', () => {
  it('is for a subscriber or for extra data, with a placeholder link', async () => {
    const common = { userId: USER, id: ID, unsubscribeUrl: `${PUBLIC_URL}/u/preview` };
    for (const [body, whom] of [
      [{ subscriberId: ID }, { subscriberId: ID, extraData: {} }],
      [
        { subscriberId: ID, extraData: null },
        { subscriberId: ID, extraData: {} },
      ],
      [{ extraData: { name: 'Ann' } }, { subscriberId: null, extraData: { name: 'Ann' } }],
      [
        { extraData: {}, translation: 'de' },
        { subscriberId: null, extraData: {}, translation: 'de' },
      ],
      [
        { extraData: {}, translation: null },
        { subscriberId: null, extraData: {}, translation: null },
      ],
    ]) {
      const answer = await gateway.call('POST', `/campaigns/${ID}/preview`, { body });
      const previewCampaign = { ...preview, whatsappTemplate: null, translation: null };
      expect(answer.body).toEqual({ data: { previewCampaign } });
      expect(gateway.payloads('campaign.preview').at(-1)).toEqual({ ...common, ...whom });
    }
    const page = await gateway.plain('GET', '/u/preview');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('This is a preview link')]);
  });
});

describe('the checks of a campaign', () => {
  it('are those of its messages, without a body in the request', async () => {
    const { body } = await gateway.call('POST', `/campaigns/${ID}/checks`);
    const { characters: _, ...shown } = contentChecks;
    expect(body).toEqual({ data: { checkCampaign: { campaignId: ID, ...shown } } });
    expect(gateway.payloads('campaign.check-content')).toEqual([{ userId: USER, id: ID }]);
  });
});

describe('an audience', () => {
  it('consists of the campaign’s groups, with the number of reachable recipients', async () => {
    const { text } = await gateway.call('GET', `/campaigns/${ID}/audience`);
    expect(gateway.payloads('audience.count').at(-1)).toEqual({ userId: USER, groupIds: campaign.groups });
    const channels = {
      EMAIL: { members: 5, distinct: 4, excluded: 0, suppressed: 1, reachable: 3 },
      WHATSAPP: { members: 0, distinct: 0, excluded: 0, suppressed: 0, reachable: 0 },
      SMS: { members: 2, distinct: 2, excluded: 0, suppressed: 2, reachable: 0 },
    };
    expect(text).toBe(JSON.stringify({ data: { audience: { total: 6, isComplete: true, channels } } }));
  });

  it('of segments and exclusions is counted by its own rules', async () => {
    const { body } = await gateway.call('GET', `/campaigns/${TARGETED}/audience`);
    const query = { userId: USER, groupIds: campaign.groups, audience, usable: channels };
    expect(gateway.payloads('audience.count-selected').at(-1)).toEqual(query);
    const channel = { members: 4, distinct: 4, excluded: 1, suppressed: 2, reachable: 1 };
    expect(body).toMatchObject({
      data: { audience: { total: 12, isComplete: true, channels: { EMAIL: channel, SMS: channel } } },
    });
  });
});

describe('the audience of a campaign with an order of channels', () => {
  it('is counted on channels with a message and a sender', async () => {
    const route = { senderId: 'default', ratePerSecond: null, maxConnections: null };
    const own = await Gateway.start({
      ...obliging,
      'campaign.get': () => ({
        ...campaign,
        audience: { ...audience, first },
        content: contentOf({ bodies: { EMAIL: 'Hi', WHATSAPP: null, SMS: 'Hi' } }),
      }),
      'account.sending-profile': () => ({
        ...{ plan: 'FREE', status: 'ACTIVE', senders: [] },
        routes: { EMAIL: route, WHATSAPP: route, SMS: null },
      }),
    });
    for (const [path, command] of [
      ['audience', 'audience.count-selected'],
      ['fields', 'audience.fields'],
    ] as const) {
      expect((await own.call('GET', `/campaigns/${ID}/${path}`)).status).toBe(200);
      expect(own.payloads(command).at(-1)).toMatchObject({ usable: ['EMAIL'] });
    }
    await own.close();
  });
});

describe('the variables of an audience', () => {
  it('are requested for placeholders without a fallback, by channel, with the segments of the SMS', async () => {
    const withFields: Campaign = {
      ...campaign,
      name: 'Hello {{name}}',
      content: contentOf({
        bodies: {
          EMAIL: '<p>{{pr&eacute;nom}} {{name}} {{city|here}} {{carillon.unsubscribeUrl}}</p>',
          WHATSAPP: null,
          SMS: '{{name|you}} {{code|}}',
        },
        whatsappTemplate: { contentSid: 'HX', variables: { 1: '{{city}}' } },
      }),
    };
    const own = await Gateway.start({
      'campaign.get': () => withFields,
      'audience.fields': () => audienceFields,
    });
    const { body } = await own.call('GET', `/campaigns/${ID}/fields`);
    expect(own.payloads('audience.fields')).toEqual([
      {
        userId: USER,
        groupIds: campaign.groups,
        needed: [
          { channel: 'EMAIL', key: 'name' },
          { channel: 'EMAIL', key: 'prénom' },
          { channel: 'WHATSAPP', key: 'city' },
          { channel: 'SMS', key: 'code' },
        ],
        sms: withFields.content.bodies.SMS,
      },
    ]);
    const { fields: names, ...rest } = audienceFields;
    expect(body).toEqual({ data: { fields: { ...rest, names } } });
    await own.close();
  });
});

describe('a report', () => {
  it('has the campaign’s fields and the counts', async () => {
    const { body } = await gateway.call('GET', `/campaigns/${ID}/report`);
    const own = {
      campaignId: ID,
      status: 'SENDING',
      publishedAt: campaign.publishedAt,
      finishedAt: null,
      statusReason: null,
    };
    const { senderChanges, ...counted } = dispatchReport;
    const integrationChanges = senderChanges?.map(({ senderId, ...change }) => {
      return { ...change, integration: senderId };
    });
    // Nothing came back.
    const shown = (states: object): object => ({ ...states, BOUNCED: 0, COMPLAINED: 0 });
    const channels = Object.entries(dispatchReport.channels).map(
      ([channel, part]) => [channel, { ...part, addressed: part.total, states: shown(part.states) }] as const,
    );
    const counts = { states: shown(dispatchReport.states), channels: Object.fromEntries(channels) };
    const none = { total: 0, unique: null, machine: 0 };
    const unknown = { DESKTOP: 0, PHONE: 0, TABLET: 0, UNKNOWN: 0 };
    const devices = { opens: unknown, clicks: unknown };
    const engagement = { mode: 'OFF', opens: none, clicks: none, devices };
    const { total: addressed } = dispatchReport;
    const report = { ...own, ...counted, addressed, ...counts, engagement, integrationChanges, optOuts: 3 };
    expect(body).toEqual({ data: { report } });
  });

  it('contains zeros for a draft, and for a campaign that the dispatcher does not know yet', async () => {
    const fresh = await Gateway.start({
      'campaign.get': ({ id }) => ({ ...campaign, id, status: id === ID ? 'DRAFT' : 'SENDING' }),
      'dispatch.report': () => ({ report: null }),
    });
    for (const id of [ID, GROUP]) {
      const { body } = await fresh.call('GET', `/campaigns/${id}/report`);
      const { report } = (body as { data: { report: Record<string, unknown> } }).data;
      expect(Object.keys(report).join(' ')).toBe(reportKeys);
      const states =
        'QUEUED SENT DELIVERED READ BOUNCED COMPLAINED FAILED SKIPPED UNCONFIRMED CANCELLED'.split(' ');
      expect(Object.entries(report.states as object)).toEqual(states.map((state) => [state, 0]));
      expect(Object.keys(report.channels as object)).toEqual(['EMAIL', 'WHATSAPP', 'SMS']);
      expect(report).toMatchObject({
        total: 0,
        planning: { done: false, planned: 0 },
        reasons: [],
        waiting: [],
        integrationChanges: [],
      });
    }
    expect(fresh.payloads('dispatch.report').map(({ campaignId }) => campaignId)).toEqual([GROUP]);
    await fresh.close();
  });
});

describe('the figures of campaigns', () => {
  it('combine the services, in the order of the IDs, each once', async () => {
    const { status, body } = await gateway.call('GET', `/campaigns/figures?ids=${GROUP},${ID},${GROUP}`);
    expect(status).toBe(200);
    const { campaignFigures } = (body as { data: { campaignFigures: { campaigns: { _id: string }[] } } })
      .data;
    expect(campaignFigures.campaigns.map(({ _id }) => _id)).toEqual([GROUP, ID]);
    expect(campaignFigures.campaigns[1]).toEqual({
      _id: ID,
      approval: null,
      channels: ['EMAIL', 'WHATSAPP'],
      groups: [GROUP],
      segments: [],
      tags: ['Spring'],
      scheduledAt: null,
      publishedAt: later,
      finishedAt: null,
      ...{ addressed: 6, sent: 6, delivered: 3, bounced: 3, complained: 0, emails: 1 },
      ...{ tracking: 'FULL', opens: 1, clicks: 1, optOuts: 3 },
      conversions: { unique: 1, total: 2, values: [{ currency: 'EUR', sum: '49.90' }] },
    });
    expect(gateway.payloads('dispatch.figures').at(-1)).toEqual({ userId: USER, campaignIds: [GROUP, ID] });
  });

  it('omit unknown campaigns, have zeros for drafts, and do not need the opt-outs', async () => {
    const other = await Gateway.start({
      'campaign.outlines': () => ({ items: [{ ...outline, publishedAt: null }] }),
      'dispatch.figures': () => ({ items: [] }),
      'suppression.campaign-opt-outs': () => {
        throw new AppError('service_unavailable');
      },
    });
    const { body } = await other.call('GET', `/campaigns/figures?ids=${ID},${GROUP}`);
    const draft = {
      _id: ID,
      addressed: 0,
      emails: 0,
      tracking: 'OFF',
      opens: null,
      clicks: null,
      conversions: null,
      optOuts: null,
    };
    expect(body).toMatchObject({ data: { campaignFigures: { campaigns: [draft] } } });
    await other.close();
  });

  it.each([
    ['without IDs', '', 'required'],
    ['with an ID that is none', '?ids=x', 'invalid_id'],
    ['with an empty ID', `?ids=${ID},`, 'invalid_id'],
    ['with 101 IDs', `?ids=${Array.from({ length: 101 }, () => ID).join(',')}`, 'too_many'],
  ])('are refused %s', async (_, query, code) => {
    const { status, body } = await gateway.call('GET', `/campaigns/figures${query}`);
    expect([status, body]).toMatchObject([422, { errors: [{ field: 'query.ids', code }] }]);
  });
});

describe('the statistics', () => {
  interface Day {
    day: string;
    campaigns: number;
    channels: Record<string, Record<string, number | null | object[]>>;
  }
  interface Body {
    data: { statistics: { timeZone: string; total: Omit<Day, 'day'>; days: Day[] } };
  }
  const read = async (query: string, of = gateway) =>
    ((await of.call('GET', `/statistics${query}`)).body as Body).data.statistics;

  it('combine the services in a list of days without gaps until today', async () => {
    const clock = jest.spyOn(gateway.clock, 'now').mockReturnValue(new Date('2026-03-01T23:30:00.000Z'));
    const { timeZone, days, total } = await read('?days=3&timeZone=Europe/Berlin');
    expect([timeZone, days.map(({ day }) => day)]).toEqual([
      'Europe/Berlin',
      ['2026-02-28', '2026-03-01', '2026-03-02'],
    ]);
    const counted = { sent: 2, delivered: 1, bounced: 1, complained: 0 };
    const email = {
      ...{ ...counted, opens: 5, uniqueOpens: 1, clicks: 3, uniqueClicks: 1, optOuts: 3 },
      ...{ conversions: 2, uniqueConversions: 1, conversionValues: [{ currency: 'EUR', sum: '49.90' }] },
    };
    const noEvents = {
      ...{ opens: 0, uniqueOpens: 0, clicks: 0, uniqueClicks: 0 },
      ...{ conversions: 0, uniqueConversions: 0, conversionValues: [] },
    };
    const sms = { ...counted, ...noEvents, complained: 1, optOuts: 1 };
    const channels = { EMAIL: email, WHATSAPP: { ...counted, ...noEvents, optOuts: 0 }, SMS: sms };
    expect(days[1]).toEqual({ day: '2026-03-01', campaigns: 1, costs: [], channels });
    expect(total).toEqual({ campaigns: 1, costs: [], channels });
    expect(days[2]).toMatchObject({ campaigns: 0, channels: { EMAIL: { sent: 0, optOuts: 0 } } });
    // The day begins at 23:00 in UTC, and the period of the services may begin earlier.
    const period = { userId: USER, since: '2026-02-27T10:00:00.000Z', timeZone: 'Europe/Berlin' };
    expect(gateway.payloads('dispatch.statistics').at(-1)).toEqual(period);
    expect(gateway.payloads('suppression.opt-outs-by-day').at(-1)).toEqual(period);
    clock.mockRestore();
  });

  it('add up the exact values of conversions by currency, and ignore earlier days', async () => {
    const counted = (day: string, ...values: { currency: string; sum: string }[]) => ({
      ...{ ...dayStatistics, day },
      conversions: { total: 2, unique: 1, values },
    });
    const days = [
      counted('2026-02-27', { currency: 'EUR', sum: '1000' }),
      counted('2026-03-01', { currency: 'EUR', sum: '999999999999.9999' }),
      counted('2026-02-28', { currency: 'CHF', sum: '5' }, { currency: 'EUR', sum: '0.2' }),
    ];
    const other = await Gateway.start({ 'dispatch.statistics': () => ({ days }) });
    jest.spyOn(other.clock, 'now').mockReturnValue(new Date('2026-03-01T12:00:00.000Z'));
    const { total } = await read('?days=2', other);
    expect(total.channels.EMAIL).toMatchObject({
      ...{ conversions: 4, uniqueConversions: 2 },
      conversionValues: [
        { currency: 'CHF', sum: '5' },
        { currency: 'EUR', sum: '1000000000000.1999' },
      ],
    });
    expect(total.channels.SMS).toMatchObject({ conversions: 0, conversionValues: [] });
    await other.close();
  });

  it('are those of 90 days in UTC by default, and do not need the opt-outs', async () => {
    const other = await Gateway.start({
      'dispatch.statistics': () => ({ days: [] }),
      'suppression.opt-outs-by-day': () => {
        throw new AppError('service_unavailable');
      },
    });
    jest.spyOn(other.clock, 'now').mockReturnValue(new Date('2026-03-01T12:00:00.000Z'));
    const { timeZone, days, total } = await read('', other);
    expect([timeZone, days.length, days.at(-1)?.day]).toEqual(['UTC', 90, '2026-03-01']);
    expect(total.channels.EMAIL).toMatchObject({ sent: 0, optOuts: null });
    await other.close();
  });
});

describe('the timeline', () => {
  it('has the counts by channel and the time of each bucket', async () => {
    const { status, body } = await gateway.call('GET', `/campaigns/${ID}/timeline`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: { timeline: { campaignId: ID, ...timeline } } });
    expect(gateway.payloads('dispatch.timeline').at(-1)).toEqual({ userId: USER, campaignId: ID });
  });

  it('has no buckets for a draft, or for a campaign that the dispatcher does not know yet', async () => {
    const fresh = await Gateway.start({
      'campaign.get': ({ id }) => ({ ...campaign, id, status: id === ID ? 'DRAFT' : 'SENDING' }),
      'dispatch.timeline': () => ({ timeline: null }),
    });
    for (const id of [ID, GROUP]) {
      const { body } = await fresh.call('GET', `/campaigns/${id}/timeline`);
      expect(body).toMatchObject({ data: { timeline: { campaignId: id, bucketSeconds: 1, buckets: [] } } });
    }
    expect(fresh.payloads('dispatch.timeline').map(({ campaignId }) => campaignId)).toEqual([GROUP]);
    await fresh.close();
  });

  it("of another user's campaign is 404", async () => {
    const other = await Gateway.start({
      'campaign.get': () => {
        throw new AppError('campaign_not_found');
      },
    });
    expect((await other.call('GET', `/campaigns/${ID}/timeline`)).status).toBe(404);
    await other.close();
  });
});

describe('the senders of a campaign', () => {
  it('have their results, and the names that they have now', async () => {
    const { status, body } = await gateway.call('GET', `/campaigns/${ID}/senders`);
    expect(status).toBe(200);
    const [own, usual] = campaignSenders.senders.map(({ senderId: _, ...numbers }) => numbers);
    expect(body).toEqual({
      data: {
        campaignSenders: {
          ...{ campaignId: ID, asOf: campaignSenders.asOf, areDeliveriesKept: true },
          senders: [
            { sender: ID, name: 'Our server', provider: 'SMTP', ...own },
            { sender: null, name: null, provider: null, ...usual },
          ],
        },
      },
    });
    expect(gateway.payloads('dispatch.sender-figures').at(-1)).toEqual({ userId: USER, campaignId: ID });
  });

  it('are empty for a draft, and for a campaign that the dispatcher does not know yet', async () => {
    const fresh = await Gateway.start({
      'campaign.get': ({ id }) => ({ ...campaign, id, status: id === ID ? 'DRAFT' : 'SENDING' }),
      'dispatch.sender-figures': () => ({ senders: null }),
      'sender.list': () => ({ items: [], next: null }),
    });
    for (const id of [ID, GROUP]) {
      const { body } = await fresh.call('GET', `/campaigns/${id}/senders`);
      expect(body).toMatchObject({ data: { campaignSenders: { areDeliveriesKept: true, senders: [] } } });
    }
    expect(fresh.payloads('dispatch.sender-figures').map(({ campaignId }) => campaignId)).toEqual([GROUP]);
    await fresh.close();
  });
});

describe('the costs of a campaign', () => {
  it('are those that the dispatcher counted', async () => {
    const { body } = await gateway.call('GET', `/campaigns/${ID}/costs`);
    expect(body).toEqual({ data: { campaignCosts: { campaignId: ID, ...campaignCosts } } });
    expect(gateway.payloads('dispatch.costs').at(-1)).toEqual({ userId: USER, campaignId: ID });
  });

  it('are none for a draft, and for a campaign that the dispatcher does not know yet', async () => {
    const fresh = await Gateway.start({
      'campaign.get': ({ id }) => ({ ...campaign, id, status: id === ID ? 'DRAFT' : 'SENDING' }),
      'dispatch.costs': () => ({ costs: null }),
    });
    for (const id of [ID, GROUP]) {
      const { body } = await fresh.call('GET', `/campaigns/${id}/costs`);
      const none = { isComplete: true, isKnown: true, currency: null, total: '0.00', rows: [] };
      expect(body).toMatchObject({ data: { campaignCosts: none } });
    }
    expect(fresh.payloads('dispatch.costs').map(({ campaignId }) => campaignId)).toEqual([GROUP]);
    await fresh.close();
  });

  it('are added up by currency in the statistics', async () => {
    const costs = (currency: string, sum: string, isEstimated: boolean) => ({ currency, sum, isEstimated });
    const days = [
      {
        ...dayStatistics,
        day: '2026-02-28',
        costs: [costs('EUR', '0.10', true), costs('CHF', '1.00', false)],
      },
      { ...dayStatistics, day: '2026-03-01', costs: [costs('EUR', '0.205', false)] },
    ];
    const other = await Gateway.start({ 'dispatch.statistics': () => ({ days }) });
    jest.spyOn(other.clock, 'now').mockReturnValue(new Date('2026-03-01T12:00:00.000Z'));
    const { body } = await other.call('GET', '/statistics?days=2');
    expect(body).toMatchObject({
      data: {
        statistics: {
          total: { costs: [costs('CHF', '1.00', false), costs('EUR', '0.305', true)] },
          days: [{}, { costs: [costs('EUR', '0.205', false)] }],
        },
      },
    });
    await other.close();
  });
});

describe('the domains of recipients', () => {
  const none = {
    ...{ addressed: 0, sent: 0, delivered: 0, bounced: 0, complained: 0, failed: 0 },
    ...{ opens: null, clicks: null },
  };

  it('have the results of each domain, in Unicode', async () => {
    const { status, body } = await gateway.call('GET', `/campaigns/${ID}/domains`);
    expect(status).toBe(200);
    const [domain] = recipientDomains.domains;
    expect(body).toEqual({
      data: {
        recipientDomains: {
          ...{ campaignId: ID, ...recipientDomains },
          domains: [{ ...domain, domain: 'münchen.example', group: 'OTHER' }],
        },
      },
    });
    expect(gateway.payloads('dispatch.recipient-domains').at(-1)).toEqual({ userId: USER, campaignId: ID });
  });

  it('are empty for a draft, and for a campaign that the dispatcher does not know yet', async () => {
    const fresh = await Gateway.start({
      'campaign.get': ({ id }) => ({ ...campaign, id, status: id === ID ? 'DRAFT' : 'SENDING' }),
      'dispatch.recipient-domains': () => ({ recipientDomains: null }),
    });
    for (const id of [ID, GROUP]) {
      const { body } = await fresh.call('GET', `/campaigns/${id}/domains`);
      expect(body).toMatchObject({
        data: {
          recipientDomains: { isComplete: true, areDeliveriesKept: true, domains: [], others: none },
        },
      });
    }
    expect(fresh.payloads('dispatch.recipient-domains').map(({ campaignId }) => campaignId)).toEqual([GROUP]);
    await fresh.close();
  });

  it("of another user's campaign are 404", async () => {
    const other = await Gateway.start({
      'campaign.get': () => {
        throw new AppError('campaign_not_found');
      },
    });
    expect((await other.call('GET', `/campaigns/${ID}/domains`)).status).toBe(404);
    await other.close();
  });
});

describe('deliveries', () => {
  it('are filtered by the query, with addresses in canonical form', async () => {
    const query = 'state=FAILED&channel=sms&reason=NO_SUCH_ADDRESS&identifier=+1 415 555 2671&limit=7';
    await gateway.call('GET', `/campaigns/${ID}/deliveries?${query.replaceAll(' ', '%20')}`);
    expect(gateway.payloads('dispatch.deliveries').at(-1)).toEqual({
      userId: USER,
      campaignId: ID,
      state: 'FAILED',
      // A bounce is a separate state here.
      feedback: null,
      channel: 'SMS',
      reason: 'NO_SUCH_ADDRESS',
      address: '+14155552671',
      after: null,
      limit: 7,
    });
    await gateway.call('GET', `/campaigns/${ID}/deliveries?identifier=Ann@EXAMPLE.com`);
    expect(gateway.payloads('dispatch.deliveries').at(-1)).toMatchObject({
      address: 'ann@example.com',
      limit: 100,
    });
  });
});
