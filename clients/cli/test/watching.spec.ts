import { carillon, events, problem } from './carillon';
import { screenAfter } from './screen';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
const zeros = {
  QUEUED: 0,
  SENT: 0,
  DELIVERED: 0,
  READ: 0,
  FAILED: 0,
  BOUNCED: 0,
  COMPLAINED: 0,
  SKIPPED: 0,
  UNCONFIRMED: 0,
  CANCELLED: 0,
};

function report(status: string, states: Partial<typeof zeros>, more: object = {}) {
  const all = { ...zeros, ...states };
  const total = Object.values(all).reduce((sum, n) => sum + n, 0);
  return {
    campaignId: ID,
    status,
    asOf: '2026-03-01T10:00:05.000Z',
    planning: { done: true, planned: total },
    total,
    states: all,
    channels: { EMAIL: { total, states: all, segments: 0 } },
    reasons: [],
    waiting: [],
    ratePerSecond: null,
    estimatedEndAt: null,
    ...more,
  };
}

const half = report(
  'SENDING',
  { QUEUED: 5, SENT: 5 },
  { ratePerSecond: 2, estimatedEndAt: '2026-03-01T10:00:08.000Z' },
);
const done = report('SENT', { SENT: 10 });
const watch = ['campaigns', 'watch', ID];

