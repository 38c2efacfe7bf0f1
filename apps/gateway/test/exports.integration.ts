import {
  AppError,
  type Delivery,
  type Payload,
  type RecipientDomains,
  type Subscriber,
  newId,
} from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { parse } from 'csv-parse/sync';
import { keys } from './callers';
import { GROUP, ID, at, campaign, group, imported, subscriber } from './examples';
import { Gateway } from './gateway';
import { bearer, head } from './raw-request';
import { delivery, recipientDomains } from './reported';
import { obliging } from './services';

const member = (address: string, extraData: object): Subscriber => ({
  ...subscriber,
  id: newId(),
  address,
  extraData: extraData as Subscriber['extraData'],
});
let members: Subscriber[] = [];
let deliveries: Delivery[] = [];
let pageSize = 2;
let failAfter = Infinity;
let requests = 0;
/** The promise that the columns of an export wait for. */
let held: Promise<unknown> = Promise.resolve();

/** A page of a list, with the position as the cursor. */
const page = <T>(items: readonly T[], after: string | null, size: number) => {
  const from = after === null ? 0 : Number(after);
  const next = from + size < items.length ? String(from + size) : null;
  return { items: items.slice(from, from + size), next };
};
const rejected = Array.from({ length: 5 }, (_, n) => ({
  line: n + 2,
  reason: 'identifier: invalid_email',
  text: `email,"a${n}`,
}));

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start({
    ...obliging,
    'subscriber.list': ({ after }: Payload<'subscriber.list'>) => {
      requests += 1;
      if (requests > failAfter) throw new AppError('service_unavailable');
      return page(members, after, pageSize);
    },
    'campaign.get': ({ id }) => {
      if (id !== ID) throw new AppError('campaign_not_found');
      return campaign;
    },
    'dispatch.deliveries': ({ after }) => {
      requests += 1;
      if (requests > failAfter) throw new AppError('service_unavailable');
      return page(deliveries, after, pageSize);
    },
    'export.columns': async ({ after }) => {
      await held;
      const { items, next } = page(members, after, pageSize);
      const columns = [...new Set(items.flatMap(({ extraData }) => Object.keys(extraData)))];
      return { columns, hasConsent: items.some(({ consent }) => consent !== undefined), next };
    },
    'import.get': ({ id }) => {
      if (id !== ID) throw new AppError('import_not_found');
      return imported;
    },
    'import.rejected': ({ after }) => {
      return page(rejected, after, 2);
    },
  });
});
beforeEach(() => {
  [pageSize, failAfter, requests] = [2, Infinity, 0];
  members = [
    member('ann@example.com', { name: 'Ann "A", B', n: 1.5, ok: true }),
    member('bob@example.com', {}),
    member('eve@example.com', { city: { zip: ['1'] }, name: null, identifier: 'x', 'ä,"': 'ö' }),
  ];
});
afterAll(() => gateway.close());

const path = `/groups/${GROUP}/export`;

