import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { networkOf } from '@carillon/address';
import { KEPT_BYTES } from '@carillon/feedback';
import { ConfigError, Health, Logger, Metrics } from '@carillon/platform';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import { CertificateFiles } from './certificate-files';
import { type BounceReceiverConfig, bounceReceiverConfig } from './config';
import { ReceiveReturned } from './receive-returned';

/** RFC 1870. The limit is high, because some servers return the whole email, and a rejected bounce is lost. */
const MAX_BYTES = 20 * 1024 * 1024;
/** A bounce has one recipient (RFC 3464 §2). Emails from feedback loops have few recipients. */
const MAX_RECIPIENTS = 20;
const IDLE_MS = 60_000;
/**
 * The maximum share of all SMTP connections that one network can have, and the minimum number, so that a network can't
 * lock out other servers.
 */
const NETWORK_SHARE = 1 / 10;
const MIN_PER_NETWORK = 2;
/**
 * If all connections are in use, a connection that was silent for this time is closed to make room for a new one
 * (milliseconds). Its server retries.
 */
const SILENT_MS = 5_000;
/** Extra connections that may be open while the receiver decides which connections to keep. */
const EXTRA_CONNECTIONS = 50;
/**
 * The maximum number of chunks of an email: smtp-server emits one for each line that begins with a dot, and spends some
 * microseconds on each. Network packets are larger than this on average.
 */
const MAX_CHUNKS = 50_000;
const MIN_CHUNK_BYTES = 256;
/** How long a session may continue to receive its current email after the stop begins (milliseconds). */
const CLOSE_MS = 4_000;

/** An SMTP reply that rejects a command. smtp-server sends its code and its text. */
class Refusal extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

/** The connection ended before the email was complete. */
class Interrupted extends Error {}

/** A legitimate mail does not have this many lines that begin with a dot. */
class TooManyChunks extends Error {}

/** An open SMTP connection. */
interface OpenSession {
  network: string;
  /** Monotonic milliseconds. */
  lastActiveAt: number;
  /** The receiver is storing the email, so the connection does not count as silent. */
  isStoring: boolean;
}

type Protocol = 'smtp' | 'lmtp';

/**
 * Servers for SMTP (RFC 5321) and LMTP (RFC 2033). Recipients without a valid signature are rejected at RCPT, before
 * any content is read. The reply 250 after the email means that its outcome is stored. The reply 451 makes the sending
 * server retry.
 */
