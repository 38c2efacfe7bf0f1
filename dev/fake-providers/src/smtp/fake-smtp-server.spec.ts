import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type SmtpConduct, at, onceAt } from './conduct';
import { FakeSmtpServer, SmtpRefusal, type FakeSmtpOptions } from './fake-smtp-server';

const session = 'EHLO me\r\nMAIL FROM:<a@x>\r\nRCPT TO:<b@x>\r\nDATA\r\nSubject: Hi\r\n\r\nHi\r\n..\r\n.\r\n';

describe('the fake mail server', () => {
  let server: FakeSmtpServer;
  const taken: string[] = [];
  beforeEach(() => taken.splice(0));
  afterEach(() => server.stop());

  async function start(options: FakeSmtpOptions = {}): Promise<void> {
    const take: FakeSmtpOptions['take'] = ({ recipients, pieces }) => {
      taken.push(`${recipients.join()} ${Buffer.concat(pieces).toString()}`);
    };
    server = await new FakeSmtpServer({ take, ...options }).start();
  }

  /** Sends `commands` after the greeting without waiting for replies. Returns all data that the server sends. */
  async function send(commands: string, conduct?: SmtpConduct): Promise<string> {
    if (conduct) await start({ conduct });
    const socket = connect(server.port, '127.0.0.1');
    let replies = '';
    socket.once('data', () => socket.write(commands)).on('data', (bytes) => (replies += bytes.toString()));
    await new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined));
    return replies;
  }

  it('accepts one email after the other in a session', async () => {
    await start();
    expect(await send(`${session}${session.slice(9)}QUIT\r\n`)).toMatch(/250 OK: [^\r]*\r\n221 Bye/);
    expect(taken).toEqual(Array(2).fill('b@x Subject: Hi\r\n\r\nHi\r\n.\r\n'));
  });

  it.each<[string, SmtpConduct, number]>([
    ['in the middle of an email, and has not accepted it', at('message', 'cut'), 0],
    ['after the final dot, and has accepted it', at('end', 'cut'), 1],
    ['at once', at('connect', 'cut'), 0],
  ])('resets %s', async (_, conduct, count) => {
    expect(await send(session, conduct)).not.toMatch(/250 OK/);
    expect(taken).toHaveLength(count);
  });

  it('refuses recipients by its conduct, once or always', async () => {
    const later = { reply: '450 4.2.1 Later' };
    const twice = 'EHLO me\r\nMAIL FROM:<a@x>\r\nRCPT TO:<b@x>\r\nRCPT TO:<b@x>\r\nQUIT\r\n';
    expect(await send(twice, at('recipient', later))).toMatch(/450 4.2.1 Later\r\n450 4.2.1 Later/);
    await server.stop();
    expect(await send(twice, onceAt('recipient', later))).toMatch(/450 4.2.1 Later\r\n250 /);
  });

  it('accepts no mail for a refused recipient from a sender that does not wait', async () => {
    const commands = 'EHLO me\r\nMAIL FROM:<a@x>\r\nRCPT TO:<b@x>\r\nDATA\r\nRSET\r\nQUIT\r\n';
    const answers = /550 5.1.1 No\r\n503 [^\r]*\r\n250 [^\r]*\r\n221/;
    expect(await send(commands, at('recipient', { reply: '550 5.1.1 No' }))).toMatch(answers);
  });

  it('does not accept an email that it refuses at the end', async () => {
    expect(await send(`${session}QUIT\r\n`, at('end', { reply: '550 5.7.1 No' }))).toMatch(
      /\n550 5.7.1 No\r\n/,
    );
    expect(taken).toEqual([]);
  });

  it('hangs up after a 421', async () => {
    expect(await send('', at('connect', { reply: '421 4.3.2 Busy' }))).toBe('421 4.3.2 Busy\r\n');
  });

  it.each(['connect', 'message'] as const)('stops replying after %s', async (moment) => {
    const conduct = jest.fn(at(moment, 'hang'));
    await start({ conduct, idleMs: 3_000 });
    const socket = connect(server.port, '127.0.0.1').once('data', () => socket.write(session));
    let replies = '';
    socket.on('data', (bytes) => (replies += bytes.toString()));
    while (!conduct.mock.results.some(({ value }) => value === 'hang')) await pause(10);
    await pause(4_000);
    expect(replies).not.toMatch(/250 OK|421/);
    socket.destroy();
  });

  it('replies after the email is stored, or with the reason why the email cannot be stored', async () => {
    await start({ take: () => Promise.reject(new SmtpRefusal('452 4.3.1 No room')) });
    expect(await send(`${session}QUIT\r\n`)).toMatch(/\r\n452 4.3.1 No room\r\n/);
  });

  it('closes the connection after its mail limit', async () => {
    await start({ mailsPerConnection: 2 });
    const replies = await send(`${session}${session.slice(9)}`);
    expect(replies.match(/250 OK: /g)).toHaveLength(2);
  });

  it('resets all connections when its link is cut', async () => {
    await start();
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'data');
    expect([server.open, server.connections, server.mostAtOnce]).toEqual([1, 1, 1]);
    server.cut();
    expect(await once(socket, 'error')).toMatchObject([{ code: 'ECONNRESET' }]);
  });
});
