import { ask, cleanUp, messagesOf, runningSandbox, send, withMails } from './running-sandbox';

afterEach(cleanUp);

describe('the API', () => {
  it('returns the newest messages, up to the limit', async () => {
    const sandbox = await withMails(3);
    expect(messagesOf(await ask(sandbox, '/api/messages')).map(({ subject }) => subject)).toEqual([
      'Mail 3',
      'Mail 2',
      'Mail 1',
    ]);
    expect(messagesOf(await ask(sandbox, '/api/messages?limit=2'))).toHaveLength(2);
  });

  it('counts the messages of each recipient', async () => {
    const sandbox = await withMails(2);
    await send(sandbox, { to: 'PERSON2@example.com' });
    expect(JSON.parse((await ask(sandbox, '/api/recipients')).body)).toEqual({
      recipients: [
        { to: 'person1@example.com', count: 1 },
        { to: 'person2@example.com', count: 2 },
      ],
    });
  });

  it('empties the inbox, and takes new messages afterward', async () => {
    const sandbox = await withMails(2);
    const answer = await ask(sandbox, '/api/messages', { method: 'DELETE' });
    expect([answer.status, answer.body]).toEqual([200, '{"deleted":2}']);
    await send(sandbox, { to: 'ana@example.com', subject: 'New' });
    expect(messagesOf(await ask(sandbox, '/api/messages'))).toMatchObject([{ subject: 'New' }]);
  });

  it('reads an unescaped plus before a number as a plus', async () => {
    const sandbox = await runningSandbox();
    await sandbox.store.append({
      channel: 'SMS',
      sender: '+15005550006',
      recipients: ['+4791234567'],
      body: Buffer.from('Hei'),
    });
    expect(messagesOf(await ask(sandbox, '/api/messages?to=+4791234567'))).toMatchObject([
      {
        channel: 'SMS',
        to: '+4791234567',
        from: '+15005550006',
        subject: null,
        html: null,
        text: 'Hei',
        headers: null,
        mediaUrl: null,
        attachments: [],
      },
    ]);
  });

  it.each([
    [422, '/api/messages?limit=0'],
    [422, '/api/messages?limit=1001'],
    [422, '/api/messages?limit=1e2'],
    [422, '/api/messages?limit='],
    [422, '/api/messages?limit=1&limit=2'],
    [422, '/api/messages?to='],
    [422, '/api/messages?to=a@x.test&to=b@x.test'],
    [422, '/api/messages?To=a@x.test'],
    [422, '/api/recipients?to=a@x.test'],
    [404, '/api/messages/'],
    [404, '/api/../api/messages'],
    [404, '/api//messages'],
    [404, '/api/%6Dessages'],
    [404, '/api'],
  ])('responds with %d, as a problem, to %s', async (status, path) => {
    const answer = await ask(await runningSandbox(), path);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(JSON.parse(answer.body)).toEqual({
      type: 'about:blank',
      title: expect.any(String) as unknown,
      status,
      detail: expect.any(String) as unknown,
    });
  });

  it.each([
    '?to=%',
    '?to=%zz',
    '?to=%00',
    '?to=%ff%fe',
    '?to=constructor',
    '?to=__proto__',
    `?to=${'a'.repeat(8000)}`,
  ])('finds no messages, without an error, for %s', async (query) => {
    const answer = await ask(await withMails(1), `/api/messages${query}`);
    expect([answer.status, answer.body]).toEqual([200, '{"messages":[]}']);
  });

  it('names the allowed methods when another is used', async () => {
    const sandbox = await runningSandbox();
    for (const method of ['POST', 'PUT', 'PATCH', 'OPTIONS']) {
      const answer = await ask(sandbox, '/api/messages', { method });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, DELETE']);
    }
  });

  it('responds to HEAD as to GET, without the body', async () => {
    const answer = await ask(await withMails(1), '/api/messages', { method: 'HEAD' });
    expect([answer.status, answer.body]).toEqual([200, '']);
  });
});

describe('the guard', () => {
  it.each(['evil.test', 'evil.test:8025', 'localhost.evil.test', '127.0.0.1.evil.test', 'a b'])(
    'does not respond under the host name "%s"',
    async (host) => {
      const answer = await ask(await runningSandbox(), '/api/messages', { headers: { host } });
      expect(answer.status).toBe(421);
    },
  );

  it.each([
    'localhost',
    'LOCALHOST:1',
    'inbox.localhost:1',
    '127.0.0.1:1',
    '[::1]:1',
    '192.0.2.1',
    'sandbox:8025',
  ])('responds under %s', async (host) => {
    const sandbox = await runningSandbox({ INBOX_HOSTS: 'other, sandbox' });
    expect((await ask(sandbox, '/api/messages', { headers: { host } })).status).toBe(200);
  });

  it.each([
    { origin: 'http://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
  ])('does not let another page empty the inbox: %j', async (headers) => {
    const sandbox = await withMails(1);
    for (const [method, path] of [
      ['POST', '/empty'],
      ['DELETE', '/api/messages'],
    ] as const) {
      expect((await ask(sandbox, path, { method, headers })).status).toBe(403);
    }
    expect(sandbox.store.size).toBe(1);
  });

  it('does not let another page read the inbox, but allows links to it', async () => {
    const sandbox = await runningSandbox();
    const foreign = (mode: string): Record<string, string> => ({
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': mode,
    });
    expect((await ask(sandbox, '/', { headers: foreign('no-cors') })).status).toBe(403);
    expect((await ask(sandbox, '/', { headers: foreign('navigate') })).status).toBe(200);
  });

  it('lets its own page empty the inbox', async () => {
    const sandbox = await withMails(1);
    const headers = { origin: `http://localhost:1`, host: 'localhost:1', 'sec-fetch-site': 'same-origin' };
    expect(await ask(sandbox, '/empty', { method: 'POST', headers })).toMatchObject({
      status: 303,
      headers: { location: '/' },
    });
    expect(sandbox.store.size).toBe(0);
  });
});
