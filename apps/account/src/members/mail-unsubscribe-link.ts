import { AppError, type Payload } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Users } from '../users';
import { SystemMail } from './system-mail';

/** Mails a working unsubscribe link to a person whose link was damaged. */
@Injectable()
export class MailUnsubscribeLink {
  constructor(
    private readonly users: Users,
    private readonly mail: SystemMail,
    private readonly log: Logger,
  ) {}

  /** @throws AppError service_unavailable if the mail server does not take it now: it is tried again */
  async send({ userId, address, url }: Payload<'unsubscribe-link.requested'>): Promise<void> {
    const user = await this.users.find(userId);
    if (!user) return;
    const text = [
      `Somebody, probably you, asked to get no more email from ${user.name} at this address. The link that was used was incomplete.`,
      `To unsubscribe, open this page and press the button:\n${url}`,
      'If it was not you, ignore this message: nothing changes.',
    ].join('\n\n');
    try {
      await this.mail.send({ to: address, subject: `Unsubscribe from ${user.name}`, text });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'mail_not_configured')) throw error;
      this.log.warn({ userId }, 'an unsubscribe link was asked for, and no mail server is set up to send it');
    }
  }
}
