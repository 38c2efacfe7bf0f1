import { AppError, type Payload } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock, Logger } from '@carillon/platform';
import { AuditedChanges, changesBetween, unknownActor } from '../audit';
import { Logins } from './logins';
import { Members } from './members';
import { type FailedSignInDocument, FailedSignInRecord, type LoginDocument } from './records';
import { SystemMail } from './system-mail';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The first, tenth, and hundredth failures of an hour are recorded, so that attackers can't fill the trail. */
const reportedCount = /^10*$/;

/** Records failed sign-ins in the person's accounts, and warns the person. */
@Injectable()
export class FailedSignIns {
  constructor(
    @InjectModel(FailedSignInRecord.name) private readonly counts: Model<FailedSignInDocument>,
    private readonly logins: Logins,
    private readonly members: Members,
    private readonly mail: SystemMail,
    private readonly audited: AuditedChanges,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Returns immediately, so that the response time doesn't reveal whether the person exists. */
  note(login: LoginDocument, way: 'password' | 'code' | 'oidc'): void {
    this.count(login, way).catch((error: unknown) =>
      this.log.error({ err: error }, 'a failed sign-in is missing from the audit trail'),
    );
  }

  /**
   * Gateways have limited sign-ins with this address. If it belongs to a person, adds an audit entry and emails the
   * person, once a day.
   * @throws if the mail server does not accept the email, so that the event is retried
   */
  async limited({ email }: Payload<'sign-in.limited'>): Promise<void> {
    const login = await this.logins.find(email);
    if (!login) return;
    const { id, count } = await this.increase(login, 'limited', DAY_MS);
    if (count === 1) await this.audit(login, { way: 'password', limited: true });
    const unmailed = { _id: id, isMailed: { $ne: true } };
    const claimed = await this.counts.updateOne(unmailed, { $set: { isMailed: true } });
    if (claimed.modifiedCount === 0) return;
    try {
      await this.mail.send(guessesMail(email));
    } catch (error) {
      if (error instanceof AppError && error.code === 'mail_not_configured') {
        this.log.warn(
          { loginId: login._id.toHexString() },
          'someone is guessing a password, but no mail server is configured to notify the person',
        );
        return;
      }
      await this.counts.updateOne({ _id: id }, { $unset: { isMailed: 1 } });
      throw error;
    }
  }

  private async count(login: LoginDocument, way: string): Promise<void> {
    const { count } = await this.increase(login, way, HOUR_MS);
    if (reportedCount.test(String(count))) await this.audit(login, { way, count });
  }

  /** Counts one more failure in this period (milliseconds). */
  private async increase(
    login: LoginDocument,
    what: string,
    periodMs: number,
  ): Promise<{ id: string; count: number }> {
    const period = Math.floor(this.clock.now().getTime() / periodMs);
    const id = `${login._id.toHexString()} ${what} ${period}`;
    const expiresAt = new Date((period + 2) * periodMs);
    const counted = await this.counts.findByIdAndUpdate(
      id,
      { $inc: { count: 1 }, $setOnInsert: { expiresAt } },
      { upsert: true, returnDocument: 'after', lean: true },
    );
    return { id, count: counted?.count ?? 1 };
  }

  private async audit(login: LoginDocument, facts: Record<string, string | number | boolean>): Promise<void> {
    const changes = changesBetween({}, facts);
    await this.audited.make(null, async (session) => {
      const actions = await this.members.everywhere(login, 'sign_in.failed', changes, session);
      return { result: undefined, action: actions.map((each) => ({ ...each, actor: unknownActor })) };
    });
  }
}

function guessesMail(to: string) {
  return {
    to,
    subject: 'Password guessing attempts on your Carillon account',
    text: `Someone has tried a hundred wrong passwords for your address, from several networks. None of them was correct, and your
password is unchanged.

Further attempts are rejected for now. You can still sign in:

- in a browser in which you have signed in before,
- with a code of your second factor, if you have set one up,
- after you set a new password: request a link on the sign-in page.

A second factor protects your account even if your password is guessed or stolen. You can set it up in your profile.
`,
  };
}