describe('exporting a group', () => {
  it('returns CSV with a column for each key', async () => {
    const { status, headers, text } = await gateway.call('GET', path);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      `attachment; filename="${group.slug}.csv"`,
    ]);
    expect(parse(text)).toEqual([
      ['integration', 'identifier', 'name', 'n', 'ok', 'city', 'ä,"'],
      ['EMAIL', 'ann@example.com', 'Ann "A", B', '1.5', 'true', '', ''],
      ['EMAIL', 'bob@example.com', '', '', '', '', ''],
      ['EMAIL', 'eve@example.com', '', '', '', '{"zip":["1"]}', 'ö'],
    ]);
  });

  it('returns NDJSON with all data', async () => {
    const { headers, text } = await gateway.call('GET', `${path}?format=ndjson`);
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'application/x-ndjson; charset=utf-8',
      `attachment; filename="${group.slug}.ndjson"`,
    ]);
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      members.map(({ channel, address, extraData }) => ({
        integration: channel,
        identifier: address,
        extraData,
      })),
    );
  });

  it('includes the given consent in separate columns', async () => {
    const consent = { source: '=Form', at: '2026-03-01T10:00:00.000Z' };
    const own = { 'consent.ip': 'a key of the extra data, which has no column' };
    members = [{ ...member('ann@example.com', { name: 'Ann' }), consent }, member('bob@example.com', own)];
    expect(parse((await gateway.call('GET', `${path}?formulas=escape`)).text)).toEqual([
      [
        ...['integration', 'identifier'],
        ...['consent.source', 'consent.wording', 'consent.ip', 'consent.at', 'name'],
      ],
      ['EMAIL', 'ann@example.com', "'=Form", '', '', consent.at, 'Ann'],
      ['EMAIL', 'bob@example.com', '', '', '', '', ''],
    ]);
    const { text } = await gateway.call('GET', `${path}?format=ndjson`);
    expect(text.split('\n', 1)).toEqual([
      JSON.stringify({
        ...{ integration: 'EMAIL', identifier: 'ann@example.com', extraData: { name: 'Ann' } },
        consent,
      }),
    ]);
  });

  it('returns a header row for an empty CSV file, and nothing for NDJSON', async () => {
    members = [];
    expect((await gateway.call('GET', path)).text).toBe('integration,identifier\r\n');
    const empty = await gateway.call('GET', `${path}?format=ndjson`);
    expect([empty.status, empty.text]).toEqual([200, '']);
  });

  it('fails like any request before the first page, and is cut off after it', async () => {
    failAfter = 0;
    expect((await gateway.call('GET', path)).status).toBe(503);
    [failAfter, requests] = [1, 0];
    await expect(gateway.call('GET', path)).rejects.toThrow();
  });

  it('rejects CSV with too many columns, but not NDJSON', async () => {
    members = Array.from({ length: 1_001 }, (_, n) => member(`a${n}@example.com`, { [`k${n}`]: n }));
    pageSize = 500;
    const { status, body } = await gateway.call('GET', path);
    expect([status, (body as { code: string }).code]).toEqual([409, 'limit_reached']);
    expect((await gateway.call('GET', `${path}?format=ndjson`)).status).toBe(200);
  });

  it('is rejected for a client that does not accept its type', async () => {
    const call = (accept: string, query = '') => gateway.call('GET', path + query, { headers: { accept } });
    expect((await call('application/json')).status).toBe(406);
    expect((await call('text/csv', '?format=ndjson')).status).toBe(406);
    expect((await call('application/x-ndjson', '?format=ndjson')).status).toBe(200);
    expect((await call('text/*;q=0.5')).status).toBe(200);
  });

  it('checks its query, and its caller', async () => {
    expect((await gateway.call('GET', `${path}?format=xml`)).status).toBe(422);
    expect((await gateway.call('GET', '/groups/nonsense/export')).status).toBe(404);
    expect((await gateway.call('GET', path, {}, null)).status).toBe(401);
  });

  it('reads no members for a HEAD request', async () => {
    const before = gateway.payloads('export.columns').length;
    const { status, headers, text } = await gateway.call('HEAD', path);
    expect([status, headers['content-type'], text]).toEqual([200, 'text/csv; charset=utf-8', '']);
    expect([requests, gateway.payloads('export.columns').length - before]).toEqual([0, 0]);
  });

  it('records the export before it reads members, and stops for a client that has left', async () => {
    const before = gateway.payloads('export.columns').length;
    const read = (): number => gateway.payloads('export.columns').length - before;
    const holding = Promise.withResolvers<undefined>();
    held = holding.promise;
    const own = await gateway.another({ LONG_ANSWERS_PER_USER: '1' });
    const wire = own.wire().write(head(`GET /api/v1${path}`, bearer(keys.user)));
    await eventually(() => read() === 1);
    expect([(await own.call('GET', path)).status, read()]).toEqual([429, 1]);
    wire.destroy();
    await eventually(async () => (await own.call('HEAD', path)).status === 200);
    holding.resolve(undefined);
    // The second request reads two pages. The abandoned request would have read its second page earlier.
    expect((await own.call('GET', path)).status).toBe(200);
    expect(read()).toBe(3);
    await own.close();
  });
});

