import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import { type ServerCertificate, serverCertificate } from '@carillon/testing';

/** What the server does, chosen by the recipient's local part. */
const refusals: Readonly<Record<string, { code: number; text: string; at: 'rcpt' | 'data' }>> = {
  gone: { code: 550, text: '5.1.1 No such mailbox', at: 'rcpt' },
  policy: { code: 550, text: 'Not today, not tomorrow', at: 'data' },
  busy: { code: 450, text: '4.2.1 Mailbox busy', at: 'rcpt' },
  full: { code: 452, text: '4.2.2 Mailbox full', at: 'data' },
  closing: { code: 421, text: '4.3.2 Closing', at: 'rcpt' },
  greylisted: { code: 451, text: '4.7.1 Greylisted', at: 'data' },
};

export interface TestMail {
  to: string;
  raw: string;
}

export interface TestMailServerOptions {
  security?: 'none' | 'starttls' | 'tls';
  /** With one, a login is needed. */
  password?: string;
  /** Refuses more connections than this at a time. */
  maxConnections?: number;
  /** Hangs up after so many mails of a connection, once they are answered. */
  mailsPerConnection?: number;
}

type Answer = (error?: Error | null) => void;
interface Arrived {
  to: string;
  pieces: Buffer[];
  session: SMTPServerSession;
  answer: Answer;
}

/** How long `slow` takes over a mail (milliseconds). */
const SLOW_MS = 200;

/**
 * A real SMTP server that misbehaves on purpose: `hang-rcpt`, `hang-data`, `reset-rcpt`, `reset-data` (in mid-message), `slow`,
 * `reset-end` (when it has the message), and the refusals above.
 */
export class TestMailServer {
  readonly mails: TestMail[] = [];
  /** Sessions that were opened in all. */
  connections = 0;
  /** The most sessions there ever were at the same time. */
  mostAtOnce = 0;
  /** Messages of which it has all, whether it then answered or not. */
  received = 0;
  private readonly sockets = new Map<number, Socket>();
  private readonly mailsBy = new Map<number, number>();
  private readonly smtp: SMTPServer;
  private readonly front: Server;

  private constructor(
    private readonly options: TestMailServerOptions,
    private readonly certificate: ServerCertificate,
  ) {
    this.smtp = new SMTPServer(this.smtpOptions());
    this.smtp.on('error', () => undefined);
    this.front = (this.smtp as unknown as { server: Server }).server;
    this.front.on('connection', (socket: Socket) => this.connected(socket));
  }

  static async start(options: TestMailServerOptions = {}): Promise<TestMailServer> {
    const server = new TestMailServer(options, await serverCertificate());
    await once(server.smtp.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  get port(): number {
    return (this.front.address() as AddressInfo).port;
  }

  /** Sessions at this moment. */
  get open(): number {
    return this.sockets.size;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.smtp.close(() => resolve()));
  }

  private smtpOptions(): SMTPServerOptions {
    const { security = 'none', password } = this.options;
    return {
      ...this.certificate,
      secure: security === 'tls',
      authOptional: password === undefined,
      allowInsecureAuth: true,
      disabledCommands: [
        ...(security === 'starttls' ? [] : ['STARTTLS']),
        ...(password === undefined ? ['AUTH'] : []),
      ],
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: true,
      closeTimeout: 100,
      logger: false,
      ...(this.options.maxConnections === undefined ? {} : { maxClients: this.options.maxConnections }),
      onAuth: (auth, _session, answer) =>
        auth.password === password
          ? answer(null, { user: 'me' })
          : answer(reply(535, '5.7.8 Wrong password')),
      onMailFrom: ({ address }, _session, answer) =>
        answer(address.startsWith('stranger') ? reply(550, '5.1.8 I do not know you') : null),
      onRcptTo: ({ address }, session, answer) => this.recipient(address, session, answer),
      onData: (stream, session, answer) => this.message(stream, session, answer),
    };
  }

  private connected(socket: Socket): void {
    const port = socket.remotePort ?? 0;
    this.connections += 1;
    this.sockets.set(port, socket);
    this.mostAtOnce = Math.max(this.mostAtOnce, this.sockets.size);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(port));
  }

  private recipient(address: string, session: SMTPServerSession, answer: Answer): void {
    const behaviour = localPart(address);
    if (behaviour === 'hang-rcpt') return;
    if (behaviour === 'reset-rcpt') this.reset(session);
    else answer(refusal(behaviour, 'rcpt'));
  }

  private message(stream: SMTPServerDataStream, session: SMTPServerSession, answer: Answer): void {
    const to = session.envelope.rcptTo[0]?.address ?? '';
    const behaviour = localPart(to);
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => {
      pieces.push(piece);
      if (behaviour === 'reset-data') this.reset(session);
    });
    stream.once('end', () => {
      this.received += 1;
      if (behaviour === 'hang-data' || behaviour === 'reset-data') return;
      if (behaviour === 'reset-end') {
        this.reset(session);
        return;
      }
      const error = refusal(behaviour, 'data');
      if (behaviour === 'slow') {
        setTimeout(() => this.take({ to, pieces, session, answer }), SLOW_MS);
        return;
      }
      if (error) answer(error);
      else this.take({ to, pieces, session, answer });
    });
  }

  private take({ to, pieces, session, answer }: Arrived): void {
    this.mails.push({ to, raw: Buffer.concat(pieces).toString('latin1') });
    answer(null);
    this.countMail(session);
  }

  private countMail({ remotePort }: SMTPServerSession): void {
    const count = (this.mailsBy.get(remotePort) ?? 0) + 1;
    this.mailsBy.set(remotePort, count);
    if (count === this.options.mailsPerConnection) setImmediate(() => this.sockets.get(remotePort)?.end());
  }

  private reset({ remotePort }: SMTPServerSession): void {
    this.sockets.get(remotePort)?.resetAndDestroy();
  }
}

function localPart(address: string): string {
  return address.slice(0, address.lastIndexOf('@')).replace(/\+.*$/, '');
}

function refusal(behaviour: string, at: 'rcpt' | 'data'): Error | null {
  const rule = Object.hasOwn(refusals, behaviour) ? refusals[behaviour] : undefined;
  return rule?.at === at ? reply(rule.code, rule.text) : null;
}

function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** A port where nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
