import { carillon, page, problem } from './carillon';

const refused = new TypeError('fetch failed', {
  cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
});

describe('a refusal by the API', () => {
  it('shows what is wrong, where, and the request', async () => {
    const errors = [
      { field: 'name', code: 'too_long', detail: 'At most 100 characters' },
      { field: 'slug', code: 'invalid_slug', detail: 'Not a slug' },
    ];
    const answers = [problem(422, 'validation_failed', { errors })];
    const { code, stdout, stderr } = await carillon(['groups', 'create', 'x'], { answers });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`carillon: Detail of validation_failed (422 validation_failed)
  name   too_long      At most 100 characters
  slug   invalid_slug  Not a slug
  request     r1
`);
  });

  it('is the whole problem for scripts', async () => {
    const answers = [problem(409, 'slug_taken')];
    const { code, stderr } = await carillon(['groups', 'create', 'x', '--json'], { answers });
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ code: 'slug_taken', status: 409 });
  });

  it('contains no control sequences', async () => {
    const answers = [problem(404, 'group_not_found', { detail: 'Gone\u001b[2J\u202e' })];
    const { stderr } = await carillon(['groups', 'show', '6560f0a1b2c3d4e5f6a7b8c9'], { answers });
    expect(stderr).toContain('Gone\\u{1b}[2J\\u{202e} (404');
  });

  it.each(['x', [null, 1]])('is explained even if it is not a problem document: %j', async (errors) => {
    const answers = [problem(404, 'group_not_found', { errors, subscriberId: {}, requestId: 7 })];
    const { code, stderr } = await carillon(['groups', 'show', '6560f0a1b2c3d4e5f6a7b8c9'], { answers });
    expect([code, stderr.split('\n')[0]]).toEqual([
      1,
      'carillon: Detail of group_not_found (404 group_not_found)',
    ]);
  });

  it.each([
    ['a note', ['account'], problem(503, 'service_unavailable', { detail: 'Away\u001b[2J' })],
    ['an id', ['keys', 'list', '-q'], page([{ _id: '1\u001b[2J' }])],
    ['ids', ['keys', 'revoke', 'x', '-y', '-q'], { ids: ['1\u001b[2J'] }],
    ['a number', ['campaigns', 'preview', 'x'], { SMS: { text: '', segments: '\u001b[2J' } }],
    ['a count', ['keys', 'revoke', 'x', '-y'], { deletedCount: '\u001b[2J' }],
  ])('nor in %s', async (_what, args, answer) => {
    const { stdout, stderr } = await carillon(args, { answers: [answer] });
    expect(stdout + stderr).toContain('\\u{1b}[2J');
    expect(stdout + stderr).not.toContain('\u001b');
  });
});

describe('a temporary failure', () => {
  it.each([
    ['the API throttles', [problem(429, 'rate_limited', {}, { 'retry-after': '7' })], [7_000]],
    [
      'a service is unavailable',
      [problem(503, 'service_unavailable'), problem(504, 'timeout')],
      [300, 1_000],
    ],
    ['nothing listens', [refused], [300]],
    ['the first attempt still runs', [problem(409, 'idempotency_in_progress')], [300]],
    ['a proxy finds no gateway', [new Response('<h1>Bad gateway</h1>', { status: 502 })], [300]],
  ])('is retried: %s', async (_case, failures, waited) => {
    const { code, requests, pauses, stdout } = await carillon(['groups', 'create', 'x', '-q'], {
      answers: [...failures, { _id: 'made' }],
    });
    expect([code, stdout, pauses]).toEqual([0, 'made\n', waited]);
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('ends with its own exit code if retries fail', async () => {
    const { code, requests, stderr } = await carillon(['account'], {
      answers: Array<Error>(9).fill(refused),
    });
    expect([code, requests.length]).toEqual([3, 4]);
    expect(stderr).toContain('http://carillon.test is unreachable: connection refused');
  });

  it('is not retried if the wait would be longer than a minute', async () => {
    const answers = [problem(429, 'rate_limited', {}, { 'retry-after': '3600' })];
    const { code, requests } = await carillon(['account'], { answers });
    expect([code, requests.length]).toEqual([3, 1]);
  });

  it('does not make another request use the same idempotency key', async () => {
    const keyOf = async () =>
      (await carillon(['groups', 'create', 'x'])).requests[0]?.headers.get('idempotency-key');
    expect(await keyOf()).not.toBe(await keyOf());
  });
});

describe('a server that is not this API', () => {
  it.each([
    ['another page', new Response('<html>')],
    ['a list instead of an object', page([])],
    ['a redirect', new Response(null, { status: 302, headers: { location: 'https://evil.example' } })],
  ])('is recognized: %s', async (_case, answer) => {
    const { code, stdout, stderr } = await carillon(['account'], { answers: [answer] });
    expect(code).toBeGreaterThan(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^carillon: /);
  });

  it('cannot redirect the command', async () => {
    const { requests } = await carillon(['account']);
    expect(requests[0]?.redirect).toBe('manual');
  });
});

describe('invalid arguments', () => {
  it.each([
    ['groups lst', "unknown command 'lst'"],
    ['groups create', "missing required argument 'name'"],
    ['groups list --limit 0', 'integer above 0'],
    ['subscribers add friends fax 1', 'Allowed values: EMAIL, WHATSAPP, SMS'],
    ['groups list --json --quiet', 'Use either --json or --quiet'],
    ['campaigns create x --sms a --sms-file b', 'Use either --sms or --sms-file'],
    ['campaigns create x --sms-file nowhere', 'Cannot read nowhere'],
    ['campaigns create x --sms a --watch', '--watch requires --start'],
    ['subscribers add friends sms 1 --data-json [1]', 'Must be a JSON object'],
    ['groups list --url ftp://x', '--url must be a URL'],
  ])('carillon %s', async (line, why) => {
    const { code, stderr } = await carillon(line.split(' '), { answers: [page([])] });
    expect(stderr).toContain(why);
    expect(code).toBe(2);
  });

  it('help is not a failure', async () => {
    const { code, stdout } = await carillon(['campaigns', 'create', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('carillon campaigns create "Hello {{name}}"');
  });
});

it('exits with 130 when the user interrupts', async () => {
  const enough = AbortSignal.abort();
  expect((await carillon(['account'], { answers: [new Error('aborted')], signal: enough })).code).toBe(130);
});
