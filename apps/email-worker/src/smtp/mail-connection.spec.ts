import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import {
  type SecureVersion,
  TLSSocket,
  createSecureContext,
  createServer as createTlsServer,
} from 'node:tls';
import { type ServerCertificate, serverCertificate } from '@carillon/testing';
import { type ConnectionHints, MailConnection, type MailServer, smtpTimeouts } from './mail-connection';

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

describe('a connection to a server that sends more after the last reply of the setup', () => {
  let server: Server;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  /**
   * A server that sends these responses, one for each command, and then this text in the same packet as the last
   * response.
   */
  async function serverWith(answers: readonly string[], extra: string): Promise<MailServer> {
    server = createServer((socket) => {
      sockets.push(socket);
      const left = [...answers];
      socket.write('220 mail.example ESMTP\r\n');
      socket
        .on('error', () => undefined)
        .on('data', () => {
          const answer = left.shift();
          if (answer !== undefined) socket.write(left.length === 0 ? answer + extra : answer);
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
  ])('fails to open if a 421 follows the reply to %s', async (_, answers) => {
    const opening = MailConnection.open(await serverWith(answers, '421 4.3.2 closing\r\n'));
    await expect(opening).rejects.toMatchObject({
      fault: { kind: 'reply', stage: 'session', reply: { code: 421, enhanced: '4.3.2' } },
    });
  });

  it.each(['250 one too many\r\n', '250-one\r\n250 too many\r\n'])(
    'fails to open if another reply follows: %j',
    async (extra) => {
      const opening = MailConnection.open(await serverWith([hello, welcome], extra));
      await expect(opening).rejects.toMatchObject({ fault: { kind: 'connection', moment: 'opening' } });
    },
  );

  it('recognizes a 421 that arrives in two parts', async () => {
    const connection = await MailConnection.open(await serverWith([hello, welcome], '421 4.3'));
    expect(connection.isUsable).toBe(true);
    sockets[0]?.write('.2 closing\r\n');
    await once(sockets[0] ?? server, 'close');
    expect(connection.isUsable).toBe(false);
    await connection.close();
  });
});

describe('an encrypted connection to a server that sends more after the last reply of the setup', () => {
  let certificate: ServerCertificate;
  let server: Server;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    certificate = await serverCertificate();
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  /** Replies to EHLO, with this text in the same packet. */
  const greet = (socket: Socket, extra: string) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(`250-mail.example\r\n250 SIZE 1000\r\n${extra}`));
  };

  const start = {
    starttls: (extra: string) =>
      createServer((socket) => {
        const answers = ['250-mail.example\r\n250 STARTTLS\r\n', '220 2.0.0 go ahead\r\n'];
        socket.on('error', () => undefined).write('220 mail.example ESMTP\r\n');
        const answer = () => {
          socket.write(answers.shift() ?? '');
          if (answers.length > 0) return;
          socket.off('data', answer);
          greet(new TLSSocket(socket, { isServer: true, ...certificate }), extra);
        };
        socket.on('data', answer);
      }),
    tls: (extra: string) =>
      createTlsServer(certificate, (socket) => {
        socket.write('220 mail.example ESMTP\r\n');
        greet(socket, extra);
      }),
  };

  const openTo = async (security: 'starttls' | 'tls', extra: string): Promise<MailConnection> => {
    server = start[security](extra).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return MailConnection.open({
      ...atPortOf(server),
      host: 'localhost',
      security,
      caCertificate: certificate.cert,
    });
  };

  it.each(['starttls', 'tls'] as const)('fails to open if a 421 follows: %s', async (security) => {
    await expect(openTo(security, '421 4.3.2 closing\r\n')).rejects.toMatchObject({
      fault: { kind: 'reply', stage: 'session', reply: { code: 421, enhanced: '4.3.2' } },
    });
  });

  it.each(['starttls', 'tls'] as const)(
    'recognizes a 421 that arrives in two parts: %s',
    async (security) => {
      const connection = await openTo(security, '421 4.3');
      expect(connection.isUsable).toBe(true);
      sockets[0]?.write('.2 closing\r\n');
      await once(sockets[0] ?? server, 'close');
      expect(connection.isUsable).toBe(false);
      await connection.close();
    },
  );
});

describe('a further encrypted connection', () => {
  it.each<['starttls' | 'tls', SecureVersion]>([
    ['tls', 'TLSv1.3'],
    ['tls', 'TLSv1.2'],
    ['starttls', 'TLSv1.3'],
    ['starttls', 'TLSv1.2'],
  ])('resumes the TLS session of the connection before it: %s, %s', async (security, maxVersion) => {
    const certificate = await serverCertificate();
    const secureContext = createSecureContext({ ...certificate, maxVersion });
    const resumed: boolean[] = [];
    const reply = (socket: Socket, line: string): void => {
      if (line.startsWith('STARTTLS')) {
        socket.removeAllListeners('data').write('220 go ahead\r\n');
        attend(new TLSSocket(socket, { isServer: true, secureContext }));
      } else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
      else {
        if (socket instanceof TLSSocket) resumed.push(socket.isSessionReused());
        socket.write('250-mail.example\r\n250 STARTTLS\r\n');
      }
    };
    const attend = (socket: Socket): void => {
      socket.on('error', () => undefined).on('data', (bytes: Buffer) => reply(socket, bytes.toString()));
    };
    const server = createServer((socket) => {
      const session = security === 'tls' ? new TLSSocket(socket, { isServer: true, secureContext }) : socket;
      attend(session);
      session.write('220 mail.example ESMTP\r\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const settings = { host: 'localhost', security, caCertificate: certificate.cert };
    const hints: ConnectionHints = { distanceMs: Infinity };
    for (let n = 0; n < 3; n++) {
      const at = { ...atPortOf(server), ...settings };
      await (await MailConnection.open(at, smtpTimeouts.session, hints)).close();
    }
    expect(resumed).toEqual([false, true, true]);
    server.close();
  });
});

describe('a connection to a slow server', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('has its full time for STARTTLS after a slow greeting', async () => {
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
    const nextCommand = (): Promise<unknown> => once(socket, 'data');
    // The timers of the session and of the greeting.
    while (jest.getTimerCount() < 2) await new Promise(setImmediate);
    jest.advanceTimersByTime(smtpTimeouts.greeting - 1_000);
    for (const answer of ['220 mail.example ESMTP', '250-mail.example\r\n250 STARTTLS', '220 go ahead']) {
      socket.write(`${answer}\r\n`);
      await nextCommand();
    }
    jest.advanceTimersByTime(5_000);
    socket.destroy();
    await failed;
    server.close();
  });
});
