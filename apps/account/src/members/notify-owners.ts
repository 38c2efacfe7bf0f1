import { AppError, type Payload } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Users } from '../users';
import { Members } from './members';
import { SystemMail } from './system-mail';

/** Exceeds the number of owners that an account can have. */
const MOST = 1_000;

/** Notifies the owners of an account by email that a webhook was disabled. */
@Injectable()
export class NotifyOwners {
  constructor(
    private readonly members: Members,
    private readonly users: Users,
    private readonly mail: SystemMail,
    private readonly log: Logger,
  ) {}

  /**
   * If there are no owners with a login, the email goes to the account's address.
   * @throws if the mail server accepts none of the emails, so that the event is retried
   */
  async webhookDisabled({ userId, id, url, reason, at }: Payload<'webhook.disabled'>): Promise<void> {
    const { items } = await this.members.page({ userId, after: null, limit: MOST });
    const owners = items.flatMap(({ role, email }) => (role === 'owner' ? [email] : []));
    const user = await this.users.find(userId);
    if (!user) return;
    const addresses = owners.length > 0 ? owners : user.email === null ? [] : [user.email];
    const why =
      reason === 'GONE' ? 'It responded with HTTP 410 Gone.' : 'It accepted no message for 31 hours.';
    const text = [
      `A webhook of the account ${user.name} on Carillon was disabled at ${at}:`,
      `${url}\n(${id})`,
      why,
      'Pending messages are stored for several days, and are sent when you enable the webhook again. New events are not sent until then.',
    ].join('\n\n');
    const subject = 'A webhook was disabled';
    const failures: unknown[] = [];
    // One after another, because the mail client limits concurrent emails.
    for (const to of addresses)
      await this.mail.send({ to, subject, text }).catch((error: unknown) => failures.push(error));
    const [first] = failures;
    if (failures.length === 0 || failures.length < addresses.length) return;
    if (first instanceof AppError && first.code === 'mail_not_configured')
      this.log.warn(
        { userId, webhookId: id },
        'a webhook was disabled, but no mail server is configured to notify the owners',
      );
    else throw new Error('No owner could be notified that a webhook was disabled', { cause: first });
  }
}
