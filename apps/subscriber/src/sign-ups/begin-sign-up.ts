import { AppError, type Payload, type Subscriber, type Variables, newId } from '@carillon/contracts';
import { ErasedUsers } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { Groups, Subscribers } from '../membership';
import { SignUpForms } from '../sign-up-forms';
import { Suppressions } from '../suppressions';
import { RequestSignUp } from './request-sign-up';
import { isWanted } from './send-confirmations';
import type { SignUpDocument } from './sign-up-document';
import { SignUps } from './sign-ups';

/** Begins sign-ups that users request with the API for a subscriber. */
@Injectable()
export class BeginSignUp {
  constructor(
    private readonly forms: SignUpForms,
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly suppressions: Suppressions,
    private readonly signUps: SignUps,
    private readonly requestSignUp: RequestSignUp,
    private readonly erasedUsers: ErasedUsers,
    private readonly clock: Clock,
  ) {}

  /**
   * A repeat returns the open sign-up. Errors: sign_up_form_not_found, group_not_found, subscriber_exists,
   * address_suppressed, rate_limited.
   */
  async begin(command: Payload<'sign-up.begin'>): Promise<Subscriber> {
    const { id, userId, formId, groupSlug, address, extraData, given, publicUrl } = command;
    await this.erasedUsers.refuse(userId);
    const form = await this.forms.get(userId, formId);
    if (!form) throw new AppError('sign_up_form_not_found');
    const group = await this.groups.withSlug(userId, groupSlug);
    if (!group) throw new AppError('group_not_found');
    const person = { userId, channel: 'EMAIL' as const, address };
    const now = this.clock.now();
    const history = await this.suppressions.find(person);
    if (history && !isWanted(history.eligibility, now))
      throw new AppError('address_suppressed', 'This address is suppressed on EMAIL');
    const member = await this.subscribers.find({ ...person, groupId: group.id });
    if (member && !history?.eligibility.causes.length)
      throw new AppError('subscriber_exists', undefined, [], { subscriberId: member.id });
    const open = await this.signUps.open(userId, address, group.id, now);
    if (open?.subscriberId.toHexString() === id) return toSubscriber(open);
    const stored = await this.requestSignUp.store(form, {
      ...{ id: newId(), address, answers: {}, publicUrl, requested: { at: now, ip: null, userAgent: null } },
      ...{ groupId: new ObjectId(group.id), subscriberId: new ObjectId(id) },
      extraData: JSON.stringify(extraData),
      ...(given && { given }),
    });
    const signUp = stored ?? open;
    if (!signUp) throw new AppError('rate_limited', 'This address gets no further confirmation email today');
    return toSubscriber(signUp);
  }
}

/** The subscriber that the confirmation adds. */
function toSubscriber(signUp: SignUpDocument): Subscriber {
  const { subscriberId, userId, groupId, address, token, extraData = '{}', given, requested } = signUp;
  const at = requested.at.toISOString();
  return {
    id: subscriberId.toHexString(),
    ...{ userId: userId.toHexString(), groupId: groupId.toHexString(), channel: 'EMAIL', address, token },
    extraData: JSON.parse(extraData) as Variables,
    ...(given && { consent: given }),
    ...{ createdAt: at, updatedAt: at },
  };
}
