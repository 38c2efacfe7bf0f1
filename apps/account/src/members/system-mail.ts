import { Inject, Injectable } from '@nestjs/common';
import { type Transporter, createTransport } from 'nodemailer';
import { AppError } from '@carillon/contracts';
import { type AccountConfig, accountConfig } from '../config';
import { parseSmtpUrl } from '../integrations';

/** How long a mail server may take for each step (milliseconds). */
const STEP_MS = 5_000;

/** Mails that the server is taking: each holds a connection, and most of them somebody who waits. */
const MOST_AT_ONCE = 8;

/** Mail of the system itself, by the operator's default sender. */
@Injectable()
export class SystemMail {
  private readonly transport: Transporter | null;
  private atOnce = 0;

  constructor(@Inject(accountConfig.token) private readonly config: AccountConfig) {
    const { DEFAULT_SMTP_URL: url } = config;
    this.transport = url === undefined ? null : transportTo(url);
  }

  /** @throws AppError mail_not_configured */
  require(): void {
    if (!this.transport) throw new AppError('mail_not_configured');
  }

  /** @throws AppError mail_not_configured; service_unavailable if the server does not take it, or is busy with others */
  async send(mail: { to: string; subject: string; text: string }): Promise<void> {
    if (!this.transport) throw new AppError('mail_not_configured');
    if (this.atOnce >= MOST_AT_ONCE)
      throw new AppError('service_unavailable', 'Too many mails are on their way');
    const { to, ...content } = mail;
    this.atOnce += 1;
    try {
      await this.transport.sendMail({
        ...content,
        from: { name: 'Carillon', address: this.config.DEFAULT_FROM ?? '' },
        // As an object: a text with a comma would be two recipients.
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      const detail = 'The mail server did not take the message';
      throw new AppError('service_unavailable', detail, [], {}, { cause: loggable(error) });
    } finally {
      this.atOnce -= 1;
    }
  }
}

/** Its codes alone: causes are logged, and the words of a server that refuses somebody name the address. */
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
