import { hashApiKey, mintApiKey } from '@carillon/vault';
import { AppError, type Campaign } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { ID, campaign } from './examples';
import { dispatchReport } from './reported';
import { USER, keys, principals } from './callers';
import { Gateway } from './gateway';
import type { Wire } from './http-client';
import { bearer, head } from './raw-request';

const PATH = `/campaigns/${ID}/events`;
/** The current replies of the services. */
let status: Campaign['status'];
let queued: number;
let reasons: number;
let trouble: AppError | null;
let gateway: Gateway;

const services = {
  'campaign.get': (): Campaign => {
    if (trouble) throw trouble;
    return { ...campaign, status };
  },
  'dispatch.report': () => ({
    report: {
      ...dispatchReport,
      asOf: new Date().toISOString(),
      states: { ...dispatchReport.states, QUEUED: queued },
      reasons: Array.from({ length: reasons }, () => ({
        channel: 'EMAIL' as const,
        state: 'FAILED' as const,
        reason: 'REFUSED' as const,
        providerCode: '550',
        count: 1,
        advice: 'x'.repeat(12_000),
      })),
    },
  }),
};
const quick = { STREAM_HEARTBEAT_MS: '1500', STREAM_STALL_MS: '1000', STREAMS_PER_USER: '3' };

beforeAll(async () => {
  gateway = await Gateway.start(services, quick);
});
afterAll(() => gateway.close());

let wires: Wire[] = [];
beforeEach(() => {
  [status, queued, reasons, trouble] = ['SENDING', 9, 0, null];
});
/** When another stream is admitted, earlier streams have ended. */
afterEach(async () => {
  trouble = null;
  for (const wire of wires) wire.destroy();
  wires = [];
  await eventually(async () => (await gateway.call('HEAD', PATH)).status === 200);
});

function watch(key = keys.user, of = gateway): Wire {
  const wire = of.wire().write(head(`GET /api/v1${PATH}`, bearer(key)));
  wires.push(wire);
  return wire;
}
const questions = (of = gateway): number => of.payloads('dispatch.report').length;
const reported = (n: number): RegExp =>
  new RegExp(`event: report\ndata: \\{[^\n]*"QUEUED":${n},[^\n]*\\}\n\n`);
const lastChunk = /\r\n0\r\n\r\n$/;

interface Report {
  asOf: string;
  states: { QUEUED: number };
}
function reportsIn(received: string): Report[] {
  return [...received.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as Report);
}
const queuedIn = (received: string): number[] => reportsIn(received).map(({ states }) => states.QUEUED);

describe('a stream of reports', () => {
  it('begins immediately with the current report', async () => {
    const received = await watch().until(reported(9));
    expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    for (const header of [
      'content-type: text/event-stream',
      'cache-control: no-store',
      'x-accel-buffering: no',
    ])
      expect(received).toMatch(new RegExp(`\r\n${header}\r\n`, 'i'));
    expect(received).toMatch(/\r\nx-request-id: [0-9a-f]{24}\r\n/i);
    expect(received).toContain('retry: 5000\n\n');
    const [, data = ''] = /^data: (.*)$/m.exec(received) ?? [];
    const { body } = await gateway.call('GET', `/campaigns/${ID}/report`);
    const { report } = (body as { data: { report: object } }).data;
    expect({ ...(JSON.parse(data) as object), asOf: '' }).toEqual({ ...report, asOf: '' });
    expect(Object.keys(JSON.parse(data) as object)).toEqual(Object.keys(report));
  });

  it('continues with each change, sends comments in between, and ends with SENT', async () => {
    const wire = watch();
    await wire.until(reported(9));
    const before = questions();
    expect(await wire.until(/: still here\n\n/)).not.toContain(': the report');
    await eventually(() => questions() >= before + 2);
    queued = 4;
    await wire.until(reported(4));
    [queued, status] = [0, 'SENT'];
    const received = await wire.until(lastChunk);
    expect(queuedIn(received)).toEqual([9, 4, 0]);
  });

  it.each(['DRAFT', 'SENT', 'CANCELLED'] as const)('is one report for a campaign that is %s', async (now) => {
    [queued, status] = [0, now];
    const received = await watch().until(lastChunk);
    expect(queuedIn(received)).toHaveLength(1);
  });

  it('ends for a canceled campaign when nothing is in transit', async () => {
    status = 'CANCELLED';
    const wire = watch();
    await wire.until(reported(9));
    queued = 0;
    expect(queuedIn(await wire.until(lastChunk))).toEqual([9, 0]);
  });

  it('costs one request a second for all watchers of a campaign', async () => {
    const [one, two] = [watch(), watch()];
    await Promise.all([one.until(reported(9)), two.until(reported(9))]);
    const [before, began] = [questions(), performance.now()];
    for (const n of [8, 7, 6]) {
      queued = n;
      await Promise.all([one.until(reported(n)), two.until(reported(n))]);
    }
    expect(questions() - before).toBeLessThanOrEqual(1 + (performance.now() - began) / 1_000);
    const [ones, twos] = [await one.until(reported(6)), await two.until(reported(6))].map(reportsIn);
    expect(ones?.map(({ asOf }) => asOf)).toEqual(twos?.map(({ asOf }) => asOf));
  });

  it('continues while a service is unavailable, reports that, and resumes when the service returns', async () => {
    const wire = watch();
    await wire.until(reported(9));
    trouble = new AppError('service_unavailable');
    await wire.until(/: report temporarily unavailable\n\n/);
    const turnedAway = await gateway.call('GET', PATH);
    expect([turnedAway.status, turnedAway.headers['retry-after']]).toEqual([503, '2']);
    trouble = null;
    queued = 3;
    const received = await wire.until(reported(3));
    expect(queuedIn(received)).toEqual([9, 3]);
  });

  it('ends when the campaign is deleted', async () => {
    const wire = watch();
    await wire.until(reported(9));
    trouble = new AppError('campaign_not_found');
    await wire.until(lastChunk);
  });

  it('ends within moments when its key is revoked, while others continue', async () => {
    const revoked = mintApiKey('user');
    const principal = principals.get(hashApiKey(keys.user));
    if (principal) principals.set(hashApiKey(revoked), principal);
    const [wire, other] = [watch(revoked), watch()];
    await Promise.all([wire.until(reported(9)), other.until(reported(9))]);
    principals.delete(hashApiKey(revoked));
    await gateway.messenger.broadcast('access.changed', { userId: USER });
    await wire.until(lastChunk);
    queued = 2;
    await other.until(reported(2));
  });
});

