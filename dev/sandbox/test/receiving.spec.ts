import { arrivedFor, cleanUp, runningSandbox, send, stopped, temporaryDirectory } from './running-sandbox';
import { untilTrue } from './until-true';

afterEach(cleanUp);

describe('an email sent to the sandbox', () => {
  it('appears with its HTML, text, subject, sender and header fields as they were sent', async () => {
    const sandbox = await runningSandbox();
    await send(sandbox, {
      from: { name: 'Bøker & Sånt', address: 'post@bok.test' },
      to: 'ana@example.com',
      subject: 'Høstens beste bøker 📚 til deg, en lang linje som må brytes et sted underveis',
      html: `<p>Blåbær = ${'å'.repeat(200)}</p>`,
      text: 'Blåbær',
      headers: { 'X-Long': `first ${'second '.repeat(20)}third` },
    });
    const [message, ...others] = await arrivedFor(sandbox, 'ana@example.com');
    expect(others).toEqual([]);
    expect(message).toEqual({
      channel: 'EMAIL',
      to: 'ana@example.com',
      from: 'Bøker & Sånt <post@bok.test>',
      subject: 'Høstens beste bøker 📚 til deg, en lang linje som må brytes et sted underveis',
      html: `<p>Blåbær = ${'å'.repeat(200)}</p>`,
      text: 'Blåbær',
      mediaUrl: null,
      attachments: [],
      headers: expect.objectContaining({
        'return-path': '<post@bok.test>',
        to: 'ana@example.com',
        'x-long': `first ${'second '.repeat(20)}third`,
      }) as unknown,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
    });
  });

  it('has null for each missing part', async () => {
    const sandbox = await runningSandbox();
    await send(sandbox, { to: 'text@example.com', text: 'Only text' });
    await send(sandbox, { to: 'html@example.com', text: '', html: '<p>Only HTML</p>' });
    expect((await arrivedFor(sandbox, 'text@example.com'))[0]).toMatchObject({ subject: null, html: null });
    expect((await arrivedFor(sandbox, 'html@example.com'))[0]).toMatchObject({
      text: null,
      html: '<p>Only HTML</p>\n',
    });
  });

  it('is found in any letter case, by a domain in any script, and by no other address', async () => {
    const sandbox = await runningSandbox();
    await send(sandbox, { envelope: { from: 'a@x.test', to: 'Ana@xn--bcher-kva.example' } });
    for (const spelling of ['ana@XN--bcher-kva.example', 'ANA@bücher.example']) {
      expect(await arrivedFor(sandbox, spelling)).toMatchObject([{ to: 'Ana@xn--bcher-kva.example' }]);
    }
    expect(await arrivedFor(sandbox, 'na@xn--bcher-kva.example')).toEqual([]);
  });

  it('is one message for each of its recipients', async () => {
    const sandbox = await runningSandbox();
    const to = ['one@example.com', 'two@example.com', 'three@example.com'];
    await send(sandbox, { to: 'list@example.com', envelope: { from: 'a@x.test', to }, subject: 'To all' });
    for (const each of to)
      expect(await arrivedFor(sandbox, each)).toMatchObject([{ to: each, subject: 'To all' }]);
    expect(await arrivedFor(sandbox, 'list@example.com')).toEqual([]);
  });

  it('is listed newest first', async () => {
    const sandbox = await runningSandbox();
    for (const subject of ['first', 'second', 'third'])
      await send(sandbox, { to: 'ana@example.com', subject });
    const subjects = (await arrivedFor(sandbox, 'ana@example.com')).map(({ subject }) => subject);
    expect(subjects).toEqual(['third', 'second', 'first']);
  });

  it('keeps both values of a repeated field, and a field with the name of a JavaScript property', async () => {
    const sandbox = await runningSandbox();
    const raw = 'X-Twice: 1\r\nx-twice: 2\r\n__proto__: own\r\nconstructor: own\r\nno field\r\n\r\nHello';
    await send(sandbox, { envelope: { from: 'a@x.test', to: 'ana@example.com' }, raw });
    const [message] = await arrivedFor(sandbox, 'ana@example.com');
    const headers = new Map(Object.entries(message?.headers ?? {}));
    expect([headers.get('x-twice'), headers.get('__proto__'), headers.get('constructor')]).toEqual([
      ['1', '2'],
      'own',
      'own',
    ]);
  });

  it('is kept across a restart, with earlier and later messages', async () => {
    const DATA_DIR = await temporaryDirectory();
    const first = await runningSandbox({ DATA_DIR });
    await send(first, { to: 'ana@example.com', subject: 'Before' });
    await stopped(first);
    const second = await runningSandbox({ DATA_DIR });
    await send(second, { to: 'ana@example.com', subject: 'After' });
    expect(await arrivedFor(second, 'ana@example.com')).toMatchObject([
      { subject: 'After' },
      { subject: 'Before' },
    ]);
  });

  it('is refused when it is larger than allowed, and the connection stays usable', async () => {
    const sandbox = await runningSandbox({ MAX_MESSAGE_BYTES: '2048' });
    const tooLarge = send(sandbox, { to: 'ana@example.com', text: 'x'.repeat(4096) });
    await expect(tooLarge).rejects.toMatchObject({ responseCode: 552 });
    await send(sandbox, { to: 'ana@example.com', text: 'small' });
    expect(await arrivedFor(sandbox, 'ana@example.com')).toMatchObject([{ text: 'small\n' }]);
  });
});

