import { AppError, domainOf } from '@carillon/contracts';
import { type SigningKey, parseSigningKey, signMessage } from '@carillon/dkim';
import { Clock, Logger } from '@carillon/platform';
import { signingKeyContext } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type SendMailOptions, type Transporter, createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { SigningKeys, parseSmtpUrl } from '../senders';

/** The timeout of each step of a mail server (milliseconds). */
const STEP_MS = 5_000;

/** Limit of emails in transfer. Each occupies a connection, and a person waits for most of them. */
const MOST_AT_ONCE = 8;
/**
 * The limit of waiting emails, and their maximum waiting time (milliseconds). Higher values would delay other commands.
 */
const MOST_IN_LINE = 40;
const IN_LINE_MS = 3_000;

/** System emails, sent through the operator's default sender and signed with the keys of the operator's domains. */
@Injectable()
export class SystemMail {
  private readonly transport: Transporter | null;
  private readonly vault;
  private atOnce = 0;
  /** The queue, whose first entry continues when an email is done. */
  private readonly line: (() => void)[] = [];

  constructor(
    @Inject(accountConfig.token) private readonly config: AccountConfig,
    private readonly signingKeys: SigningKeys,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    const { DEFAULT_SMTP_URL: url } = config;
    this.transport = url === undefined ? null : transportTo(url);
    this.vault = vaultOf(config);
  }

  get isConfigured(): boolean {
    return this.transport !== null;
  }

  /** @throws AppError mail_not_configured */
  require(): void {
    if (!this.transport) throw new AppError('mail_not_configured');
  }

  /**
   * @throws AppError mail_not_configured; service_unavailable if the server does not accept the email, or is busy with
   * other emails
   */
  async send(mail: { to: string; subject: string; text: string }): Promise<void> {
    if (!this.transport) throw new AppError('mail_not_configured');
    await this.takeTurn();
    const { to, ...content } = mail;
    try {
      const from = this.config.DEFAULT_FROM ?? '';
      // The addresses are objects, because a string with a comma would be parsed as two recipients.
      const envelope = { from: { name: 'Carillon', address: from }, to: { name: '', address: to } };
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const composed = await compose({ ...content, ...envelope, headers });
      await this.transport.sendMail({ envelope, raw: await this.signed(composed, from) });
    } catch (error) {
      const detail = 'The mail server did not accept the message';
      throw new AppError('service_unavailable', detail, [], {}, { cause: loggable(error) });
    } finally {
      const next = this.line.shift();
      if (next) next();
      else this.atOnce -= 1;
    }
  }

  /** Emails are sent without a signature rather than not at all, because people can't sign in without some of them. */
  private async signed(message: Buffer, from: string): Promise<Buffer> {
    try {
      const keys = await this.keysFor(from);
      return keys.length === 0 ? message : await signMessage(message, keys, this.clock.now());
    } catch (error) {
      this.log.warn({ err: error }, 'a system email could not be signed');
      return message;
    }
  }

  private async keysFor(from: string): Promise<SigningKey[]> {
    const keys = await this.signingKeys.of(null, domainOf(from));
    return keys.map(({ keyId, sealed, ...key }) =>
      parseSigningKey({ ...key, privateKey: this.vault.open(sealed, signingKeyContext(keyId)) }),
    );
  }

  /** Resolves when another email can be sent. @throws AppError service_unavailable */
  private async takeTurn(): Promise<void> {
    if (this.atOnce < MOST_AT_ONCE) {
      this.atOnce += 1;
      return;
    }
    const busy = new AppError('service_unavailable', 'Too many emails are being sent');
    if (this.line.length >= MOST_IN_LINE) throw busy;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const go = (): void => resolve(undefined);
    this.line.push(go);
    const timer = setTimeout(() => {
      this.line.splice(this.line.indexOf(go), 1);
      reject(busy);
    }, IN_LINE_MS);
    await promise.finally(() => clearTimeout(timer));
  }
}

/** The message with CRLF line ends, as it is signed and sent. */
function compose(mail: SendMailOptions): Promise<Buffer> {
  const options = { ...mail, newline: 'windows', disableFileAccess: true, disableUrlAccess: true };
  return new MailComposer(options).compile().build();
}

/** Contains only the codes, because the cause is logged and the mail server's text may contain the address. */
function loggable(error: unknown): Error {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return new Error([code, responseCode].filter((each) => each !== undefined).join(' '));
}

function transportTo(url: string): Transporter {
  const { host, port, security, username, password } = parseSmtpUrl(url);
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(username !== undefined && { auth: { user: username, pass: password ?? '' } }),
  });
}
