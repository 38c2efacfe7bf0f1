import { hash, randomBytes } from 'node:crypto';
import type { Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { ErasedUsers } from '@carillon/mongo';
import { Clock, Logger, Metrics, StoreRelay } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Groups, Subscribers } from '../membership';
import { SignUpForms, type SignUpFormDocument } from '../sign-up-forms';
import { type Eligibility, Suppressions } from '../suppressions';
import { JoinGroup } from './join-group';
import { confirmationContent, confirmationVariables } from './confirmation-mail';
import type { SignUpDocument } from './sign-up-document';
import { SignUps } from './sign-ups';

/** The interval at which due work is searched for, and the maximum interval after an idle time (milliseconds). */
const EVERY_MS = 500;
const IDLE_MS = 2_000;
const PAGE = 50;
const AT_ONCE = 10;
const TOKEN_BYTES = 32;

/** An email that is not sent by then is not sent anymore: the person no longer expects it (milliseconds). */
const MAIL_VALID_MS = 24 * 3_600_000;
/** The pauses between attempts (milliseconds); the last one applies to all further attempts. */
const PAUSES_MS = [10_000, 30_000, 120_000, 600_000, 1_800_000];
/** The pause if the account can't send at the moment (milliseconds). */
const NO_SENDER_MS = 600_000;
/** The person's own opt-outs. After these, the person can join again. Other suppressed addresses get no email. */
const optOuts: readonly string[] = ['UNSUBSCRIBED', 'STOPPED'];

/**
 * Does the due work of sign-ups: sends the emails with the links, and adds the members whose confirmation was
 * interrupted. A process that is killed loses nothing: its work is due again after half a minute. An email can then be
 * sent twice, and both links work.
 */
@Injectable()
export class SendConfirmations extends StoreRelay<SignUpDocument, SignUpDocument> {
  private readonly emails;

  constructor(
    private readonly signUps: SignUps,
    private readonly forms: SignUpForms,
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly suppressions: Suppressions,
    private readonly erasedUsers: ErasedUsers,
    private readonly joinGroup: JoinGroup,
    private readonly clock: Clock,
    messenger: Messenger,
    log: Logger,
    metrics: Metrics,
  ) {
    const pace = { everyMs: EVERY_MS, idleMs: IDLE_MS, page: PAGE, atOnce: AT_ONCE };
    super({ entries: 'confirmation emails', ...pace }, { messenger, log, metrics });
    this.emails = metrics.counter(
      'carillon_sign_up_emails_total',
      'Confirmation emails; dropped: the address is a member or suppressed, or the form was deleted',
      ['result'],
    );
  }

  protected pending(most: number): Promise<SignUpDocument[]> {
    return this.signUps.due(this.clock.now(), most);
  }

  protected async entriesOf(due: SignUpDocument): Promise<SignUpDocument[]> {
    const claimed = await this.signUps.claim(due, this.clock.now());
    return claimed ? [claimed] : [];
  }

  protected async publish(signUp: SignUpDocument): Promise<void> {
    if (signUp.confirmed) await this.joinGroup.join({ ...signUp, confirmed: signUp.confirmed });
    else await this.send(signUp);
  }

  /** `publish` has stored the result. Without one, the work is due again when the claim ends. */
  protected remove(): Promise<void> {
    return Promise.resolve();
  }

  private async send(signUp: SignUpDocument): Promise<void> {
    const { _id, userId, requested, attempts } = signUp;
    const now = this.clock.now();
    if (now.getTime() - requested.at.getTime() > MAIL_VALID_MS) {
      await this.signUps.endMail(_id, null);
      this.emails.inc({ result: 'expired' });
      return;
    }
    const form = await this.wantedBy(signUp);
    if (!form) {
      await this.signUps.remove(_id);
      this.emails.inc({ result: 'dropped' });
      return;
    }
    const mail = await this.compose(signUp, form);
    if (mail === 'no_sender') {
      await this.signUps.postponeMails(userId, now, later(now, NO_SENDER_MS));
      await this.signUps.postpone(_id, later(now, NO_SENDER_MS));
      this.emails.inc({ result: 'postponed' });
      return;
    }
    if (mail === 'gone') return;
    const { state, retryAfterMs } = await this.messenger.request('sign-up.send-mail', mail);
    this.emails.inc({ result: state.toLowerCase() });
    if (state === 'SENT') await this.signUps.endMail(_id, this.clock.now());
    else if (state === 'FAILED') await this.signUps.endMail(_id, null);
    else {
      const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? NO_SENDER_MS;
      await this.signUps.postpone(_id, later(this.clock.now(), Math.max(pause, retryAfterMs ?? 0)));
    }
  }

  /** The form, if it exists, and the person neither is a member nor must not get the email. */
  private async wantedBy({
    userId,
    formId,
    groupId,
    address,
    requested,
  }: SignUpDocument): Promise<SignUpFormDocument | null> {
    const [user, group] = [userId.toHexString(), groupId.toHexString()];
    if (await this.erasedUsers.has(user)) return null;
    const form = await this.forms.find(formId.toHexString());
    if (!form || !(await this.groups.get(user, group))) return null;
    const person = { userId: user, channel: 'EMAIL' as const, address };
    const history = await this.suppressions.find(person);
    if (history && history.eligibility.causes.length > 0)
      return isWanted(history.eligibility, requested.at) ? form : null;
    return (await this.subscribers.find({ ...person, groupId: group })) ? null : form;
  }

  private async compose(
    signUp: SignUpDocument,
    form: SignUpFormDocument,
  ): Promise<Payload<'sign-up.send-mail'> | 'no_sender' | 'gone'> {
    const [id, userId] = [signUp._id.toHexString(), signUp.userId.toHexString()];
    const { status, plan, routes } = await this.messenger.request('account.sending-profile', { userId });
    const route = routes.EMAIL;
    if (status === 'SUSPENDED' || !route) return 'no_sender';
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    // The hash is stored before the email is sent, so that the link of every email works.
    if (!(await this.signUps.addToken(signUp._id, hash('sha256', token)))) return 'gone';
    const variables = confirmationVariables(signUp, `${signUp.publicUrl}/subscribe/confirm/${token}`);
    return {
      ...{ signUpId: id, userId, senderId: route.senderId },
      content: confirmationContent(id, form.settings, plan),
      recipient: { i: 0, address: signUp.address, subscriberId: id, variables },
    };
  }
}

/** Whether a person who signed up at this time can get the email: at most, they had opted out before. */
export function isWanted(
  { causes, reportedAt }: Pick<Eligibility, 'causes' | 'reportedAt'>,
  at: Date,
): boolean {
  const { UNSUBSCRIBED, STOPPED } = reportedAt;
  const optedOutAt = Math.max(UNSUBSCRIBED?.getTime() ?? 0, STOPPED?.getTime() ?? 0);
  return (
    causes.length === 0 ||
    (causes.every(({ reason }) => optOuts.includes(reason)) && optedOutAt < at.getTime())
  );
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
