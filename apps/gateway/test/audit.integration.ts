import { AppError, type AuditNote, type Payload } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { GROUP, ID, apiKey, auditEntry, campaign } from './examples';
import { USER, byOperator, byUser } from './callers';
import { Gateway } from './gateway';
import { obliging } from './services';

describe('the audit trail', () => {
  let gateway: Gateway;
  const next = '5f0000000000000000000009';
  beforeAll(async () => {
    gateway = await Gateway.start({
      'audit.page': ({ userId, after }) => {
        if (userId === ID) throw new AppError('user_not_found');
        return { items: [auditEntry], next: after === null ? next : null };
      },
    });
  });
  afterAll(() => gateway.close());

  const query = () => gateway.payloads('audit.page').at(-1);
  const all = { action: null, since: null, until: null, after: null };

  it('begins with the newest entry on request', async () => {
    const first = await gateway.call('GET', '/account/audit?limit=1&order=newest');
    expect(query()).toMatchObject({ newestFirst: true });
    const cursor = String(first.headers['next-cursor']);
    expect((await gateway.call('GET', `/account/audit?order=newest&cursor=${cursor}`)).status).toBe(200);
    expect(query()).toMatchObject({ newestFirst: true, after: next });
    expect((await gateway.call('GET', `/account/audit?cursor=${cursor}`)).status).toBe(422);
    await gateway.call('GET', '/account/audit?order=oldest');
    expect(query()).not.toHaveProperty('newestFirst');
    expect((await gateway.call('GET', '/account/audit?order=by-name')).status).toBe(422);
  });

  it('shows an entry unchanged', async () => {
    const { body } = await gateway.call('GET', '/account/audit?limit=1');
    expect(body).toEqual({
      data: {
        auditEntries: [
          {
            _id: ID,
            at: auditEntry.at,
            user: USER,
            actor: auditEntry.actor,
            action: 'user.updated',
            target: { type: 'user', _id: USER, name: 'Ann' },
            changes: [{ field: 'plan', before: 'FREE', after: 'UPGRADED' }],
            requestId: null,
          },
        ],
      },
    });
    expect(query()).toMatchObject({ userId: USER, ...all });
  });

  it("covers the caller's account, and any or all accounts for operators", async () => {
    await gateway.call('GET', '/account/audit');
    expect(query()).toMatchObject({ userId: USER });
    await gateway.call('GET', `/operator/users/${next}/audit?limit=1`, {}, 'operator');
    expect(query()).toMatchObject({ userId: next });
    await gateway.call('GET', '/operator/audit?limit=1', {}, 'operator');
    expect(query()).toMatchObject({ userId: null });
    expect((await gateway.call('GET', '/operator/audit')).status).toBe(403);
    expect((await gateway.call('GET', `/operator/users/${ID}/audit`, {}, 'operator')).status).toBe(404);
  });

  it('continues from a cursor that is bound to its filters', async () => {
    const filters = 'action=user.updated&since=2026-03-01T12:00:00%2B02:00&until=2026-04-01T00:00:00Z';
    const first = await gateway.call('GET', `/account/audit?limit=1&${filters}`);
    expect(query()).toMatchObject({ action: 'user.updated', since: '2026-03-01T10:00:00.000Z' });
    expect(query()).toMatchObject({ until: '2026-04-01T00:00:00.000Z' });
    const cursor = String(first.headers['next-cursor']);
    await gateway.call('GET', `/account/audit?limit=1&${filters}&cursor=${cursor}`);
    expect(query()).toMatchObject({ after: next });
    for (const path of ['/account/audit', '/account/audit?action=user.created']) {
      const separator = path.includes('?') ? '&' : '?';
      const foreign = await gateway.call('GET', `${path}${separator}cursor=${cursor}`);
      expect(foreign).toMatchObject({ status: 422, body: { errors: [{ field: 'query.cursor' }] } });
    }
  });

  it('is filtered by the object that entries are about', async () => {
    await gateway.call('GET', `/account/audit?target=${ID}`);
    expect(query()).toMatchObject({ targetId: ID });
    await gateway.call('GET', '/account/audit');
    expect(query()).not.toHaveProperty('targetId');
  });

  it.each([
    ['target=x', 'query.target', 'invalid_id'],
    ['action=user.renamed', 'query.action', 'not_allowed'],
    ['since=yesterday', 'query.since', 'invalid_time'],
    ['user=x', 'query.user', 'unknown_field'],
  ])('refuses ?%s', async (query, field, code) => {
    const answer = await gateway.call('GET', `/account/audit?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field, code }] } });
  });
});

describe('exports', () => {
  let gateway: Gateway;
  const noted: AuditNote[] = [];
  let { name: campaignName } = campaign;
  beforeAll(async () => {
    gateway = await Gateway.start({
      ...obliging,
      'campaign.get': () => ({ ...campaign, name: campaignName }),
      'import.rejected': () => ({ items: [], next: null }),
      'audit.page': ({ after }) => {
        const items = [{ ...auditEntry, id: after === null ? ID : '5f0000000000000000000009' }];
        return { items, next: after === null ? ID : null };
      },
    });
    await gateway.others.hear('account.events', {
      'audit.noted': (note: Payload<'audit.noted'>) => noted.push(note),
    });
  });
  afterAll(() => gateway.close());

  it('include the trail as CSV, without formulas in cells on request', async () => {
    const { text, headers } = await gateway.call('GET', '/account/audit/export?action=user.updated');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const changes = '"[{""field"":""plan"",""before"":""FREE"",""after"":""UPGRADED""}]"';
    const rest = `${auditEntry.at},user.updated,user,${ID},CI,car_live_0000,user,${USER},Ann,${changes},`;
    expect(text).toBe(
      [
        '_id,at,action,role,keyId,keyName,keyPrefix,targetType,targetId,targetName,changes,requestId',
        `${ID},${rest}`,
        `5f0000000000000000000009,${rest}`,
        '',
      ].join('\r\n'),
    );
    expect(gateway.payloads('audit.page')[0]).toMatchObject({ userId: USER, action: 'user.updated' });
  });

  it('are recorded with the caller before they are sent', async () => {
    await gateway.call('GET', `/groups/${GROUP}/export?format=ndjson`);
    await gateway.call('GET', `/imports/${ID}/rejected`);
    await gateway.call('HEAD', `/groups/${GROUP}/export`);
    await eventually(() => noted.length >= 3);
    const [, exported, rejected] = noted;
    expect(exported).toMatchObject({
      userId: USER,
      by: byUser,
      action: 'group.exported',
      target: { type: 'group', id: GROUP },
      changes: [{ field: 'format', before: null, after: 'ndjson' }],
    });
    expect(rejected).toMatchObject({ action: 'rejected_lines.exported', target: { type: 'import', id: ID } });
    await gateway.call('GET', '/account/audit/export');
    await eventually(() => noted.length === 4);
    await gateway.call('GET', `/campaigns/${ID}/deliveries/export`);
    await eventually(() => noted.length === 5);
    expect(noted.map(({ action }) => action)).toEqual([
      'audit.exported',
      'group.exported',
      'rejected_lines.exported',
      'audit.exported',
      'deliveries.exported',
    ]);
    expect(noted.at(-1)?.target).toEqual({ type: 'campaign', id: ID, name: campaign.name });
    campaignName = '';
    await gateway.call('GET', `/campaigns/${ID}/deliveries/export`);
    await eventually(() => noted.length === 6);
    expect(noted.at(-1)?.target).toEqual({ type: 'campaign', id: ID, name: null });
  });
});

describe('user keys', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await Gateway.start({
      'api-key.list': () => ({ items: [apiKey], next: null }),
      'api-key.delete': ({ id }) => ({ ids: [id] }),
    });
  });
  afterAll(() => gateway.close());

  it('can be listed by operators, and revoked with the operator as the actor', async () => {
    const path = `/operator/users/${USER}/api-keys`;
    expect(await gateway.call('GET', path, {}, 'operator')).toMatchObject({
      status: 200,
      body: { data: { apiKeys: [{ _id: ID, user: USER }] } },
    });
    await gateway.call('DELETE', `${path}/${ID}`, {}, 'operator');
    expect(gateway.payloads('api-key.delete')).toEqual([{ by: byOperator, userId: USER, id: ID }]);
    expect((await gateway.call('DELETE', `${path}/${ID}`)).status).toBe(403);
  });
});