describe('exporting the deliveries of a campaign', () => {
  const deliveriesPath = `/campaigns/${ID}/deliveries/export`;
  const header = [
    ...[
      'channel',
      'identifier',
      'state',
      'bounce',
      'reason',
      'providerCode',
      'providerId',
      'attempts',
      'segments',
    ],
    ...['createdAt', 'updatedAt', 'sentAt', 'deliveredAt', 'readAt', 'nextTryAt', 'subscriber', '_id'],
    ...['openedAt', 'clickedAt', 'fallbackId', 'convertedAt'],
  ];

  it('returns CSV of all pages, in their order, with times in UTC', async () => {
    deliveries = [
      ...Array.from({ length: 4 }, (_, n) => ({
        ...delivery,
        id: `${ID}-0000000000-${n}`,
        address: `a${n}@x.com`,
        ...(n === 0 && { openedAt: at }),
      })),
      {
        ...delivery,
        ...({ channel: 'SMS', address: '+4915155501701', state: 'QUEUED', reason: 'SERVER_BUSY' } as const),
        ...{ providerCode: '30003', segments: 2, sentAt: null, nextTryAt: at },
      },
    ];
    const { status, headers, text } = await gateway.call('GET', deliveriesPath);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      `attachment; filename="deliveries-${ID}.csv"`,
    ]);
    const [first, ...rows] = parse(text);
    expect(first).toEqual(header);
    expect(rows.map(([, identifier]) => identifier)).toEqual(deliveries.map(({ address }) => address));
    expect(rows[0]).toEqual([
      ...['EMAIL', 'a0@x.com', 'SENT', '', '', '', 'p', '1', ''],
      ...[delivery.createdAt, delivery.updatedAt, delivery.sentAt, '', '', ''],
      ...[delivery.subscriberId, `${ID}-0000000000-0`, at, '', '', ''],
    ]);
    expect(rows.at(-1)?.slice(0, 15)).toEqual([
      ...['SMS', '+4915155501701', 'QUEUED', '', 'SERVER_BUSY', '30003', 'p', '1', '2'],
      ...[delivery.createdAt, delivery.updatedAt, '', '', '', at],
    ]);
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('requests only deliveries with a state, a channel, or a reason', async () => {
    deliveries = [delivery];
    await gateway.call('GET', `${deliveriesPath}?state=FAILED&channel=sms&reason=LANDLINE`);
    expect(gateway.payloads('dispatch.deliveries').at(-1)).toMatchObject({
      ...{ campaignId: ID, state: 'FAILED', channel: 'SMS', reason: 'LANDLINE', address: null },
      ...{ after: null, limit: 1000 },
    });
    expect((await gateway.call('GET', `${deliveriesPath}?state=failed`)).status).toBe(422);
    expect((await gateway.call('GET', `${deliveriesPath}?limit=5`)).status).toBe(422);
  });

  it('escapes cells that spreadsheets would run, but no phone numbers', async () => {
    deliveries = [{ ...delivery, address: '+4915155501701', providerCode: '=1+1' }];
    const codes = async (query: string) =>
      parse((await gateway.call('GET', deliveriesPath + query)).text)[1]?.slice(1, 6);
    expect(await codes('')).toEqual(['+4915155501701', 'SENT', '', '', '=1+1']);
    expect(await codes('?formulas=escape')).toEqual(['+4915155501701', 'SENT', '', '', "'=1+1"]);
  });

  it('returns a header row for a campaign without deliveries, and 404 for an unknown one', async () => {
    deliveries = [];
    expect((await gateway.call('GET', deliveriesPath)).text).toBe(`${header.join(',')}\r\n`);
    const unknown = await gateway.call('GET', `/campaigns/${newId()}/deliveries/export`);
    expect([unknown.status, (unknown.body as { code: string }).code]).toEqual([404, 'campaign_not_found']);
  });

  it('fails like any request before the first page, and is cut off after it', async () => {
    deliveries = Array.from({ length: 9 }, () => delivery);
    failAfter = 0;
    expect((await gateway.call('GET', deliveriesPath)).status).toBe(503);
    [failAfter, requests] = [1, 0];
    await expect(gateway.call('GET', deliveriesPath)).rejects.toThrow();
  });
});