@Injectable()
export class MailReceiver implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly servers = new Map<Protocol, SMTPServer>();
  private readonly certificate: CertificateFiles | null;
  private readonly refused;
  /** The timeouts of sessions, by ID. */
  private readonly limits = new Map<string, NodeJS.Timeout>();
  /** The open SMTP connections, by ID. */
  private readonly sessions = new Map<string, OpenSession>();

  constructor(
    private readonly returned: ReceiveReturned,
    private readonly log: Logger,
    @Inject(bounceReceiverConfig.token) private readonly config: BounceReceiverConfig,
    health: Health,
    metrics: Metrics,
  ) {
    this.refused = metrics.counter(
      'carillon_returned_refused_total',
      'Recipients and emails that the bounce-receiver rejected',
      ['reason'],
    );
    const help = 'Open connections of servers that return mail';
    metrics.gauge('carillon_returning_connections', help, () =>
      [...this.servers.values()].reduce((sum, { connections }) => sum + connections.size, 0),
    );
    const { BOUNCE_TLS_CERT_PATH: cert, BOUNCE_TLS_KEY_PATH: key } = config;
    if ((cert === undefined) !== (key === undefined))
      throw new ConfigError('BOUNCE_TLS_CERT_PATH and BOUNCE_TLS_KEY_PATH: set both or neither');
    this.certificate = cert === undefined || key === undefined ? null : new CertificateFiles(cert, key);
    // An unusable certificate must fail before the ports open.
    this.certificate?.read();
    health.add('mail', () => [...this.servers.values()].every(({ server }) => server.listening));
  }

  /** @throws if a port is in use, or the certificate is unusable */
  async onApplicationBootstrap(): Promise<void> {
    const { BOUNCE_SMTP_PORT, BOUNCE_LMTP_PORT } = this.config;
    await this.listen('smtp', BOUNCE_SMTP_PORT);
    if (BOUNCE_LMTP_PORT !== undefined) await this.listen('lmtp', BOUNCE_LMTP_PORT);
    this.certificate?.watch(() => this.renewCertificate());
  }

  /** Accepts no new connections, and stores emails in transfer while the broker is still connected. */
  async beforeApplicationShutdown(): Promise<void> {
    this.certificate?.close();
    await Promise.all(
      [...this.servers.values()].map((server) => new Promise<void>((resolve) => server.close(resolve))),
    );
  }

  portOf(protocol: Protocol): number {
    const address = this.servers.get(protocol)?.server.address() as AddressInfo | null | undefined;
    if (!address) throw new Error(`There is no listener for ${protocol}`);
    return address.port;
  }

  /**
   * Existing sessions keep their certificate. A pair that doesn't match changes nothing, because the other file will
   * follow.
   */
  private renewCertificate(): void {
    try {
      const renewed = this.certificate?.read();
      if (renewed) for (const server of this.servers.values()) server.updateSecureContext(renewed);
      this.log.info({}, 'the TLS certificate was reloaded');
    } catch (error) {
      this.log.warn({ err: error }, 'the new TLS certificate is unusable; still using the previous one');
    }
  }

  private async listen(protocol: Protocol, port: number): Promise<void> {
    const server = new SMTPServer(this.optionsOf(protocol));
    const listening = once(server.server, 'listening');
    server.listen(port, this.config.BOUNCE_HOST);
    await Promise.race([
      listening,
      once(server, 'error').then(([error]) => {
        throw error;
      }),
    ]);
    // Errors of clients that disconnect. No mail is lost, because the clients retry.
    server.on('error', (error) => this.log.debug({ err: error, protocol }, 'a session failed'));
    this.servers.set(protocol, server);
    this.log.info({ protocol, port: this.portOf(protocol) }, 'listening for bounces');
  }

  private optionsOf(protocol: Protocol): SMTPServerOptions {
    return {
      lmtp: protocol === 'lmtp',
      banner: 'Carillon accepts bounces',
      size: MAX_BYTES,
      maxClients: this.config.BOUNCE_CONNECTIONS + (protocol === 'smtp' ? EXTRA_CONNECTIONS : 0),
      maxRecipients: MAX_RECIPIENTS,
      socketTimeout: IDLE_MS,
      closeTimeout: CLOSE_MS,
      authOptional: true,
      disabledCommands: this.certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      ...this.certificate?.read(),
      disableReverseLookup: true,
      logger: false,
      onConnect: (session, answer) => {
        const refusal = protocol === 'smtp' ? this.refusalFor(session) : null;
        if (refusal) this.refused.inc({ reason: 'limited' });
        else this.limit(protocol, session.id);
        answer(refusal);
      },
      onClose: ({ id }) => {
        clearTimeout(this.limits.get(id));
        this.limits.delete(id);
        this.sessions.delete(id);
      },
      onMailFrom: (_address, { id }, answer) => {
        this.noteActivity(id);
        answer();
      },
      onRcptTo: ({ address }, { id }, answer) => {
        this.noteActivity(id);
        const isAccepted = this.returned.accepts(address);
        if (!isAccepted) this.refused.inc({ reason: 'unsigned' });
        answer(isAccepted ? null : new Refusal(550, 'No such mailbox'));
      },
      onData: (stream, session, answer) => {
        this.receive(stream, session).then(
          () => answer(null),
          (error: unknown) => {
            if (error instanceof TooManyChunks)
              this.end(protocol, session.id, 'Too many lines begin with a dot');
            answer(this.refusalOf(error));
          },
        );
      },
    };
  }

  /**
   * Registers a connection. If all connections are in use, replaces a silent one. Applies only to SMTP, because with
   * LMTP one mail server sends all emails.
   */
  private refusalFor({ id, remoteAddress }: SMTPServerSession): Refusal | null {
    const { BOUNCE_CONNECTIONS: most } = this.config;
    const network = networkOf(remoteAddress);
    const ofNetwork = [...this.sessions.values()].filter((each) => each.network === network).length;
    if (ofNetwork >= Math.max(MIN_PER_NETWORK, most * NETWORK_SHARE))
      return new Refusal(421, 'Too many connections from your network, try again later');
    if (this.sessions.size >= most && !this.makeRoom())
      return new Refusal(421, 'Too many connections, try again later');
    this.sessions.set(id, { network, lastActiveAt: performance.now(), isStoring: false });
    return null;
  }

  /**
   * Ends the connection that was silent for longest, if it was silent for at least `SILENT_MS`. Returns whether it
   * ended a connection.
   */
  private makeRoom(): boolean {
    const open = [...this.sessions].filter(([, { isStoring }]) => !isStoring);
    const [silent] = open.sort(([, a], [, b]) => a.lastActiveAt - b.lastActiveAt);
    if (!silent || performance.now() - silent[1].lastActiveAt < SILENT_MS) return false;
    const [id] = silent;
    this.sessions.delete(id);
    this.end('smtp', id, 'Connection needed for another server, try again later');
    return true;
  }

  private noteActivity(id: string): void {
    const session = this.sessions.get(id);
    if (session) session.lastActiveAt = performance.now();
  }

  /** Ends a session that lasts too long. Otherwise, slow sessions could occupy all connections. */
  private limit(protocol: Protocol, id: string): void {
    const end = (): void => this.end(protocol, id, 'Session time limit exceeded, try again later');
    this.limits.set(id, setTimeout(end, this.config.BOUNCE_SESSION_SECONDS * 1_000).unref());
  }

  private end(protocol: Protocol, id: string, reason: string): void {
    const found = [...(this.servers.get(protocol)?.connections ?? [])].find((each) => each.id === id);
    found?.send(421, reason);
    found?.close();
  }

  private async receive(stream: SMTPServerDataStream, { id, envelope }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    let [kept, bytes, count] = [0, 0, 0];
    stream.on('data', (chunk: Buffer) => {
      this.noteActivity(id);
      bytes += chunk.length;
      count += 1;
      if (count > MAX_CHUNKS + bytes / MIN_CHUNK_BYTES) stream.destroy(new TooManyChunks());
      if (kept >= KEPT_BYTES) return;
      chunks.push(chunk.subarray(0, KEPT_BYTES - kept));
      kept += chunk.length;
    });
    await once(stream, 'end').catch((error: unknown) => {
      if (error instanceof TooManyChunks) throw error;
      throw new Interrupted('The email is incomplete', { cause: error });
    });
    if (stream.sizeExceeded) throw new Refusal(552, 'The email is too large');
    const { mailFrom, rcptTo } = envelope;
    const session = this.sessions.get(id);
    if (session) session.isStoring = true;
    try {
      await this.returned.receive(
        {
          sender: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
        },
        Buffer.concat(chunks),
      );
    } finally {
      if (session) session.isStoring = false;
      this.noteActivity(id);
    }
  }

  private refusalOf(error: unknown): Refusal {
    if (error instanceof Refusal) {
      this.refused.inc({ reason: 'size' });
      return error;
    }
    if (error instanceof TooManyChunks) {
      this.refused.inc({ reason: 'dots' });
      this.log.debug({ err: error }, 'rejected an email with too many lines that begin with a dot');
    } else if (error instanceof Interrupted) {
      this.refused.inc({ reason: 'broken-off' });
      this.log.debug({ err: error }, 'the connection ended before the bounce was complete');
    } else {
      this.refused.inc({ reason: 'not-stored' });
      this.log.warn({ err: error }, 'a bounce could not be stored');
    }
    return new Refusal(451, 'Not stored, try again later');
  }
}
