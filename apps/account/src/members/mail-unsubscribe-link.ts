import { AppError, type Language, type Payload, languages } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Users } from '../users';
import { SystemMail } from './system-mail';

const texts: Readonly<
  Record<Language, (sender: string, url: string) => { subject: string; paragraphs: readonly string[] }>
> = {
  en: (sender, url) => ({
    subject: `Unsubscribe from ${sender}`,
    paragraphs: [
      `Someone, probably you, asked to stop receiving email from ${sender} at this address. The link that was used is incomplete.`,
      `To unsubscribe, open this page and select Unsubscribe:\n${url}`,
      'If this was not you, ignore this message. Nothing changes.',
    ],
  }),
  de: (sender, url) => ({
    subject: `Abmelden von ${sender}`,
    paragraphs: [
      `Jemand, vermutlich Sie, möchte an dieser Adresse keine E-Mails von ${sender} mehr erhalten. Der verwendete Link ist unvollständig.`,
      `Um sich abzumelden, öffnen Sie diese Seite und wählen Sie „Abmelden“:\n${url}`,
      'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht. Es ändert sich nichts.',
    ],
  }),
};

/** Emails a working unsubscribe link to a person whose link was damaged. */
@Injectable()
export class MailUnsubscribeLink {
  constructor(
    private readonly users: Users,
    private readonly mail: SystemMail,
    private readonly log: Logger,
  ) {}

  /**
   * @throws AppError service_unavailable if the mail server does not accept the email now, so that the event is retried
   */
  async send({
    userId,
    address,
    url,
    language = languages[0],
  }: Payload<'unsubscribe-link.requested'>): Promise<void> {
    const user = await this.users.find(userId);
    if (!user) return;
    const { subject, paragraphs } = texts[language](user.name, url);
    try {
      await this.mail.send({ to: address, subject, text: paragraphs.join('\n\n') });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'mail_not_configured')) throw error;
      this.log.warn(
        { userId },
        'an unsubscribe link was requested, but no mail server is configured to send it',
      );
    }
  }
}