describe('exporting the report of a campaign', () => {
  const reportPath = `/campaigns/${ID}/report/export`;

  it('returns the results, the timeline, and the clicks as CSV', async () => {
    const { status, headers, text } = await gateway.call('GET', reportPath);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      ...[200, 'text/csv; charset=utf-8', `attachment; filename="report-${ID}.csv"`],
    ]);
    const [first, ...rows] = parse(text);
    expect(first).toEqual(['section', 'at', 'channel', 'item', 'measure', 'value']);
    const sections = [
      'CAMPAIGN',
      'RESULT',
      'REASON',
      'TIMELINE',
      'LINK',
      'DOMAIN',
      'RECIPIENT_DOMAIN',
      'RECIPIENT_DOMAIN_GROUP',
      'SENDER',
      'COST',
    ];
    expect([...new Set(rows.map(([section]) => section))]).toEqual(sections);
    expect(rows).toContainEqual(['LINK', '', 'EMAIL', 'https://a.example', 'clicks.total', '2']);
    expect(rows).toContainEqual(['CAMPAIGN', '', '', '', 'name', campaign.name]);
    expect(rows).toContainEqual(['RECIPIENT_DOMAIN', '', 'EMAIL', 'münchen.example', 'bounced', '1']);
    expect(rows).toContainEqual(['RECIPIENT_DOMAIN_GROUP', '', 'EMAIL', 'OTHER', 'bounced', '1']);
  });

  it('waits for a count of the domains, and is complete without one that is unavailable', async () => {
    let replies: (() => RecipientDomains)[] = [];
    const counting = await Gateway.start({
      ...obliging,
      'dispatch.recipient-domains': () => ({ recipientDomains: replies.shift()?.() ?? null }),
    });
    const domainsIn = async () =>
      parse((await counting.call('GET', reportPath)).text).filter(
        ([section, , , , measure]) => section === 'RECIPIENT_DOMAIN' && measure === 'addressed',
      );
    replies = [() => ({ ...recipientDomains, isComplete: false, domains: [] }), () => recipientDomains];
    expect(await domainsIn()).toEqual([
      ['RECIPIENT_DOMAIN', '', 'EMAIL', 'münchen.example', 'addressed', '3'],
      ['RECIPIENT_DOMAIN', '', 'EMAIL', '', 'addressed', '3'],
    ]);
    const unavailable = (): never => {
      throw new AppError('service_unavailable');
    };
    for (const reply of [unavailable, () => ({ ...recipientDomains, areDeliveriesKept: false })]) {
      replies = [reply];
      expect(await domainsIn()).toEqual([['RECIPIENT_DOMAIN', '', 'EMAIL', '', 'addressed', '']]);
    }
    await counting.close();
  });

  it('responds to HEAD, and rejects unknown values and campaigns', async () => {
    expect((await gateway.call('HEAD', reportPath)).status).toBe(200);
    expect((await gateway.call('GET', `${reportPath}?formulas=run`)).status).toBe(422);
    const unknown = await gateway.call('GET', `/campaigns/${newId()}/report/export`);
    expect([unknown.status, (unknown.body as { code: string }).code]).toEqual([404, 'campaign_not_found']);
  });
});

describe('rejected lines', () => {
  it('are returned as CSV', async () => {
    const { status, headers, text } = await gateway.call('GET', `/imports/${ID}/rejected`);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(parse(text, { columns: true })).toEqual(
      rejected.map((each) => ({ ...each, line: String(each.line) })),
    );
  });

  it('are requested by kind, and only if the file exists', async () => {
    await gateway.call('GET', `/removals/${ID}/rejected`);
    expect(gateway.payloads('import.rejected').at(-1)).toMatchObject({ kind: 'REMOVE' });
    expect((await gateway.call('GET', `/imports/${newId()}/rejected`)).status).toBe(404);
    expect((await gateway.call('HEAD', `/imports/${newId()}/rejected`)).status).toBe(404);
    expect((await gateway.call('GET', '/imports/nonsense')).status).toBe(404);
  });
});
