import { randomBytes } from 'node:crypto';
import { AppError, type ConsentDetails, type Payload, newId } from '@carillon/contracts';
import { ErasedUsers } from '@carillon/mongo';
import { Clock, Metrics } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { SignUpForms, type SignUpFormDocument } from '../sign-up-forms';
import { MailAllowances } from './mail-allowances';
import { SendConfirmations } from './send-confirmations';
import type { Evidence, SignUpDocument } from './sign-up-document';
import { SignUps } from './sign-ups';

const DAY_MS = 86_400_000;
/** How long a link works. */
const LINK_MS = 7 * DAY_MS;
/** How long a sign-up is stored that nobody confirms. */
const KEPT_MS = 30 * DAY_MS;
const TOKEN_BYTES = 32;

/** The parts of a sign-up that its origin determines. */
interface NewSignUp {
  id: string;
  address: string;
  answers: Readonly<Record<string, string>>;
  publicUrl: string;
  requested: Evidence;
  /** Absent: the group of the form. */
  groupId?: ObjectId;
  /** The ID of the future member. Absent: a new one. */
  subscriberId?: ObjectId;
  extraData?: string;
  given?: ConsentDetails;
}

/**
 * Stores that a person wants to subscribe. SendConfirmations then sends the email, which the person must confirm. Whether
 * the address is a member or suppressed is checked only then, so that neither the reply nor its time reveals it.
 */
@Injectable()
export class RequestSignUp {
  private readonly requests;

  constructor(
    private readonly forms: SignUpForms,
    private readonly signUps: SignUps,
    private readonly allowances: MailAllowances,
    private readonly confirmations: SendConfirmations,
    private readonly erasedUsers: ErasedUsers,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.requests = metrics.counter(
      'carillon_sign_ups_total',
      'Sign-ups with forms; limited: the address gets no further email yet',
      ['result'],
    );
  }

  /**
   * A repeat with the same ID changes nothing. `isOutdated`: the person saw another wording, and nothing is stored.
   * Errors: sign_up_form_not_found.
   */
  async request(command: Payload<'sign-up.request'>): Promise<{ isOutdated: boolean }> {
    const { id, formId, address, answers, wordingVersion, publicUrl, ip, userAgent } = command;
    const form = await this.forms.find(formId);
    if (!form || (await this.erasedUsers.has(form.userId.toHexString())))
      throw new AppError('sign_up_form_not_found');
    if (wordingVersion !== form.wordings.length) return { isOutdated: true };
    const requested = { at: this.clock.now(), ip, userAgent };
    await this.store(form, { id, address, answers, publicUrl, requested });
    return { isOutdated: false };
  }

  /** Stores a sign-up unless the address gets no further email yet. Returns the sign-up that was stored. */
  async store(form: SignUpFormDocument, signUp: NewSignUp): Promise<SignUpDocument | null> {
    const { id, address, answers, requested, ...rest } = signUp;
    const { _id: formId, userId, groupId, settings, wordings } = form;
    const isAllowed = await this.allowances.take(
      userId.toHexString(),
      address,
      formId.toHexString(),
      requested.at,
    );
    this.requests.inc({ result: isAllowed ? 'requested' : 'limited' });
    if (!isAllowed) return null;
    const document: SignUpDocument = {
      _id: new ObjectId(id),
      ...{ userId, formId, groupId, address, subscriberId: new ObjectId(newId()) },
      answers: JSON.stringify(answers),
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
      ...{ title: settings.title, language: settings.language },
      wording: { version: wordings.length, text: wordings.at(-1)?.text ?? '' },
      requested,
      ...rest,
      ...{ workAt: requested.at, attempts: 0 },
      expiresAt: new Date(requested.at.getTime() + LINK_MS),
      removeAt: new Date(requested.at.getTime() + KEPT_MS),
    };
    await this.signUps.add(document);
    this.confirmations.nudge();
    return document;
  }
}
