import { createHash } from 'node:crypto';
import { type Socket, connect, isIP } from 'node:net';
import { type SecureContext, TLSSocket, createSecureContext, getCACertificates } from 'node:tls';
import { isPublicAddress, publicLookup } from '@carillon/address';
import type { OpenedSender } from '@carillon/channel';
import { SENDER_CHECK_MS, type SmtpSettings } from '@carillon/contracts';
import { type Extensions, type Mail, SmtpClient, noExtensions, readExtensions } from '@carillon/smtp';
import { LRUCache } from 'lru-cache';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { smtpSettings } from '../mime/sender';
import { type Fault, type SmtpClientError, faultAfter, faultOf } from '../replies/faults';
import { UnreadReplies } from './unread-replies';

/** The sender that is the operator's own server, not a user's. */
const DEFAULT_SENDER = 'default';

/** The address and the options of a mail server. */
export interface MailServer extends Pick<SmtpSettings, 'host' | 'port' | 'security'> {
  login: { user: string; pass: string } | null;
  /**
   * A private certificate authority that is trusted for the server (PEM). Null: only public authorities are trusted.
   */
  caCertificate: string | null;
  /** How many connections the server allows in total. Null: unlimited. */
  maxConnections: number | null;
  /** Whether the server may have a private address. */
  isTrusted: boolean;
  /** The name that the client sends in EHLO. Absent: the machine's name. */
  clientName: string | undefined;
}

/** What connections with a server have shown, for further connections with it. */
export interface ConnectionHints {
  /**
   * How long a round trip of the network takes (milliseconds): at most as long as the quickest reply while a session
   * opened. Infinity: there was none.
   */
  distanceMs: number;
  /** The latest TLS session, which spares both sides most of a handshake (RFC 8446 §2.2). */
  tlsSession?: Buffer | undefined;
}

/** Settings for all mail servers. */
export interface ClientRules extends Pick<MailServer, 'clientName'> {
  /** Whether users' own servers may have private addresses. */
  mayBePrivate: boolean;
}

/** @throws UnusableSender */
export function mailServerOf(sender: OpenedSender, rules: ClientRules): MailServer {
  const settings = smtpSettings(sender);
  const { host, port, security, username, caCertificate = null, maxConnections = null } = settings;
  return {
    host,
    port,
    security,
    caCertificate,
    maxConnections,
    login: username === undefined ? null : { user: username, pass: sender.secrets.password ?? '' },
    isTrusted: rules.mayBePrivate || sender.id === DEFAULT_SENDER,
    clientName: rules.clientName,
  };
}

/** The key of a server, which is equal for senders that can share connections. It does not reveal the password. */
export function connectionKey(server: MailServer): string {
  return createHash('sha256').update(JSON.stringify(server)).digest('hex');
}

/**
 * How long each step of a mail server can take (milliseconds). RFC 5321 §4.5.3.2 recommends minutes, but a lease allows
 * less.
 */
export const smtpTimeouts = {
  /** Until the TCP connection is established. */
  connection: 10_000,
  /** Until the server's greeting, and for the switch to TLS. */
  greeting: 10_000,
  /** Until the session can accept mail, including the login, measured from the beginning. */
  session: 20_000,
  /**
   * For a reply before the message, as long as the server has not replied to any mail. Doubled each time the server
   * does not reply.
   */
  firstReply: 10_000,
  /** For QUIT after a session that failed to open. */
  quit: 1_000,
  /** A pool is closed after this idle time. Servers close connections after several minutes. */
  idle: 60_000,
  /** For a whole test of the settings. */
  check: SENDER_CHECK_MS,
} as const;

const always = (): boolean => true;

/** Thrown if no session could be opened. */
export class SmtpFault extends Error {
  override readonly name = 'SmtpFault';

  constructor(readonly fault: Fault) {
    super(fault.kind);
  }
}

/**
 * An authenticated session with a mail server. nodemailer opens the session, and the client of libs/smtp sends the
 * emails.
 */
export class MailConnection {
  private sent = 0;
  private accepted = 0;

  private constructor(private readonly client: SmtpClient) {}

  /**
   * @param hints what earlier connections have shown; this connection adds to them
   * @throws SmtpFault
   */
  static async open(
    server: MailServer,
    timeoutMs: number = smtpTimeouts.session,
    hints: ConnectionHints = { distanceMs: Infinity },
  ): Promise<MailConnection> {
    try {
      const deadline = performance.now() + timeoutMs;
      const socket = await connectSocket(server, Math.min(smtpTimeouts.connection, timeoutMs));
      const replies: UnreadReplies = new UnreadReplies(() => {
        const session = sessionSocket(smtp, server, socket);
        session?.on('session', (tlsSession: Buffer) => (hints.tlsSession = tlsSession));
        return session;
      });
      const smtp = new SMTPConnection({
        connection: socket,
        host: server.host,
        port: server.port,
        secure: server.security === 'tls',
        ignoreTLS: server.security === 'none',
        requireTLS: server.security === 'starttls',
        // The connection is open. nodemailer would apply this limit until the end of STARTTLS, and shorten the limit of
        // the greeting.
        connectionTimeout: smtpTimeouts.session,
        greetingTimeout: smtpTimeouts.greeting,
        socketTimeout: smtpTimeouts.session,
        socketCloseTimeout: smtpTimeouts.quit,
        logger: replies.logger,
        transactionLog: true,
        tls: {
          ...(server.caCertificate !== null && { secureContext: trusting(server.caCertificate) }),
          ...(hints.tlsSession && { session: hints.tlsSession }),
        },
        ...(server.clientName === undefined ? {} : { name: server.clientName }),
      });
      smtp.on('error', () => undefined);
      const offered = await begin(smtp, server, deadline - performance.now());
      const leftover = replies.unread;
      hints.distanceMs = Math.min(hints.distanceMs, replies.quickestMs);
      const unread = Buffer.from(leftover, 'latin1');
      const session = detachSocket(smtp);
      // Before TLS 1.3, the event occurs during the handshake, when nobody listens yet.
      if (session instanceof TLSSocket && session.getProtocol() !== 'TLSv1.3')
        hints.tlsSession = session.getSession() ?? hints.tlsSession;
      const client = new SmtpClient(session, offered, unread, hints.distanceMs);
      // A server that closes the connection immediately counts as refusing the session, so that no email is attempted
      // in it.
      if (!client.isUsable) throw Object.assign(codedError('ECONNECTION'), { response: leftover });
      return new MailConnection(client);
    } catch (error) {
      throw new SmtpFault(faultOf(error as SmtpClientError));
    }
  }

