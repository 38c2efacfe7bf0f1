import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { MailConnection, type MailServer, smtpTimeouts } from './mail-connection';

const atPortOf = (server: Server): MailServer => ({
  host: '127.0.0.1',
  port: (server.address() as AddressInfo).port,
  security: 'none',
  login: null,
  caCertificate: null,
  maxConnections: null,
  isTrusted: true,
  clientName: undefined,
});

describe('a connection with a server that says more than its last reply of the set-up', () => {
  let server: Server;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  /**
   * A server with these responses, one for each command, and then this text in the same packet as the last response.
   */
  async function serverWith(answers: readonly string[], word: string): Promise<MailServer> {
    server = createServer((socket) => {
      sockets.push(socket);
      const left = [...answers];
      socket.write('220 mail.example ESMTP\r\n');
      socket
        .on('error', () => undefined)
        .on('data', () => {
          const answer = left.shift();
          if (answer !== undefined) socket.write(left.length === 0 ? answer + word : answer);
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { ...atPortOf(server), login: answers.length > 1 ? { user: 'me', pass: 'right' } : null };
  }

  const hello = '250-mail.example\r\n250-PIPELINING\r\n250 AUTH PLAIN\r\n';
  const welcome = '235 2.7.0 welcome\r\n';

  it.each([
    ['EHLO', [hello]],
    ['the login', [hello, welcome]],
  ])('is not opened if the server takes its leave behind the reply to %s', async (_, answers) => {
    const opening = MailConnection.open(await serverWith(answers, '421 4.3.2 closing\r\n'));
    await expect(opening).rejects.toMatchObject({
      fault: { kind: 'reply', stage: 'session', reply: { code: 421, enhanced: '4.3.2' } },
    });
  });

  it.each(['250 one too many\r\n', '250-one\r\n250 too many\r\n'])(
    'is not opened if that is no farewell: %j',
    async (word) => {
      const opening = MailConnection.open(await serverWith([hello, welcome], word));
      await expect(opening).rejects.toMatchObject({ fault: { kind: 'connection', moment: 'opening' } });
    },
  );

  it('hears a farewell of which only the beginning has arrived', async () => {
    const connection = await MailConnection.open(await serverWith([hello, welcome], '421 4.3'));
    expect(connection.isUsable).toBe(true);
    sockets[0]?.write('.2 closing\r\n');
    await once(sockets[0] ?? server, 'close');
    expect(connection.isUsable).toBe(false);
    await connection.close();
  });
});

describe('a connection with a slow server', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('has the time for the change to TLS, however long the greeting took', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const opening = MailConnection.open({ ...atPortOf(server), security: 'starttls' });
    const failed = expect(opening).rejects.toMatchObject({
      fault: {
        kind: 'connection',
        moment: 'opening',
        cause: expect.not.stringMatching('ETIMEDOUT') as unknown,
      },
    });
    const [socket] = await accepted;
    const said = (): Promise<unknown> => once(socket, 'data');
    // The time for the session, and that for the greeting.
    while (jest.getTimerCount() < 2) await new Promise(setImmediate);
    jest.advanceTimersByTime(smtpTimeouts.greeting - 1_000);
    for (const answer of ['220 mail.example ESMTP', '250-mail.example\r\n250 STARTTLS', '220 go ahead']) {
      socket.write(`${answer}\r\n`);
      await said();
    }
    jest.advanceTimersByTime(5_000);
    socket.destroy();
    await failed;
    server.close();
  });
});
