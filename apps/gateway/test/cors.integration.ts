import { account, group } from './examples';
import { Gateway } from './gateway';
import type { Answer } from './answer';

const APP = 'https://app.example.com';
const exposed =
  'Location, Link, Next-Cursor, RateLimit-Policy, RateLimit, Retry-After, X-Request-Id, Idempotency-Replayed';
const preflight = { origin: APP, 'access-control-request-method': 'POST' };

const corsHeaders = ({ headers }: Answer): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('access-control-') || name === 'vary'),
  );

describe('scripts of other origins', () => {
  describe('if none are allowed', () => {
    let gateway: Gateway;
    beforeAll(async () => {
      gateway = await Gateway.start({ 'user.get': () => account });
    });
    afterAll(() => gateway.close());

    it('get no permissions', async () => {
      expect(corsHeaders(await gateway.call('GET', '/account', { headers: { origin: APP } }))).toEqual({});
      const preflighted = await gateway.call('OPTIONS', '/groups', { headers: preflight }, null);
      expect([preflighted.status, preflighted.headers.allow, corsHeaders(preflighted)]).toEqual([
        204,
        'GET, HEAD, POST',
        {},
      ]);
    });
  });

  describe('if some are allowed', () => {
    let gateway: Gateway;
    beforeAll(async () => {
      const environment = { CORS_ORIGINS: `${APP},http://localhost:3000` };
      gateway = await Gateway.start({ 'user.get': () => account, 'group.create': () => group }, environment);
    });
    afterAll(() => gateway.close());

    const allowed = {
      vary: 'Origin',
      'access-control-allow-origin': APP,
      'access-control-expose-headers': exposed,
    };

    it('can read responses, including errors, and their headers', async () => {
      const headers = { origin: APP };
      const answers = [
        await gateway.call('GET', '/account', { headers }),
        await gateway.call('POST', '/groups', { headers, body: { name: 'x' } }),
        await gateway.call('GET', '/account', { headers }, null),
        await gateway.call('PUT', '/account', { headers }, null),
        await gateway.call('GET', '/nothing', { headers }, null),
        await gateway.call('POST', '/groups', { headers, body: '{' }),
        await gateway.plain('GET', '/api/docs/errors', { headers }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 201, 401, 405, 404, 400, 200]);
      for (const answer of answers) expect(corsHeaders(answer)).toEqual(allowed);
    });

    it('can preflight without a key, with a result valid for two hours', async () => {
      const answer = await gateway.call('OPTIONS', '/groups', { headers: preflight }, null);
      expect([answer.status, answer.text, corsHeaders(answer)]).toEqual([
        204,
        '',
        {
          ...allowed,
          'access-control-allow-methods': 'GET, HEAD, POST',
          'access-control-allow-headers':
            'Authorization, Content-Type, Idempotency-Key, X-Request-Id, Traceparent',
          'access-control-max-age': '7200',
        },
      ]);
      const nowhere = await gateway.call('OPTIONS', '/nothing', { headers: preflight }, null);
      expect(nowhere.status).toBe(404);
    });

    it('outside the list can read nothing, and caches distinguish them', async () => {
      for (const origin of ['https://evil.example.com', 'null']) {
        const answer = await gateway.call('GET', '/account', { headers: { origin } });
        expect([answer.status, corsHeaders(answer)]).toEqual([200, { vary: 'Origin' }]);
        const preflighted = await gateway.call(
          'OPTIONS',
          '/groups',
          { headers: { ...preflight, origin } },
          null,
        );
        expect([preflighted.status, corsHeaders(preflighted)]).toEqual([204, { vary: 'Origin' }]);
      }
    });

    it('cannot read HTML pages', async () => {
      const answer = await gateway.plain('GET', '/u/preview', { headers: { origin: APP } });
      expect([answer.status, corsHeaders(answer)]).toEqual([200, { vary: 'accept-language' }]);
    });
  });

  it('can all be allowed', async () => {
    const gateway = await Gateway.start({ 'user.get': () => account }, { CORS_ORIGINS: '*' });
    const answer = await gateway.call('GET', '/account', { headers: { origin: 'null' } });
    expect(corsHeaders(answer)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposed,
    });
    await gateway.close();
  });
});
