import { BackgroundTask, Clock, Logger, Metrics } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { ObjectId } from 'mongodb';
import { type AccountConfig, accountConfig } from '../config';
import { Members, SystemMail } from '../members';
import { Users } from '../users';
import { notificationMail } from './notification-mail';
import { settingsOf } from './notification-preferences';
import type { NotificationDocument } from './notification-record';
import { Notifications } from './notifications';

const EVERY_MS = 5_000;
/** How long a process claims a notification; another one continues after a crash (milliseconds). */
const CLAIM_MS = 5 * 60_000;
/** The number of emails that one claim sends, which takes less time than the claim even if the mail server is slow. */
const MOST_PER_CLAIM = 10;
const MINUTE_MS = 60_000;
/** The pauses after failed attempts (minutes). After the last one, the emails are dropped. */
const RETRIES = [1, 5, 30, 120] as const;

/**
 * Sends the emails of notifications in the background. Each sent email is noted before the next one, so a crash repeats
 * at most one. A failure delays only the emails of its notification.
 */
@Injectable()
export class MailNotifications extends BackgroundTask {
  private readonly counted;

  constructor(
    private readonly notifications: Notifications,
    private readonly members: Members,
    private readonly users: Users,
    private readonly mail: SystemMail,
    private readonly clock: Clock,
    @Inject(accountConfig.token) private readonly config: AccountConfig,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    super({ name: 'sending notifications by email', everyMs: EVERY_MS, log });
    this.counted = metrics.counter(
      'carillon_notification_mails_total',
      'Emails that notify members, by result: sent, failed (retried), dropped (after the last retry)',
      ['result'],
    );
  }

  /** Sends some emails of one notification. Returns false if none is due. */
  async round(): Promise<boolean> {
    const now = this.clock.now();
    const claimed = await this.notifications.claimMail(now, new Date(now.getTime() + CLAIM_MS));
    if (!claimed) return false;
    const { mailTo = [], mailTries: tries = 0 } = claimed;
    const these = mailTo.slice(0, MOST_PER_CLAIM);
    let failed = 0;
    for (const memberId of these) if (!(await this.send(claimed, memberId))) failed += 1;
    const remaining = mailTo.length - these.length + failed;
    if (remaining === 0) await this.notifications.mailNext(claimed, null);
    else if (failed === 0) await this.notifications.mailNext(claimed, { at: now, tries });
    else await this.retry(claimed, { tries, remaining, now });
    return true;
  }

  private async retry(
    notification: NotificationDocument,
    { tries, remaining, now }: { tries: number; remaining: number; now: Date },
  ): Promise<void> {
    const pause = RETRIES[tries];
    if (pause !== undefined) {
      const at = new Date(now.getTime() + pause * MINUTE_MS);
      return this.notifications.mailNext(notification, { at, tries: tries + 1 });
    }
    this.counted.inc({ result: 'dropped' }, remaining);
    this.log.warn(
      { userId: notification.userId.toHexString(), emails: remaining },
      'the mail server did not accept emails that notify members',
    );
    return this.notifications.mailNext(notification, null);
  }

  /** Returns whether the email was sent, or isn't needed, because the member left. */
  private async send(notification: NotificationDocument, memberId: ObjectId): Promise<boolean> {
    const userId = notification.userId.toHexString();
    const id = memberId.toHexString();
    const [member, described, account] = await Promise.all([
      this.members.find(userId, id),
      this.members.describe(id),
      this.users.find(userId),
    ]);
    if (member && described && account) {
      const { language } = settingsOf(member);
      const { PUBLIC_URL: publicUrl } = this.config;
      const content = notificationMail(notification, { language, account: account.name, publicUrl });
      try {
        await this.mail.send({ to: described.email, ...content });
      } catch (error) {
        this.counted.inc({ result: 'failed' });
        this.log.debug({ err: error, userId }, 'an email that notifies a member was not sent');
        return false;
      }
      this.counted.inc({ result: 'sent' });
    }
    await this.notifications.mailed(notification, memberId);
    return true;
  }
}
