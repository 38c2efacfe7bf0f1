import { Inject, Injectable } from '@nestjs/common';
import { type Transporter, createTransport } from 'nodemailer';
import { AppError } from '@carillon/contracts';
import { type AccountConfig, accountConfig } from '../config';
import { parseSmtpUrl } from '../integrations';

/** How long a mail server may take for each step (milliseconds). */
const STEP_MS = 5_000;

/** Mail of the system itself, by the operator's default sender. */
@Injectable()
export class SystemMail {
  private readonly transport: Transporter | null;

  constructor(@Inject(accountConfig.token) private readonly config: AccountConfig) {
    const { DEFAULT_SMTP_URL: url } = config;
    this.transport = url === undefined ? null : transportTo(url);
  }

  /** @throws AppError mail_not_configured */
  require(): void {
    if (!this.transport) throw new AppError('mail_not_configured');
  }

  /** @throws AppError mail_not_configured; service_unavailable if the server does not take it */
  async send(mail: { to: string; subject: string; text: string }): Promise<void> {
    if (!this.transport) throw new AppError('mail_not_configured');
    const { to, ...content } = mail;
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
      throw new AppError('service_unavailable', detail, [], {}, { cause: error });
    }
  }
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
