import { createHash } from 'node:crypto';
import { lookup } from 'node:dns';
import { type LookupFunction, type Socket, connect, isIP } from 'node:net';
import { Readable } from 'node:stream';
import { isPublicAddress } from '@carillon/address';
import type { OpenedIntegration } from '@carillon/channel';
import type { EmailSettings } from '@carillon/contracts';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { EmailWorkerConfig } from '../config';
import type { Mail } from '../mime/compose-mail';
import { emailSettings } from '../mime/sender';
import { type Fault, type SmtpClientError, faultOf } from '../replies/faults';

/** The integration that is the operator's own server, not a user's. */
const DEFAULT_SENDER = 'default';

/** Address and options of a mail server. */
export interface MailServer extends Pick<EmailSettings, 'host' | 'port' | 'security'> {
  login: { user: string; pass: string } | null;
  /** How many connections it allows in total; null: unlimited. */
  maxConnections: number | null;
  /** Whether it may be at a private address. */
  isTrusted: boolean;
  /** The name that the client sends in EHLO; absent: the machine's. */
  clientName: string | undefined;
}

type Rules = Pick<EmailWorkerConfig, 'ALLOW_PRIVATE_SMTP_HOSTS' | 'SMTP_CLIENT_NAME'>;

/** @throws UnusableIntegration */
export function mailServerOf(integration: OpenedIntegration, config: Rules): MailServer {
  const { host, port, security, username, maxConnections = null } = emailSettings(integration);
  return {
    host,
    port,
    security,
    maxConnections,
    login: username === undefined ? null : { user: username, pass: integration.secrets.password ?? '' },
    isTrusted: config.ALLOW_PRIVATE_SMTP_HOSTS || integration.id === DEFAULT_SENDER,
    clientName: config.SMTP_CLIENT_NAME,
  };
}

/** The same for integrations that can share connections. It does not reveal the password. */
export function connectionKey(server: MailServer): string {
  return createHash('sha256').update(JSON.stringify(server)).digest('hex');
}

/** How long a mail server may take (milliseconds). RFC 5321 §4.5.3.2 asks for minutes, a lease allows less. */
export const smtpTimeouts = {
  /** Until there is a TCP connection. */
  connection: 10_000,
  /** Until the server's greeting, and for the change to TLS. */
  greeting: 10_000,
  /** Until it can accept mail, including the login, counted from the beginning. */
  session: 20_000,
  /** Between two pieces of data. */
  socket: 60_000,
  /** For the end of a refused mail, before the next one. */
  reset: 5_000,
  /** For QUIT. */
  quit: 1_000,
  /** A pool is closed after this idle time; servers hang up after some minutes. */
  idle: 60_000,
  /** For a test of the settings as a whole: less than its caller waits. */
  check: 11_000,
} as const;

/** Thrown if no session could be opened. */
export class SmtpFault extends Error {
  override readonly name = 'SmtpFault';

  constructor(readonly fault: Fault) {
    super(fault.kind);
  }
}

/** One session with a mail server, logged in. Sends one mail at a time. */
export class MailConnection {
  private sent = 0;
  private accepted = 0;
  private needsReset = false;
  private alive = true;
  private abandon: (() => void) | null = null;

  private constructor(private readonly smtp: SMTPConnection) {
    smtp.on('error', () => undefined);
    smtp.once('end', () => {
      this.alive = false;
      setImmediate(() => this.abandon?.());
    });
  }

  /** @throws SmtpFault */
  static async open(server: MailServer, timeoutMs: number = smtpTimeouts.session): Promise<MailConnection> {
    try {
      const deadline = performance.now() + timeoutMs;
      const socket = await connectSocket(server, Math.min(smtpTimeouts.connection, timeoutMs));
      const smtp = new SMTPConnection({
        connection: socket,
        host: server.host,
        port: server.port,
        secure: server.security === 'tls',
        ignoreTLS: server.security === 'none',
        requireTLS: server.security === 'starttls',
        connectionTimeout: smtpTimeouts.connection,
        greetingTimeout: smtpTimeouts.greeting,
        socketTimeout: smtpTimeouts.socket,
        socketCloseTimeout: smtpTimeouts.quit,
        logger: false,
        ...(server.clientName === undefined ? {} : { name: server.clientName }),
      });
      await begin(smtp, server, deadline - performance.now());
      return new MailConnection(smtp);
    } catch (error) {
      throw new SmtpFault(faultOf(error as SmtpClientError, 'opening'));
    }
  }

