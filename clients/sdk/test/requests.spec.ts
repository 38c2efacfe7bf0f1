import { inspect } from 'node:util';
import { CarillonError } from '@carillon/sdk';
import { type Answer, Served, cut, json, nothing, problem, value } from './served';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
let served: Served;
afterEach(() => served.stop());

/** Returns the error of a request that has to fail. */
async function failure(request: Promise<unknown>): Promise<CarillonError> {
  const error: unknown = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CarillonError)) throw new Error(`Not refused, but: ${inspect(error)}`);
  return error;
}

describe('a request', () => {
  it('has the path, the query, the body and the key, and returns the value of the operation', async () => {
    served = await Served.by(value({ _id: ID }), value([{ _id: 's' }]));
    const client = served.client({ headers: () => ({ 'x-csrf': 'token' }) });
    expect(await client.post('/campaigns/publish', { body: { campaignId: ID } })).toEqual({ _id: ID });
    // Callers never see the misspelled key of this list.
    expect(await client.get('/subscribers', { query: { groupId: ID, identifier: '+47 1' } })).toEqual([
      { _id: 's' },
    ]);
    expect(served.asked).toMatchObject([
      {
        request: 'POST /campaigns/publish',
        headers: {
          authorization: 'Bearer car_live_test',
          'x-csrf': 'token',
          'content-type': 'application/json',
        },
        body: `{"campaignId":"${ID}"}`,
      },
      { request: `GET /subscribers?groupId=${ID}&identifier=%2B47%201` },
    ]);
    expect(served.asked[1]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('encodes path parameters', async () => {
    served = await Served.by();
    await served.client().get('/campaigns/{id}', { path: { id: '../account?x' } });
    expect(served.asked[0]?.request).toBe('GET /campaigns/..%2Faccount%3Fx');
  });

  it('is sent again once if the server closes its kept-alive connection', async () => {
    served = await Served.by(value({}), cut, value({ _id: ID }), cut, value({ _id: ID }));
    const client = served.client();
    await client.get('/account');
    expect(await client.get('/campaigns/{id}', { path: { id: ID } })).toEqual({ _id: ID });
    expect(await client.post('/campaigns/publish', { body: { campaignId: ID } })).toEqual({ _id: ID });
    const keys = served.asked.slice(3).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(served.retried.map(({ code }) => code)).toEqual(['unreachable', 'unreachable']);
  });

  it('reads the key each time, and is sent without one if there is none', async () => {
    served = await Served.by();
    const keys = ['car_live_1', 'car_live_2'];
    const client = served.client({ key: () => Promise.resolve(keys.shift() ?? '') });
    await client.get('/account');
    await client.get('/account');
    await served.client({ key: undefined }).get('/account');
    expect(served.asked.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer car_live_1',
      'Bearer car_live_2',
      undefined,
    ]);
  });

  it('never shows the key', async () => {
    served = await Served.by(problem(401, 'invalid_api_key'));
    const client = served.client();
    const error = await failure(client.get('/account'));
    expect(inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client)).not.toContain(
      'car_live',
    );
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('car_live');
    await expect(served.client({ key: 'car_live_x\n' }).get('/account')).rejects.not.toThrow('car_live');
  });

  it('does not follow redirects', async () => {
    const elsewhere = await Served.by();
    served = await Served.by(json(302, {}, { location: elsewhere.url }));
    const error = await failure(served.client().get('/account'));
    expect([error.code, error.status, error.isTemporary]).toEqual(['unexpected_answer', 302, false]);
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.stop();
  });
});

describe('a temporary failure', () => {
  it.each<[string, Answer[], number[]]>([
    ['the connection is cut', [cut], [300]],
    ['there is no response in time', [nothing], [300]],
    ['the response is cut off', [(response) => cutAfter(response, '{"data":{"cr')], [300]],
    [
      'services are unavailable',
      [problem(503, 'service_unavailable'), problem(504, 'timeout')],
      [300, 1_000],
    ],
    ['the API states the wait', [problem(429, 'rate_limited', { 'retry-after': '7' })], [7_000]],
    ['an earlier attempt is still in progress', [problem(409, 'idempotency_in_progress')], [300]],
    ['a proxy has no gateway', [json(502, 'Bad gateway')], [300]],
  ])('is retried under the same key: %s', async (_case, failures, pauses) => {
    served = await Served.by(...failures, value({ _id: ID }));
    const client = served.client(failures.includes(nothing) ? { timeout: 5_000 } : {});
    expect(await client.post('/groups', { body: { name: 'Choir' } })).toEqual({ _id: ID });
    expect(served.pauses).toEqual(pauses);
    expect(served.retried).toHaveLength(failures.length);
    const keys = new Set(served.asked.map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[\w-]{36}$/);
    expect(new Set(served.asked.map(({ body }) => body))).toEqual(new Set(['{"name":"Choir"}']));
  });

  it.each([
    [0, [240, 800]],
    [1, [360, 1_200]],
  ])('is retried after a pause that varies by a fifth', async (random, pauses) => {
    served = await Served.by(cut, cut, value({ _id: ID }));
    jest.spyOn(Math, 'random').mockReturnValue(random);
    await served.client().get('/account');
    expect(served.pauses).toEqual(pauses);
  });

  it('is never retried before the time in Retry-After', async () => {
    served = await Served.by(problem(429, 'rate_limited', { 'retry-after': '1' }), value({ _id: ID }));
    jest.spyOn(Math, 'random').mockReturnValue(0);
    await served.client().get('/account');
    expect(served.pauses).toEqual([1_000]);
  });

  it('does not reuse a key for two requests, except a given key', async () => {
    served = await Served.by();
    const client = served.client();
    for (const idempotencyKey of [undefined, undefined, 'mine', 'mine'])
      await client.post('/groups', { body: { name: 'x' }, idempotencyKey });
    const [a, b, c, d] = served.asked.map(({ headers }) => headers['idempotency-key']);
    expect(a).not.toBe(b);
    expect([c, d]).toEqual(['mine', 'mine']);
  });

  it('ends after a limited number of attempts, with the last error', async () => {
    served = await Served.by(cut, cut, cut, problem(503, 'service_unavailable'));
    expect((await failure(served.client().get('/account'))).code).toBe('service_unavailable');
    expect(served.pauses).toEqual([300, 1_000, 3_000]);
  });

  it.each<[string, Answer, Partial<{ retries: number }>]>([
    ['an error of the request', problem(422, 'validation_failed'), {}],
    ['an internal error of the API', problem(500, 'internal'), {}],
    ['a wait of an hour', problem(503, 'service_unavailable', { 'retry-after': '3600' }), {}],
    ['if retries are disabled', problem(503, 'service_unavailable'), { retries: 0 }],
  ])('is not retried: %s', async (_case, answer, options) => {
    served = await Served.by(answer);
    await failure(served.client(options).get('/account'));
    expect(served.asked).toHaveLength(1);
  });
});

describe('an error', () => {
  it('has the code, the status, the request and the fields', async () => {
    const errors = [{ field: 'name', code: 'too_long', detail: 'At most 100 characters' }];
    served = await Served.by(problem(422, 'validation_failed', {}, { errors }));
    const error = await failure(served.client().post('/groups', { body: { name: 'x' } }));
    expect(error).toMatchObject({
      name: 'CarillonError',
      message: 'Detail of validation_failed',
      code: 'validation_failed',
      status: 422,
      requestId: 'r1',
      fields: errors,
      isTemporary: false,
    });
    expect(error.problem).toMatchObject({ title: 'validation_failed' });
  });

  it('states when a retry can succeed', async () => {
    served = await Served.by(problem(429, 'rate_limited', { 'retry-after': '120' }));
    expect(await failure(served.client().get('/account'))).toMatchObject({
      retryAfter: 120,
      isTemporary: true,
    });
  });

  it.each<[string, Answer, object]>([
    [
      'a page',
      (response) => void response.writeHead(404, { 'x-request-id': 'r2' }).end('<html>'),
      { status: 404, requestId: 'r2' },
    ],
    ['JSON of another kind', json(400, { message: 'no' }), { status: 400, problem: null, fields: [] }],
    ['nothing', (response) => void response.writeHead(403).end(), { status: 403 }],
    [
      'a success with an HTML page',
      (response) => void response.end('<html>'),
      { status: 200, isTemporary: true },
    ],
    ['a success without a value', json(200, { data: {} }), { status: 200 }],
  ])('is thrown if the response is not from this API: %s', async (_case, answer, details) => {
    served = await Served.by(answer);
    const error = await failure(served.client().get('/account'));
    expect(error).toMatchObject({ code: 'unexpected_answer', ...details });
  });

  it('is thrown if nothing listens', async () => {
    served = await Served.by();
    const client = served.client({ retries: 0 });
    await served.stop();
    const error = await failure(client.get('/account'));
    expect(error).toMatchObject({ code: 'unreachable', status: null, requestId: null, isTemporary: true });
    expect(error.message).toBe(`${served.url} is unreachable: connection refused`);
  });
});

describe('an aborted signal', () => {
  it.each(['of the request', 'of the client'])(
    'ends a request that waits for its response: %s',
    async (whose) => {
      const abort = new AbortController();
      served = await Served.by(() => abort.abort(new Error('enough')));
      const signal = abort.signal;
      const ofClient = whose === 'of the client';
      const client = served.client(ofClient ? { signal } : {});
      await expect(client.get('/account', ofClient ? {} : { signal })).rejects.toThrow('enough');
      expect(served.asked).toHaveLength(1);
    },
  );

  it('ends the pause before another attempt', async () => {
    const abort = new AbortController();
    served = await Served.by(problem(503, 'service_unavailable', { 'retry-after': '60' }));
    const client = served.client({ pause: undefined, onRetry: () => abort.abort(new Error('enough')) });
    await expect(client.get('/account', { signal: abort.signal })).rejects.toThrow('enough');
  });

  it('prevents a request', async () => {
    served = await Served.by();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(served.client().post('/groups', { body: { name: 'x' }, signal })).rejects.toThrow('enough');
    expect(served.asked).toEqual([]);
  });
});

describe('a list', () => {
  const pages = () => [
    value([{ _id: '1' }, { _id: '2' }], { 'next-cursor': 'a/b' }),
    value([{ _id: '3' }, { _id: '4' }], { 'next-cursor': 'c' }),
    value([{ _id: '5' }]),
  ];
  const requests = () => served.asked.map(({ request }) => request);

  it('is read item by item, page by page', async () => {
    served = await Served.by(...pages());
    const ids: string[] = [];
    for await (const { _id } of served.client().list('/groups', { query: { include: 'counts', limit: 2 } }))
      ids.push(_id);
    expect(ids).toEqual(['1', '2', '3', '4', '5']);
    expect(requests()).toEqual([
      'GET /groups?include=counts&limit=2',
      'GET /groups?include=counts&limit=2&cursor=a%2Fb',
      'GET /groups?include=counts&limit=2&cursor=c',
    ]);
  });

  it('is read only until the reader stops', async () => {
    served = await Served.by(...pages());
    for await (const group of served.client().list('/groups')) if (group._id === '2') break;
    expect(requests()).toEqual(['GET /groups?limit=1000']);
  });

  it('requests no more items than the limit', async () => {
    served = await Served.by(...pages());
    const found = [];
    for await (const page of served.client().pages('/groups', { query: { limit: 2 } }, 3))
      found.push(page.length);
    expect(requests()).toEqual(['GET /groups?limit=2', 'GET /groups?limit=1&cursor=a%2Fb']);
  });

  it('can be read one page at a time for a stored cursor', async () => {
    served = await Served.by(...pages().slice(1));
    const client = served.client();
    const first = await client.page('/groups', { query: { limit: 2, cursor: 'a/b' } });
    expect(first).toEqual({ items: [{ _id: '3' }, { _id: '4' }], next: 'c' });
    const last = await client.page('/groups', { query: { cursor: 'c' } });
    expect(last.next).toBeNull();
    expect(requests()).toEqual(['GET /groups?limit=2&cursor=a%2Fb', 'GET /groups?cursor=c&limit=1000']);
  });

  it('continues at the page that failed', async () => {
    const [first, ...others] = pages();
    served = await Served.by(first ?? cut, cut, ...others);
    const ids: string[] = [];
    for await (const { _id } of served.client().list('/groups')) ids.push(_id);
    expect(ids).toEqual(['1', '2', '3', '4', '5']);
  });
});

function cutAfter(response: Parameters<Answer>[0], text: string): void {
  response.writeHead(200, { 'content-length': '1000' });
  response.write(text, () => response.destroy());
}
