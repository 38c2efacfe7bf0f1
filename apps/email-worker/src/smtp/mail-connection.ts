import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Mail } from '../mime/compose-mail';
import { type Fault, type SmtpClientError, faultOf } from '../replies/fault';
import { codedError } from './coded-error';
import { connectSocket } from './connect-socket';
import type { MailServer } from './mail-server';
import { smtpTimeouts } from './smtp-timeouts';

/** Thrown when no session could be opened. */
export class SmtpFault extends Error {
  override readonly name = 'SmtpFault';

  constructor(readonly fault: Fault) {
    super(fault.kind);
  }
}

/** One session with a mail server, logged in. Takes one mail after the other. */
export class MailConnection {
  private sent = 0;
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

  /** Whether it took a mail before, so that the server may have hung up in the meantime. */
  get wasUsed(): boolean {
    return this.sent > 0;
  }

  /** Null: the server took the mail. Never rejects; after `timeoutMs` the session is given up. */
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
      this.smtp.send(mail.envelope, source, (error) => {
        this.needsReset = error !== null;
        end(error && faultOf(error, began ? 'in-message' : 'before-message'));
      });
    });
  }

  /** Makes the session ready for the next mail after one that was refused. False: it is over. */
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

  /** Says goodbye, or, with a mail in flight, breaks it off. Resolves when the session is over. */
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

/** From the greeting to the login; rejects with an error of the SMTP client. */
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
