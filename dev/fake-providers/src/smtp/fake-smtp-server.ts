import { once } from 'node:events';
import { type AddressInfo, type Socket } from 'node:net';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import { good, type SmtpAct, type SmtpConduct, type SmtpMoment } from './conduct';

/** A message that arrived completely. */
export interface FakeMail {
  /** The sender in the envelope; empty for a bounce. */
  readonly sender: string;
  readonly recipients: readonly string[];
  /** The message in the chunks in which it arrived, without SMTP's dot stuffing. */
  readonly pieces: readonly Buffer[];
}

export interface FakeSmtpOptions {
  readonly host?: string;
  /** The port. The default is 0, which selects any free port. */
  readonly port?: number;
  readonly conduct?: SmtpConduct;
  /**
   * Receives each message. The reply waits until this callback resolves. `act` is the behavior that the client will
   * see.
   * @throws SmtpRefusal to refuse the message
   */
  readonly take?: (mail: FakeMail, act: SmtpAct) => Promise<void> | void;
  /**
   * Returns whether a password is accepted. If absent, the server offers no login. With `required`, it accepts no
   * mail without a login.
   */
  readonly login?: { readonly accepts: (password: string) => boolean; readonly required: boolean };
  readonly security?: 'none' | 'starttls' | 'tls';
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly maxMessageBytes?: number;
  /** The maximum number of concurrent connections. */
  readonly maxConnections?: number;
  /** The number of emails after which the server closes a connection. */
  readonly mailsPerConnection?: number;
  /**
   * The number of emails after which a session replies to MAIL with `fullReply`. The server closes the connection if
   * that is a 421.
   */
  readonly mailsPerSession?: number;
  /** A reply such as `452 4.5.3 Too many emails sent on this session`. If absent, the reply is a 421. */
  readonly fullReply?: string;
  /** The idle time after which a connection ends with 421 (milliseconds). */
  readonly idleMs?: number;
  /** The time limit for messages in transfer when the server stops (milliseconds). */
  readonly graceMs?: number;
  /** Receives errors of connections. */
  readonly broken?: (error: Error) => void;
}

/** Refuses an email with a reply such as `452 4.3.1 No room`. */
export class SmtpRefusal extends Error {
  /** The reply code for smtp-server. */
  readonly responseCode: number;

  constructor(line: string) {
    super(line.slice(4));
    this.responseCode = Number(line.slice(0, 3));
  }
}

type Answer = (refusal?: Error | null) => void;

/** RFC 5321 §4.5.3.1.8 requires at least 100. */
const MAX_RECIPIENTS = 1_000;
const IDLE_MS = 60_000;
const GRACE_MS = 100;

/** A real SMTP server that accepts mail from any sender to any recipient, and misbehaves according to its conduct. */
export class FakeSmtpServer {
  /** The total number of opened connections. */
  connections = 0;
  /** The number of emails that were refused in reply to MAIL. */
  refusals = 0;
  /** The maximum number of concurrent connections so far. */
  mostAtOnce = 0;
  /** Sockets by remote port, with which a session identifies its connection. */
  private readonly sockets = new Map<number, Socket>();
  private readonly smtp: SMTPServer;

  constructor(private readonly options: FakeSmtpOptions = {}) {
    this.smtp = new SMTPServer(this.smtpOptions());
    this.smtp.on('error', (error) => options.broken?.(error));
    this.smtp.server.on('connection', (socket) => this.connected(socket));
  }

  /** Starts to listen. */
  async start(): Promise<this> {
    const { host = '127.0.0.1', port = 0 } = this.options;
    await once(this.smtp.listen(port, host), 'listening');
    return this;
  }

  get port(): number {
    return (this.smtp.server.address() as AddressInfo).port;
  }

  /** The number of open connections. */
  get open(): number {
    return this.sockets.size;
  }

  /** Stops accepting connections, lets messages in transfer finish, and ends the other connections with 421. */
  stop(): Promise<void> {
    return new Promise((resolve) => this.smtp.close(resolve));
  }

  /** Resets all connections. */
  cut(): void {
    for (const socket of this.sockets.values()) socket.resetAndDestroy();
  }