describe('a client that reads nothing', () => {
  it('is cut off, and frees its place', async () => {
    // More than the network between the two buffers.
    reasons = 1_000;
    for (const wire of [watch(), watch(), watch()]) wire.pause();
    const statusOf = async (): Promise<number> => (await gateway.call('HEAD', PATH)).status;
    await eventually(async () => (await statusOf()) === 409);
    await eventually(async () => (await statusOf()) === 200);
  });
});

describe('before a stream begins', () => {
  const code = ({ body }: { body: unknown }): unknown => (body as { code?: string } | undefined)?.code;

  it.each([
    [406, 'not_acceptable', PATH, { accept: 'application/json' }, 'user'],
    [401, 'missing_api_key', PATH, {}, null],
    [404, 'campaign_not_found', '/campaigns/5F/events', {}, 'user'],
    [422, 'validation_failed', `${PATH}?since=1`, {}, 'user'],
    [403, 'user_key_required', PATH, {}, 'operator'],
  ] as const)('an error is a regular problem: %i %s', async (expected, name, path, headers, key) => {
    const answer = await gateway.call('GET', path, { headers }, key);
    expect([answer.status, code(answer)]).toEqual([expected, name]);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  it('an unknown campaign is a problem, even if only a stream is acceptable', async () => {
    trouble = new AppError('campaign_not_found');
    const answer = await gateway.call('GET', PATH, { headers: { accept: 'text/event-stream' } });
    expect([answer.status, code(answer)]).toEqual([404, 'campaign_not_found']);
  });

  it('HEAD returns its headers and OPTIONS its methods', async () => {
    const answer = await gateway.call('HEAD', PATH);
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([
      200,
      'text/event-stream',
      '',
    ]);
    expect((await gateway.call('OPTIONS', PATH)).headers.allow).toBe('GET, HEAD');
  });

  it('a user at the limit of streams is rejected', async () => {
    const open = [watch(), watch(), watch()];
    await Promise.all(open.map((wire) => wire.until(reported(9))));
    const answer = await gateway.call('GET', PATH);
    expect([answer.status, code(answer)]).toEqual([409, 'limit_reached']);
    open[0]?.destroy();
    await eventually(async () => (await gateway.call('HEAD', PATH)).status === 200);
  });
});

describe('when the gateway stops', () => {
  it('streams end immediately', async () => {
    const own = await Gateway.start(services);
    const wire = watch(keys.user, own);
    await wire.until(reported(9));
    const began = performance.now();
    const closed = own.close();
    expect(await wire.untilClosed()).toMatch(lastChunk);
    // Well before slow connections would be cut.
    expect(performance.now() - began).toBeLessThan(5_000);
    await closed;
  });
});
