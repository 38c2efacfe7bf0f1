import { Logger, Metrics } from '@carillon/platform';
import fastify from 'fastify';
import type { Logger as Pino } from 'pino';
import { logRequests } from './http-server';

function arrange() {
  const lines: unknown[] = [];
  const log = new Logger({
    info: (fields: object, message: string) => lines.push({ ...fields, message }),
  } as unknown as Pino);
  const metrics = new Metrics('gateway');
  const http = fastify({ genReqId: () => 'r1' });
  logRequests(http, log, metrics);
  http.get('/people/:address', (request) => {
    request.principal = {
      role: 'user',
      keyId: 'k',
      userId: 'u1',
      plan: 'FREE',
      status: 'ACTIVE',
      scopes: [],
      rate: 'PLAN',
    };
    return {};
  });
  return { http, lines, metrics };
}

describe('the log of a request', () => {
  it('has one line with the operation, key, and user, without personal data', async () => {
    const { http, lines } = arrange();
    const headers = { authorization: 'Bearer secret' };
    await http.inject({ method: 'GET', url: '/people/ann@example.com?token=secret', headers });
    const ms: unknown = expect.any(Number);
    expect(lines).toEqual([
      {
        requestId: 'r1',
        method: 'GET',
        route: '/people/:address',
        status: 200,
        ms,
        keyId: 'k',
        userId: 'u1',
        message: 'request',
      },
    ]);
  });

  it('does not repeat an unknown path', async () => {
    const { http, lines, metrics } = arrange();
    await http.inject({ method: 'GET', url: '/ann@example.com' });
    expect(lines).toMatchObject([{ route: 'none', status: 404 }]);
    expect((await metrics.scrape()).text).toMatch(/seconds_count\{.*route="none",status="404"/);
  });
});