  /** Whether the session can accept another email. */
  get isUsable(): boolean {
    return this.client.isUsable;
  }

  /** Whether the session has already sent an email, so that the server may have closed it in the meantime. */
  get wasUsed(): boolean {
    return this.sent > 0;
  }

  /** How many emails the server has accepted in this session. */
  get served(): number {
    return this.accepted;
  }

  /**
   * How many emails the session accepts concurrently. The envelope of the second email is sent with the content of the
   * first.
   */
  get depth(): number {
    return this.client.depth;
  }

  /** How many emails the session should have in transit: those for which another email needn't wait. */
  get useful(): number {
    return this.client.useful;
  }

  /**
   * Returns null if the server accepted the email. Never rejects because of the server's behavior, takes at most
   * `timeoutMs`, and ends the session when `mayDeliver` returns false before the email is complete: the server then
   * discards it (RFC 5321 §4.1.1.4). A reply before the message can take `replyMs`.
   */
  async send(
    mail: Mail,
    timeoutMs: number,
    mayDeliver: () => boolean = always,
    replyMs = Infinity,
  ): Promise<Fault | null> {
    this.sent += 1;
    const progress = await this.client.send(mail, timeoutMs, mayDeliver, replyMs);
    if (progress.kind !== 'accepted') return faultAfter(progress);
    this.accepted += 1;
    return null;
  }

  /** Takes no more emails, and quits when the emails in flight have ended. */
  finish(): void {
    this.client.finish();
  }

  /** Quits, or aborts the emails in flight. Resolves when the session has ended. */
  close(): Promise<void> {
    return this.client.close();
  }
}

/**
 * TLS contexts by private authority. They are cached, because reading some hundred public authorities for each context
 * takes milliseconds.
 */
const trust = new LRUCache<string, SecureContext>({ max: 100 });

/** Trusts the authorities that Node trusts, and the given ones. Throws if they can't be parsed. */
function trusting(caCertificate: string): SecureContext {
  const known = trust.get(caCertificate);
  if (known) return known;
  const context = createSecureContext({ ca: [...getCACertificates(), caCertificate] });
  trust.set(caCertificate, context);
  return context;
}

/** The socket of the session. Null before the change to TLS. */
function sessionSocket(smtp: SMTPConnection, { security }: MailServer, opened: Socket): Socket | null {
  const { _socket: socket } = smtp;
  return socket && (security === 'none' || socket !== opened) ? socket : null;
}

/**
 * Takes the socket from nodemailer, which then gets no replies and ends no idle session. Its other listeners have no
 * effect. If nodemailer still has a reply to handle, it closes the socket, as the client does, because no reply is due.
 */
function detachSocket({ _socket: socket }: SMTPConnection): Socket {
  if (!socket) throw codedError('ECONNECTION');
  return socket.removeAllListeners('data').removeAllListeners('timeout');
}

/** Runs the steps from the greeting to the login. Returns what the server offers. Rejects with a nodemailer error. */
async function begin(smtp: SMTPConnection, { login }: MailServer, timeoutMs: number): Promise<Extensions> {
  let timer: NodeJS.Timeout | undefined;
  let offered = noExtensions;
  try {
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      timer = setTimeout(() => done(codedError('ETIMEDOUT')), timeoutMs);
      smtp.once('error', done);
      smtp.once('end', () => done(codedError('ECONNECTION')));
      smtp.connect((error) => {
        offered = readExtensions(smtp.lastServerResponse || '');
        if (error || !login) done(error);
        else if (!smtp.allowsAuth) done(codedError('LOGIN_NOT_OFFERED'));
        else smtp.login({ credentials: login }, done);
      });
    });
    return offered;
  } catch (error) {
    smtp.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** How long one of several addresses is tried before the next one is tried in parallel (milliseconds). RFC 8305 §5. */
const ATTEMPT_MS = 2_000;

const lookUp = publicLookup();

/**
 * Opens a TCP connection. Untrusted servers must have a public address. Connects to the checked address, even if the
 * name resolves differently a moment later. Rejects with an error that has a `code`: the system's, HOST_NOT_ALLOWED, or
 * ETIMEDOUT.
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
      ...(isTrusted ? {} : { lookup: lookUp }),
    });
    const timer = setTimeout(() => socket.destroy(codedError('ETIMEDOUT')), timeoutMs);
    socket.once('close', () => clearTimeout(timer));
    // This listener stays attached, because an error between two owners of the socket must not end the process.
    socket.on('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

function notAllowed(): NodeJS.ErrnoException {
  return codedError('HOST_NOT_ALLOWED');
}

/** An error with a code, like the system's errors. */
function codedError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