describe('watching a campaign', () => {
  it('prints each report in a line, and a table at the end', async () => {
    const { code, stderr, stdout, requests } = await carillon(watch, { answers: [events(half, done)] });
    expect(code).toBe(0);
    expect(requests.map(({ request }) => request)).toEqual([`GET /campaigns/${ID}/events`]);
    expect(stderr.split('\n')).toEqual([
      '2026-03-01 10:00:05Z  SENDING  50 %  5 of 10  QUEUED 5  SENT 5',
      '2026-03-01 10:00:05Z  SENT  100 %  10 of 10  SENT 10',
      '',
    ]);
    expect(stdout).toContain('CHANNEL  SENT  SEGMENTS  TOTAL\nEMAIL      10         0     10\n');
  });

  it('ends with the changes to integrations during the campaign', async () => {
    const by = { role: 'user', keyId: ID };
    const fields = ['settings.host', 'settings.password'];
    const change = { at: '2026-03-01T10:00:03.000Z', channel: 'EMAIL', integration: ID, fields, by };
    const changed = report('SENT', { SENT: 10 }, { integrationChanges: [change] });
    const { stdout } = await carillon(watch, { answers: [events(half, changed)] });
    expect(stdout).toContain(
      `EMAIL uses changed settings since 2026-03-01 10:00:03Z: settings.host, settings.password (key ${ID})`,
    );
  });

  it('shows opens and clicks, if tracked, by people and automated ones', async () => {
    const opens = { unique: 4, total: 1_200, machine: 3 };
    const counted = (mode: string, unique: number | null) =>
      report('SENT', { SENT: 10 }, { engagement: { mode, opens, clicks: { unique, total: 2, machine: 0 } } });
    const shown = async (last: object) =>
      (await carillon(watch, { answers: [events(half, last)] })).stdout.split('\n').slice(-4);
    expect(await shown(counted('FULL', 2))).toEqual([
      '',
      'opens   1,200 by 4 people, and 3 automated',
      'clicks  2 by 2 people, and 0 automated',
      '',
    ]);
    expect(await shown(counted('AGGREGATE', null))).toContain('clicks  2, and 0 automated');
    expect((await shown(counted('OFF', null))).join('')).not.toContain('machines');
    const devices = {
      opens: { DESKTOP: 200, PHONE: 1_000, TABLET: 0, UNKNOWN: 0 },
      clicks: { DESKTOP: 0, PHONE: 0, TABLET: 0, UNKNOWN: 0 },
    };
    const clicks = { unique: 0, total: 0, machine: 0 };
    const byDevice = report('SENT', { SENT: 10 }, { engagement: { mode: 'FULL', opens, clicks, devices } });
    expect(await shown(byDevice)).toEqual([
      'opens   1,200 by 4 people, and 3 automated',
      '        DESKTOP 200  PHONE 1,000',
      'clicks  0 by 0 people, and 0 automated',
      '',
    ]);
  });

  it('shows conversions with the value of each currency, if they are counted', async () => {
    const values = [
      { currency: 'EUR', sum: '1149.70' },
      { currency: 'JPY', sum: '500' },
    ];
    const shown = async (conversions: object | null) => {
      const last = report('SENT', { SENT: 10 }, { conversions });
      return (await carillon(watch, { answers: [events(half, last)] })).stdout;
    };
    expect(await shown({ unique: 2, total: 3, values })).toContain(
      '\nconversions  3 by 2 people, EUR 1149.70, JPY 500\n',
    );
    expect(await shown({ unique: null, total: 0, values: [] })).toContain('\nconversions  0\n');
    expect(await shown(null)).not.toContain('conversions');
  });

  it('draws a bar in a terminal, and removes it', async () => {
    const env = { LANG: 'en_US.UTF-8' };
    const { stderr } = await carillon(watch, { answers: [events(half, done)], columns: 60, env });
    const [first = ''] = stderr.split('\u001b[2A');
    expect(screenAfter(first, 60)).toEqual([
      'SENDING  2/s  3 s left',
      '██████████░░░░░░░░░░  50 %  5 of 10',
      'QUEUED 5  SENT 5',
    ]);
    expect(screenAfter(stderr, 60)).toEqual([]);
  });

  it('prints every report as a line of JSON for scripts', async () => {
    const { stdout, stderr } = await carillon([...watch, '--json'], { answers: [events(half, done)] });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([half, done]);
    expect(stderr).toBe('');
  });

  it.each([
    ['the stream ends early', [events(half)]],
    ['the gateway is unavailable', [events(half), ...Array<Error>(4).fill(new TypeError('fetch failed'))]],
    ['there are too many streams', [problem(409, 'limit_reached'), half]],
    ['a proxy blocks the stream', [problem(406, 'not_acceptable'), half]],
  ])('continues when %s', async (_case, answers) => {
    const { code, stdout } = await carillon(watch, { answers: [...answers, events(done)] });
    expect(code).toBe(0);
    expect(stdout).toContain('SENT');
  });

  it('requests a report if the stream is open but silent', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const silent = new Response(new ReadableStream());
    const watched = carillon(watch, { answers: [silent, half, events(done)] });
    await jest.advanceTimersByTimeAsync(46_000);
    jest.useRealTimers();
    const { code, requests } = await watched;
    expect([code, requests.map(({ request }) => request)]).toEqual([
      0,
      [`GET /campaigns/${ID}/events`, `GET /campaigns/${ID}/report`, `GET /campaigns/${ID}/events`],
    ]);
  });

  it('retries for a limited time', async () => {
    const away = (times: number) => Array<Error>(times * 4).fill(new TypeError('fetch failed'));
    const alive = new Response(': still here\n\n');
    const recovered = await carillon(watch, { answers: [...away(40), alive, ...away(40), events(done)] });
    expect(recovered.code).toBe(0);
    expect((await carillon(watch, { answers: [...away(51), events(done)] })).code).toBe(3);
  });

  it('prints few lines outside a terminal', async () => {
    const at = (seconds: number) => ({ ...half, asOf: new Date(seconds * 1000).toISOString() });
    const { stderr } = await carillon(watch, { answers: [events(at(1), at(2), at(3), at(6), at(7), done)] });
    expect(stderr.split('\n').map((line) => line.slice(11, 20).trim())).toEqual([
      '00:00:01Z',
      '00:00:06Z',
      '10:00:05Z',
      '',
    ]);
  });

  it('keeps its bar below other messages', async () => {
    const answers = [events(half), problem(503, 'service_unavailable'), events(done)];
    const { stderr } = await carillon(watch, { answers, columns: 60 });
    const note = 'carillon: Detail of service_unavailable; retrying';
    const [, below = ''] = stderr.split(note);
    expect(below).toContain('SENDING');
    expect(screenAfter(stderr, 60)).toEqual([note]);
  });

  it.each([
    ['a recipient was not reached', report('SENT', { SENT: 9, FAILED: 1 }), 'See FAILED'],
    ['a result is unknown', report('SENT', { UNCONFIRMED: 1 }), 'See UNCONFIRMED'],
    ['it was canceled', report('CANCELLED', { CANCELLED: 3 }), 'was canceled'],
    ['it is a draft', report('DRAFT', {}), 'is a draft'],
  ])('exits with 4 when %s', async (_case, last, why) => {
    const { code, stderr } = await carillon(watch, { answers: [events(last)] });
    expect(code).toBe(4);
    expect(stderr).toContain(why);
  });

  it('exits with 0 when suppressed recipients were skipped', async () => {
    const { code } = await carillon(watch, { answers: [events(report('SENT', { SENT: 1, SKIPPED: 5 }))] });
    expect(code).toBe(0);
  });

  it('waits for the last leases of a canceled campaign', async () => {
    const first = report('CANCELLED', { QUEUED: 2, CANCELLED: 3 });
    const { stderr } = await carillon(watch, {
      answers: [events(first), events(report('CANCELLED', { CANCELLED: 5 }))],
    });
    expect(stderr).toContain('100 %  5 of 5');
  });

  it('ends when the campaign is deleted', async () => {
    const { code } = await carillon(watch, { answers: [events(half), problem(404, 'campaign_not_found')] });
    expect(code).toBe(1);
  });

  it('reports why it waits', async () => {
    const waiting = [
      { channel: 'EMAIL', reason: 'CONNECTION', since: '2026-03-01T10:00:00.000Z', nextTryAt: null },
    ];
    const { stderr } = await carillon(watch, { answers: [events({ ...half, waiting }, done)] });
    expect(stderr).toContain('EMAIL has been waiting since 2026-03-01 10:00:00Z: CONNECTION');
  });

  it('follows a campaign that the command publishes', async () => {
    const { requests, code } = await carillon(['campaigns', 'publish', ID, '--watch'], {
      answers: [{ _id: ID }, events(done)],
    });
    expect([code, requests.map(({ request }) => request)]).toEqual([
      0,
      ['POST /campaigns/publish', `GET /campaigns/${ID}/events`],
    ]);
  });
});