  /** Whether the session can take another mail. */
  get isUsable(): boolean {
    return this.alive;
  }

  /** Whether it has sent a mail before, so that the server may have hung up in the meantime. */
  get wasUsed(): boolean {
    return this.sent > 0;
  }

  /** Whether the server has accepted a mail in this session. */
  get hasServed(): boolean {
    return this.accepted > 0;
  }

  /** Returns null if the server accepted the mail. Never rejects; ends the session after `timeoutMs`. */
  send(mail: Mail, timeoutMs: number): Promise<Fault | null> {
    return new Promise((resolve) => {
      let began = false;
      const source = new Readable({
        read() {
          began = true;
          this.push(mail.raw);
          this.push(null);
        },
      });
      const end = (fault: Fault | null) => {
        clearTimeout(timer);
        this.abandon = null;
        resolve(fault);
      };
      const lose = (cause: string) => {
        end({ kind: 'connection', moment: began ? 'in-message' : 'before-message', cause });
        this.smtp.close();
      };
      const timer = setTimeout(() => lose('ETIMEDOUT'), timeoutMs);
      this.abandon = () => lose('ECONNECTION');
      this.sent += 1;
      // The client keeps notes of the attempt in the envelope.
      this.smtp.send({ ...mail.envelope }, source, (error) => {
        this.needsReset = error !== null;
        if (error === null) this.accepted += 1;
        end(error && faultOf(error, began ? 'in-message' : 'before-message'));
      });
    });
  }

  /** Makes the session ready for the next mail after a refused one. Returns false if the session is over. */
  async recover(): Promise<boolean> {
    if (!this.alive || !this.needsReset) return this.alive;
    this.needsReset = false;
    let timer: NodeJS.Timeout | undefined;
    const reset = await new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), smtpTimeouts.reset);
      this.abandon = () => resolve(false);
      this.smtp.reset((error) => resolve(error === null));
    });
    clearTimeout(timer);
    this.abandon = null;
    if (!reset) this.smtp.close();
    return reset && this.alive;
  }

  /** Quits, or breaks off a mail in flight. Resolves when the session is over. */
  close(): Promise<void> {
    if (!this.alive) return Promise.resolve();
    const over = new Promise<void>((resolve) => this.smtp.once('end', resolve));
    if (this.abandon) this.abandon();
    else {
      this.smtp.quit();
      setTimeout(() => this.smtp.close(), smtpTimeouts.quit).unref();
    }
    return over;
  }
}

/** Runs from the greeting to the login; rejects with an error of the SMTP client. */
async function begin(smtp: SMTPConnection, { login }: MailServer, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      timer = setTimeout(() => done(codedError('ETIMEDOUT')), timeoutMs);
      smtp.once('error', done);
      smtp.once('end', () => done(codedError('ECONNECTION')));
      smtp.connect((error) => {
        if (error || !login) done(error);
        else if (!smtp.allowsAuth) done(codedError('LOGIN_NOT_OFFERED'));
        else smtp.login({ credentials: login }, done);
      });
    });
  } catch (error) {
    smtp.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** How long one of several addresses is tried before the next one is tried in parallel (milliseconds). RFC 8305 §5. */
const ATTEMPT_MS = 2_000;

/**
 * Opens a TCP connection. An untrusted server is connected to only at a public address: the checked address is the
 * one that is used, whatever the name resolves to a moment later. Rejects with an error that has a `code`: the
 * system's, or HOST_NOT_ALLOWED, or ETIMEDOUT.
 */
function connectSocket({ host, port, isTrusted }: MailServer, timeoutMs: number): Promise<Socket> {
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(notAllowed());
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      noDelay: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      ...(isTrusted ? {} : { lookup: lookUpPublic }),
    });
    const timer = setTimeout(() => socket.destroy(codedError('ETIMEDOUT')), timeoutMs);
    socket.once('close', () => clearTimeout(timer));
    // Stays attached: an error between two owners of the socket must not end the process.
    socket.on('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

const lookUpPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const allowed = error ? [] : addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) callback(error ?? notAllowed(), []);
    else if (options.all === true) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};

function notAllowed(): NodeJS.ErrnoException {
  return codedError('HOST_NOT_ALLOWED');
}

/** An error with a code, like the system's errors. */
function codedError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
