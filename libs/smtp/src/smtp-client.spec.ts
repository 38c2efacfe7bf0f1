import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Extensions, noExtensions } from './extensions';
import type { Mail, Progress } from './mail';
import { MailContent } from './mail-content';
import { SmtpClient } from './smtp-client';

const pipelining: Extensions = { ...noExtensions, pipelining: true, size: { limit: 0 } };
const agreed = '250 a\r\n250 b\r\n354 c\r\n';
const END = '\r\n.\r\n';

const mail = (n = 1, content = `Mail ${n}\r\n`): Mail => ({
  envelope: { from: 'a@x', to: `b${n}@y`, size: content.length },
  content: MailContent.of(content),
});
const shown = (progress: Progress): string =>
  progress.kind === 'accepted' || progress.kind === 'refused'
    ? `${progress.kind} ${progress.reply.text}`
    : `${progress.kind} ${progress.kind === 'unfit' ? progress.lacks : progress.cause}`;

/** The server's reaction to the received data, from the beginning or from the last complete email. */
type Script = (received: string, socket: Socket) => void;

/** Replies to each envelope and each content immediately. */
const good: Script = (received, socket) => {
  if (received.endsWith('DATA\r\n')) socket.write(agreed);
  else if (received.endsWith(END)) socket.write('250 ok\r\n');
};