  private smtpOptions(): SMTPServerOptions {
    const { security = 'none', login, maxMessageBytes, maxConnections } = this.options;
    const { idleMs = IDLE_MS, graceMs = GRACE_MS } = this.options;
    return {
      ...this.options.certificate,
      name: 'sandbox.invalid',
      banner: 'Carillon sandbox, delivers to nobody',
      secure: security === 'tls',
      ...(maxMessageBytes !== undefined && { size: maxMessageBytes }),
      ...(maxConnections !== undefined && { maxClients: maxConnections }),
      maxRecipients: MAX_RECIPIENTS,
      socketTimeout: idleMs,
      closeTimeout: graceMs,
      authOptional: login?.required !== true,
      allowInsecureAuth: true,
      disabledCommands: [...(security === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
      disableReverseLookup: true,
      // Replies contain their own enhanced codes.
      hideENHANCEDSTATUSCODES: true,
      noDelay: true,
      logger: false,
      onConnect: (session, answer) => this.perform(this.actAt('connect', '', session), session, answer),
      onAuth: ({ username, password }, _session, answer) =>
        login?.accepts(password ?? '')
          ? answer(null, { user: username ?? 'anybody' })
          : answer(new SmtpRefusal('535 5.7.8 Authentication credentials invalid')),
      onMailFrom: ({ address }, session, answer) => this.begin(address, session, answer),
      onRcptTo: ({ address }, session, answer) =>
        this.perform(this.actAt('recipient', address, session), session, answer),
      onData: (stream, session, answer) => void this.receive(stream, session, answer).catch(answer),
    };
  }

  private begin(sender: string, session: SMTPServerSession, answer: Answer): void {
    const { mailsPerSession = Infinity, fullReply = '421 4.7.0 Too many mails in this session' } =
      this.options;
    if (session.transaction <= mailsPerSession) {
      const act = this.actAt('sender', sender, session);
      if (typeof act === 'object') this.refusals += 1;
      this.perform(act, session, answer);
      return;
    }
    this.refusals += 1;
    answer(new SmtpRefusal(fullReply));
    if (fullReply.startsWith('421')) setImmediate(() => this.socketOf(session)?.end());
  }

  private connected(socket: Socket): void {
    const port = socket.remotePort ?? 0;
    this.connections += 1;
    this.sockets.set(port, socket);
    this.mostAtOnce = Math.max(this.mostAtOnce, this.sockets.size);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(port));
  }

  private async receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    answer: Answer,
  ): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope;
    const recipients = rcptTo.map(({ address }) => address);
    const [first = ''] = recipients;
    let early: SmtpAct | undefined;
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => {
      if (early === undefined) {
        early = this.actAt('message', first, session);
        if (early === 'cut' || early === 'hang') this.perform(early, session, answer);
      }
      // A message over the limit is read to its end, but not kept.
      if (stream.sizeExceeded) pieces.length = 0;
      else pieces.push(piece);
    });
    await once(stream, 'end');
    if (early === 'cut' || early === 'hang') return;
    if (stream.sizeExceeded)
      throw new SmtpRefusal(`552 5.3.4 Message larger than ${this.options.maxMessageBytes ?? 0} bytes`);
    const act = this.actAt('end', first, session);
    if (typeof act === 'string') {
      const sender = mailFrom ? mailFrom.address : '';
      await this.options.take?.({ sender, recipients, pieces }, act);
    }
    const isLast = session.transaction === this.options.mailsPerConnection;
    this.perform(act, session, answer);
    if (isLast) setImmediate(() => this.socketOf(session)?.end());
  }

  private actAt(moment: SmtpMoment, address: string, { hostNameAppearsAs }: SMTPServerSession): SmtpAct {
    const { conduct = good } = this.options;
    return conduct(moment, address, hostNameAppearsAs || '');
  }

  private perform(act: SmtpAct, session: SMTPServerSession, answer: Answer): void {
    if (act === 'go') answer();
    else if (act === 'cut') this.socketOf(session)?.resetAndDestroy();
    // Otherwise, the idle timeout would end the silence.
    else if (act === 'hang') this.socketOf(session)?.setTimeout(0);
    else answer(new SmtpRefusal(act.reply));
  }

  private socketOf({ remotePort }: SMTPServerSession): Socket | undefined {
    return this.sockets.get(remotePort);
  }
}
