import { AppError, type Payload } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Users } from '../users';
import { Members } from './members';
import { SystemMail } from './system-mail';

/** More than an account has members who own it. */
const MOST = 1_000;

/** Tells the owners of an account by mail that one of its webhooks was disabled. */
@Injectable()
export class TellOwners {
  constructor(
    private readonly members: Members,
    private readonly users: Users,
    private readonly mail: SystemMail,
    private readonly log: Logger,
  ) {}

  /**
   * Without owners who sign in, the address of the account is told.
   * @throws if the mail server takes none of the mails: it is tried again
   */
  async webhookDisabled({ userId, id, url, reason, at }: Payload<'webhook.disabled'>): Promise<void> {
    const { items } = await this.members.page({ userId, after: null, limit: MOST });
    const owners = items.flatMap(({ role, email }) => (role === 'owner' ? [email] : []));
    const user = await this.users.find(userId);
    if (!user) return;
    const addresses = owners.length > 0 ? owners : user.email === null ? [] : [user.email];
    const why =
      reason === 'GONE' ? 'It answered that it is gone (410).' : 'It did not take a message for 31 hours.';
    const text = [
      `A webhook of the account ${user.name} on Carillon was disabled at ${at}:`,
      `${url}\n(${id})`,
      why,
      'What waited for it is kept for some days, and is sent when you enable it again. What happens until then is not.',
    ].join('\n\n');
    const subject = 'A webhook was disabled';
    const failures: unknown[] = [];
    // One after the other: of more at once the system's mail refuses some.
    for (const to of addresses)
      await this.mail.send({ to, subject, text }).catch((error: unknown) => failures.push(error));
    const [first] = failures;
    if (failures.length === 0 || failures.length < addresses.length) return;
    if (first instanceof AppError && first.code === 'mail_not_configured')
      this.log.warn(
        { userId, webhookId: id },
        'a webhook was disabled, and no mail server is set up to say so',
      );
    else throw new Error('Nobody could be told that a webhook was disabled', { cause: first });
  }
}
