import type { ConsentDetails, Variables, WebhookEvent } from '@carillon/contracts';
import { consentLimits } from '@carillon/input';
import { ErasedUsers } from '@carillon/mongo';
import { Clock, Metrics } from '@carillon/platform';
import { Quotas, isOverQuota } from '@carillon/quotas';
import { WebhookInterests } from '@carillon/webhooks';
import { AppError } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { People, SaveContacts } from '../identity';
import { Groups, Subscribers } from '../membership';
import { Suppressions } from '../suppressions';
import type { Evidence, SignUpDocument } from './sign-up-document';
import { SignUps } from './sign-ups';

/** When another attempt is made if the plan allows no more members (milliseconds). */
const FULL_MS = 3_600_000;

type ConfirmedSignUp = SignUpDocument & { confirmed: Evidence };

/**
 * Adds a person who has confirmed a sign-up to the group. Lifts the person's opt-outs from before the sign-up, and nothing
 * else. A repeat changes nothing.
 */
@Injectable()
export class JoinGroup {
  private readonly confirmations;

  constructor(
    private readonly signUps: SignUps,
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly suppressions: Suppressions,
    private readonly people: People,
    private readonly contacts: SaveContacts,
    private readonly erasedUsers: ErasedUsers,
    private readonly interests: WebhookInterests,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.confirmations = metrics.counter(
      'carillon_sign_up_confirmations_total',
      'Confirmed sign-ups; refused: the address was suppressed, or the group deleted, in the meantime',
      ['result'],
    );
  }

  /** Returns false if the address is suppressed for another reason, or the group is gone. */
  async join(signUp: ConfirmedSignUp): Promise<boolean> {
    const [userId, groupId] = [signUp.userId.toHexString(), signUp.groupId.toHexString()];
    const isPossible =
      !(await this.erasedUsers.has(userId)) &&
      (await this.groups.get(userId, groupId)) !== null &&
      (await this.isEligible(signUp));
    if (!isPossible) {
      await this.signUps.refuse(signUp._id);
      this.confirmations.inc({ result: 'refused' });
      return false;
    }
    if (!(await this.add(signUp, { userId, groupId }))) return true;
    await this.signUps.join(signUp._id, this.clock.now(), await this.eventsOf(signUp, { userId, groupId }));
    await this.signUps.withdrawOthers(signUp);
    this.confirmations.inc({ result: 'confirmed' });
    return true;
  }

  private async isEligible({
    _id,
    userId,
    address,
    requested,
    confirmed,
  }: ConfirmedSignUp): Promise<boolean> {
    const person = { userId: userId.toHexString(), channel: 'EMAIL' as const, address };
    if (!(await this.suppressions.find(person))) return true;
    const { eligibility } = await this.suppressions.apply(person, {
      type: 'confirmed',
      requestedAt: requested.at,
      at: confirmed.at,
      source: `sign-up ${_id.toHexString()}`,
    });
    return eligibility.causes.length === 0;
  }

  /** Returns false if the plan allows no more members: it is tried again later. */
  private async add(signUp: ConfirmedSignUp, which: { userId: string; groupId: string }): Promise<boolean> {
    const { _id, subscriberId, address, token, extraData = '{}', formId } = signUp;
    const { userId } = which;
    const now = this.clock.now();
    const person = { channel: 'EMAIL' as const, address };
    try {
      await this.saveAnswers(signUp, now);
      await this.quotas.spend(userId, 'subscribers', async () => {
        await this.people.ensure(userId, person, now);
        const consent = {
          source: 'SIGN_UP' as const,
          keyId: formId.toHexString(),
          given: consentOf(signUp),
        };
        return this.subscribers.add(
          {
            ...{ id: subscriberId.toHexString(), ...which, ...person, token, consent },
            extraData: JSON.parse(extraData) as Variables,
          },
          now,
        );
      });
      return true;
    } catch (error) {
      if (!isOverQuota(error)) throw error;
      await this.signUps.postpone(_id, new Date(now.getTime() + FULL_MS));
      this.confirmations.inc({ result: 'over_quota' });
      return false;
    }
  }

  /** Adds the answers as attributes. Attributes that the person already has stay. */
  private async saveAnswers(
    { userId, address, answers, subscriberId }: ConfirmedSignUp,
    now: Date,
  ): Promise<void> {
    const attributes = JSON.parse(answers) as Record<string, string>;
    if (Object.keys(attributes).length === 0) return;
    const contact = { addresses: [{ channel: 'EMAIL' as const, address }], attributes };
    const options = { userId: userId.toHexString(), onExisting: 'fill' as const, now };
    try {
      await this.contacts.save([{ contact, ownId: subscriberId }], options);
    } catch (error) {
      // Too many different attributes in the account. The person joins without the answers.
      if (!(error instanceof AppError && error.code === 'limit_reached')) throw error;
    }
  }

  private async eventsOf(
    signUp: ConfirmedSignUp,
    { userId, groupId }: { userId: string; groupId: string },
  ): Promise<WebhookEvent[]> {
    const type = 'subscriber.confirmed';
    if (!(await this.interests.wants(userId, type))) return [];
    const { _id, subscriberId, address, formId, confirmed, wording } = signUp;
    const at = confirmed.at.toISOString();
    const item = {
      ...{ subscriberId: subscriberId.toHexString(), groupId, channel: 'EMAIL', identifier: address },
      ...{ signUpFormId: formId.toHexString(), wordingVersion: wording.version, at },
    };
    return [{ id: `${_id.toHexString()}-confirmed`, type, at, campaignId: null, items: [item] }];
  }
}

/** The consent details of the membership. */
function consentOf({ title, wording, confirmed }: ConfirmedSignUp): ConsentDetails {
  return {
    source: Array.from(`Sign-up form: ${title}`).slice(0, consentLimits.source).join(''),
    wording: wording.text,
    ...(confirmed.ip !== null && { ip: confirmed.ip }),
    at: confirmed.at.toISOString(),
  };
}