describe('a recipient that fails on purpose', () => {
  it.each([
    ['bounce@example.com', '550 5.1.1'],
    ['BOUNCE+17@example.org', '550 5.1.1'],
    ['reject@example.com', '550 5.7.1'],
    ['full@example.com', '452 4.2.2'],
  ])('%s is refused with %s every time', async (to, reply) => {
    const sandbox = await runningSandbox();
    for (const _time of [1, 2]) {
      const refused = send(sandbox, { to });
      await expect(refused).rejects.toMatchObject({ response: expect.stringContaining(reply) as unknown });
    }
    expect(await arrivedFor(sandbox, to)).toEqual([]);
  });

  it('busy is refused at the first try and accepted at the next, each address separately', async () => {
    const sandbox = await runningSandbox();
    const busy = { responseCode: 450, response: expect.stringContaining('4.2.1') as unknown };
    await expect(send(sandbox, { to: 'busy@example.com' })).rejects.toMatchObject(busy);
    await expect(send(sandbox, { to: 'busy+2@example.com' })).rejects.toMatchObject(busy);
    await send(sandbox, { to: 'busy@example.com' });
    expect(await arrivedFor(sandbox, 'busy@example.com')).toHaveLength(1);
    expect(await arrivedFor(sandbox, 'busy+2@example.com')).toEqual([]);
  });

  it('slow is accepted after a delay', async () => {
    const sandbox = await runningSandbox({ SLOW_MS: '300' });
    const sending = send(sandbox, { to: 'slow@example.com' });
    await expect(Promise.race([sending, quickly()])).resolves.toBe('not yet');
    await expect(sending).resolves.toContain('250');
    expect(await arrivedFor(sandbox, 'slow@example.com')).toHaveLength(1);
  });

  it('does not affect the other recipients of the same mail', async () => {
    const sandbox = await runningSandbox();
    await send(sandbox, {
      envelope: { from: 'a@x.test', to: ['bounce@example.com', 'bouncer@example.com'] },
    });
    expect(sandbox.store.recipients()).toEqual([{ to: 'bouncer@example.com', count: 1 }]);
  });
});

describe('logging in', () => {
  it('works with any name and password', async () => {
    const sandbox = await runningSandbox();
    await expect(send(sandbox, { to: 'ana@example.com' }, { user: 'me', pass: 'secret' })).resolves.toContain(
      '250',
    );
  });

  it('is refused with the password "wrong"', async () => {
    const sandbox = await runningSandbox();
    const refused = send(sandbox, { to: 'ana@example.com' }, { user: 'me', pass: 'wrong' });
    await expect(refused).rejects.toMatchObject({ responseCode: 535 });
  });
});

describe('stopping', () => {
  it('does not wait for a delayed message: the sender is asked to try again', async () => {
    const lines: string[] = [];
    const sandbox = await runningSandbox({ SLOW_MS: '60000' }, (line) => lines.push(line));
    const held = send(sandbox, { to: 'slow@example.com' }).catch((error: unknown) => error);
    expect(
      await untilTrue(() => lines.some((line) => line.includes('slow recipient is delayed')), 20_000),
    ).toBe(true);
    await stopped(sandbox);
    expect(await held).toMatchObject({ response: expect.stringMatching(/^4/) as unknown });
  });
});

function quickly(): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('not yet'), 100));
}
