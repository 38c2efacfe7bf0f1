import { ask, cleanUp, messagesOf, runningSandbox, send, withMails } from './running-sandbox';

afterEach(cleanUp);

const attack = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'';

describe('the page', () => {
  it('shows the content of an email as text, even if it contains markup', async () => {
    const sandbox = await runningSandbox();
    await send(sandbox, {
      from: { name: attack, address: 'x@x.test' },
      envelope: { from: 'x@x.test', to: '<script>@example.com' },
      subject: attack,
      text: attack,
      headers: { 'X-Attack': attack },
      attachments: [{ filename: attack, content: 'x' }],
    }).catch(() => undefined);
    await send(sandbox, {
      to: "'onmouseover=alert(1)'@example.com",
      subject: attack,
      text: attack,
      html: attack,
    });
    for (const path of [
      '/',
      '/?to=<script>"',
      '/messages?to=<script>"',
      '/messages/1',
      '/messages/1?tab=text',
      '/messages/1?tab=headers',
      '/messages/1?tab=source',
    ]) {
      const { body, status } = await ask(sandbox, encodeURI(path));
      expect(status).toBe(200);
      expect(body).not.toMatch(/<script>|<img src=x|"'?onmouseover/);
      expect(body).toContain('&lt;script&gt;');
    }
  });

  it('renders an email in a frame that runs nothing and loads nothing from other hosts', async () => {
    const sandbox = await runningSandbox();
    await send(sandbox, { to: 'ana@example.com', html: `<img src="https://cdn.test/a.png">${attack}` });
    const page = await ask(sandbox, '/messages/1');
    expect(page.body).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect(page.body).toContain('Remote content is not loaded.');
    const policy = String((await ask(sandbox, '/messages/1/rendered')).headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    expect(policy).not.toMatch(/https?:|allow-(?:scripts|same-origin|forms|top-navigation)/);
  });

  it('lets an email load pictures from other hosts after the reader asks, but no scripts', async () => {
    const sandbox = await runningSandbox();
    await send(sandbox, { to: 'ana@example.com', html: '<img src="https://cdn.test/a.png">' });
    expect((await ask(sandbox, '/messages/1?remote=1')).body).toContain('/messages/1/rendered?remote=1');
    const policy = String(
      (await ask(sandbox, '/messages/1/rendered?remote=1')).headers['content-security-policy'],
    );
    expect(policy).toContain(
      "default-src 'none'; style-src 'unsafe-inline' http: https:; img-src data: http: https:",
    );
    expect(policy).not.toMatch(/script/);
  });

  it('shows an embedded picture', async () => {
    const sandbox = await runningSandbox();
    const attachments = [{ cid: 'logo', filename: 'logo.png', content: Buffer.from('picture') }];
    await send(sandbox, { to: 'ana@example.com', html: '<img src="cid:logo">', attachments });
    expect((await ask(sandbox, '/messages/1/rendered')).body).toContain(
      'src="data:image/png;base64,cGljdHVyZQ=="',
    );
    expect(messagesOf(await ask(sandbox, '/api/messages'))[0]?.html).toBe('<img src="cid:logo">');
  });

  it('allows only its own scripts, styles and frames', async () => {
    const { headers } = await ask(await runningSandbox(), '/');
    expect(headers['content-security-policy']).toContain(
      "default-src 'none'; style-src 'self'; script-src 'self'",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('finds messages by a part of the recipient, in any case, page by page', async () => {
    const sandbox = await withMails(1);
    for (let i = 0; i < 60; i++) {
      await sandbox.store.append({
        channel: 'SMS',
        sender: '+1',
        recipients: [`+47${i + 100}`],
        body: Buffer.from(`Text ${i}`),
      });
    }
    const found = await ask(sandbox, '/messages?to=ERSON1@');
    expect(found.body.match(/<li /g)).toHaveLength(1);
    const first = await ask(sandbox, '/messages');
    const older = /href="(\/messages\?before=\d+)">Older/.exec(first.body)?.[1] ?? '';
    expect(first.body.match(/<li /g)).toHaveLength(50);
    expect((await ask(sandbox, older)).body.match(/<li /g)).toHaveLength(11);
  });

  it('offers a choice of channels if there is more than one', async () => {
    const sandbox = await withMails(1);
    expect((await ask(sandbox, '/messages')).body).not.toContain('aria-label="Channel"');
    await sandbox.store.append({
      channel: 'WHATSAPP',
      sender: '+1',
      recipients: ['+2'],
      body: Buffer.from('Hello there'),
    });
    expect((await ask(sandbox, '/messages')).body).toContain('aria-label="Channel"');
    const only = await ask(sandbox, '/messages?channel=whatsapp');
    expect(only.body.match(/<li /g)).toHaveLength(1);
    expect(only.body).toContain('Hello there');
  });

  it('offers the raw message as a download', async () => {
    const answer = await ask(await withMails(1), '/messages/1/source');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="message-1.eml"');
    expect(answer.body).toMatch(/^Return-Path: <news@acme.test>\r\n/);
    expect(answer.body).toMatch(/\r\nSubject: Mail 1\r\n/);
  });

  it.each([
    '/messages/2',
    '/messages/0',
    '/messages/999999999999999',
    '/messages/1/rendered',
    '/messages/abc',
    '/nothing',
  ])('reports that there is nothing at %s, beside a list that still works', async (path) => {
    const answer = await ask(await withMails(1), path);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('Mail 1');
  });

  it('shows the source of an email that cannot be parsed', async () => {
    const sandbox = await runningSandbox();
    const raw = `Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(2000)}`;
    await send(sandbox, { envelope: { from: 'x@x.test', to: 'ana@example.com' }, raw });
    expect((await ask(sandbox, '/messages/1?tab=source')).status).toBe(200);
    expect(messagesOf(await ask(sandbox, '/api/messages'))).toMatchObject([{ html: null }]);
  });
});

describe('an open page', () => {
  it('is notified when a message arrives', async () => {
    const sandbox = await runningSandbox();
    const { body } = await fetch(`http://127.0.0.1:${sandbox.inboxPort}/events`);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = (await reader?.read())?.value ?? '';
    await send(sandbox, { to: 'ana@example.com' });
    while (!received.includes('event: changed'))
      received += (await reader?.read())?.value ?? 'event: changed';
    expect(received).toContain('event: changed\ndata: 1\n\n');
    await reader?.cancel();
  });
});