describe('a client', () => {
  let server: Server;
  let socket: Socket;
  let client: SmtpClient;
  let received: string;
  const connections: Socket[] = [];
  /** The data that the server received, in chunks. */
  const pieces: string[] = [];

  async function begin(script: Script, extensions = pipelining, leftover = ''): Promise<void> {
    received = '';
    pieces.length = 0;
    server = createServer((accepted) => {
      connections.push(accepted);
      accepted.setNoDelay(true).on('error', () => undefined);
      accepted.setEncoding('latin1').on('data', (text: string) => {
        received += text;
        pieces.push(text);
        script(received, accepted);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    client = new SmtpClient(socket, extensions, Buffer.from(leftover, 'latin1'));
  }
  const eventuallyAccepted = async (count: number): Promise<void> => {
    while (connections.length < count) await nextTurn();
  };
  const send = async (each = mail(), timeoutMs = 60_000, mayDeliver = () => true): Promise<string> =>
    shown(await client.send(each, timeoutMs, mayDeliver));

  afterEach(async () => {
    jest.restoreAllMocks();
    await client.close();
    for (const connection of connections.splice(0)) connection.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends one email after the other', async () => {
    await begin(good);
    expect(await send(mail(1))).toBe('accepted 250 ok');
    expect(await send(mail(2))).toBe('accepted 250 ok');
    expect(received).toBe(
      [1, 2].map((n) => `MAIL FROM:<a@x> SIZE=8\r\nRCPT TO:<b${n}@y>\r\nDATA\r\nMail ${n}\r\n.\r\n`).join(''),
    );
    expect(pieces).toHaveLength(4);
  });

  it('sends the next envelope in the same write as a content', async () => {
    await begin((text, accepted) => {
      const last = text.endsWith('DATA\r\n');
      if (text.endsWith(END)) accepted.write('250 ok\r\n');
      else if (last) accepted.write(text.includes(END) ? `250 ok\r\n${agreed}` : agreed);
    });
    // An email after another one waits a second for it: a slow machine must not take that long.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    await send(mail(0));
    received = '';
    pieces.length = 0;
    let next = 1;
    const sender = async (): Promise<void> => {
      while (next <= 10) expect(await send(mail(next++))).toBe('accepted 250 ok');
    };
    await Promise.all([sender(), sender()]);
    expect(received.match(/MAIL FROM/g)).toHaveLength(10);
    // An envelope, nine contents each followed by an envelope, and a content.
    expect(pieces).toHaveLength(11);
  });

  it('sends bytes unchanged, and much more than fits into a buffer', async () => {
    await begin(good);
    const content = `${'\xe9\xff x'.repeat(100)}\r\n`.repeat(10_000);
    expect(await send(mail(1, content))).toBe('accepted 250 ok');
    expect(received.endsWith(`DATA\r\n${content}.\r\n`)).toBe(true);
  });

  it.each<[string, Script, string]>([
    ['closes the connection at once', (_, accepted) => accepted.end(), 'unsent ECONNECTION'],
    ['resets the connection at once', (_, accepted) => accepted.resetAndDestroy(), 'unsent ECONNRESET'],
    [
      'resets the connection after the content',
      (text, accepted) => (text.endsWith(END) ? accepted.resetAndDestroy() : good(text, accepted)),
      'unanswered ECONNRESET',
    ],
    [
      'closes the connection with a reply',
      (text, accepted) => (text.endsWith(END) ? accepted.end('421 4.4.2 bye') : good(text, accepted)),
      'refused 421 4.4.2 bye',
    ],
    ['refuses and hangs up', (_, accepted) => accepted.end('550 5.7.1 no\r\n'), 'refused 550 5.7.1 no'],
    ['never ends a line', (_, accepted) => accepted.write('2'.repeat(20_000)), 'unsent EPROTOCOL'],
    ['never ends a reply', (_, accepted) => accepted.write('250-x\r\n'.repeat(20_000)), 'unsent EPROTOCOL'],
    ['sends NULs', (_, accepted) => accepted.write('\0'.repeat(50) + '\r\n'), 'unsent EREPLY'],
    ['sends HTTP', (_, accepted) => accepted.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'unsent EREPLY'],
    [
      'replies to everything in advance',
      (_, accepted) => accepted.write(`${agreed}250 ok\r\n`),
      'unsent EPROTOCOL',
    ],
  ])('reports how far an email came when the server %s', async (_, script, end) => {
    await begin(script);
    expect(await send()).toBe(end);
    expect(client.isUsable).toBe(false);
  });

  it.each<[string, Script, string]>([
    ['the envelope', () => undefined, 'unsent ETIMEDOUT'],
    [
      'the content',
      (text, accepted) => (text.endsWith(END) ? undefined : good(text, accepted)),
      'unanswered ETIMEDOUT',
    ],
  ])('ends the session when the server keeps silent after %s', async (_, script, end) => {
    await begin(script);
    const from = performance.now();
    expect(await send(mail(), 5_000)).toBe(end);
    expect(performance.now() - from).toBeGreaterThanOrEqual(4_999);
    expect(client.isUsable).toBe(false);
  });

  it('ends the session when the server reads no more', async () => {
    await begin((text, accepted) => {
      if (!text.endsWith('DATA\r\n')) return;
      accepted.write(agreed);
      accepted.pause();
    });
    const content = `${'x'.repeat(98)}\r\n`.repeat(200_000);
    expect(await send(mail(1, content), 5_000)).toBe('incomplete ETIMEDOUT');
  });

  it('understands replies that arrive byte by byte', async () => {
    await begin((text, accepted) => {
      const reply = text.endsWith('DATA\r\n')
        ? agreed
        : text.endsWith(END)
          ? '250-2.0.0 a\r\n250 2.0.0 b\r\n'
          : '';
      let at = 0;
      const next = (): void => {
        if (at < reply.length) accepted.write(reply.charAt(at++), () => setImmediate(next));
      };
      next();
    });
    expect(await send()).toBe('accepted 250-2.0.0 a 250 2.0.0 b');
  });

  it('aborts emails in flight when it is closed', async () => {
    await begin((text, accepted) => (text.endsWith(END) ? void client.close() : good(text, accepted)));
    expect(await send()).toBe('unanswered ECONNECTION');
  });

  it('quits when it is closed without an email in flight, and waits for the last reply', async () => {
    await begin((text, accepted) =>
      text.endsWith('QUIT\r\n') ? accepted.end('221 bye\r\n') : good(text, accepted),
    );
    await send();
    await client.close();
    while (!received.endsWith('QUIT\r\n')) await nextTurn();
    expect(socket.destroyed).toBe(true);
  });

  it('does not wait long for the last reply', async () => {
    await begin(good);
    await client.close();
    expect(socket.destroyed).toBe(true);
  });

  it('takes no mail after the server has closed the connection', async () => {
    await begin(good);
    await send();
    const closed = once(socket, 'close');
    connections[0]?.end();
    await closed;
    expect(client.isUsable).toBe(false);
    expect(await send()).toBe('unsent ECONNECTION');
  });

  it.each(['421 4.3.2 closing\r\n', '250 one too many\r\n'])(
    'receives data that arrived with the last reply of the setup: %j',
    async (leftover) => {
      await begin(good, pipelining, leftover);
      expect(client.isUsable).toBe(false);
      expect(await send()).toBe('unsent ECONNECTION');
      expect(received).toBe('');
    },
  );

  it('continues with the beginning of a line that arrived with the last reply of the setup', async () => {
    await begin(() => undefined, pipelining, '421 4.3.2 clo');
    expect(client.isUsable).toBe(true);
    await eventuallyAccepted(1);
    connections[0]?.write('sing\r\n');
    await once(socket, 'close');
    expect(client.isUsable).toBe(false);
  });

  it.each<[string, (before: Socket) => unknown]>([
    ['has been closed', (before) => once(before.destroy(), 'close')],
    ['is being closed', (before) => before.destroy()],
    [
      'was hung up by the server',
      async (before) => {
        const ended = once(before.resume(), 'end');
        connections.at(-1)?.end();
        await ended;
      },
    ],
  ])('reports emails immediately as unsent if its connection %s', async (_, close) => {
    await begin(good);
    const before = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    await once(before, 'connect');
    await eventuallyAccepted(2);
    await close(before);
    const late = new SmtpClient(before, pipelining);
    expect(late.isUsable).toBe(false);
    expect(shown(await late.send(mail(), 600_000, () => true))).toBe('unsent ECONNECTION');
    await late.close();
    expect(before.closed).toBe(true);
  });

  it('keeps the time limit of an email that begins while the server only sends replies', async () => {
    const deaf = new Duplex({ read: () => undefined, write: () => undefined });
    const answers = (bytes: string): unknown => deaf.push(bytes, 'latin1');
    const deafened = Object.assign(deaf, { setTimeout: () => deaf }) as unknown as Socket;
    const sender = new SmtpClient(deafened, pipelining);
    const first = sender.send(mail(1, `${'x'.repeat(60_000)}\r\n`), 600_000, () => true);
    await nextTurn();
    answers(agreed);
    await nextTurn();
    await nextTurn();
    answers('250 ok\r\n');
    expect(shown(await first)).toBe('accepted 250 ok');
    expect(shown(await sender.send(mail(2), 100, () => true))).toBe('unsent ETIMEDOUT');
    await sender.close();
  });
});
