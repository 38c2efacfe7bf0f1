import {
  type Membership,
  type Payload,
  type PersonSignUp,
  type PersonSuppression,
  type Reply,
  pageOf,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { type PersonVersion, PersonVersions, attributesOf } from '../identity';
import { AnswerHelp, ServiceWindows } from '../inbound';
import { Groups, type SubscriberDocument, SubscriberPages, toSubscriber } from '../membership';
import { type Evidence, type SignUpDocument, SignUps } from '../sign-ups';
import { type AddressHistory, Suppressions, shownLifted, shownPreferences } from '../suppressions';

/** Reads the stored data of a person: groups, suppressions, inbound messages, and replies. */
@Injectable()
export class ReadPerson {
  constructor(
    private readonly groups: Groups,
    private readonly subscriberPages: SubscriberPages,
    private readonly suppressions: Suppressions,
    private readonly serviceWindows: ServiceWindows,
    private readonly answerHelp: AnswerHelp,
    private readonly signUpRecords: SignUps,
    private readonly personVersions: PersonVersions,
  ) {}

  async memberships(query: Payload<'person.memberships'>): Promise<Reply<'person.memberships'>> {
    const { userId, after, limit } = query;
    const groupIds = await this.groups.ids(userId);
    const names = await this.groups.names(userId, groupIds);
    const found = await this.subscriberPages.documentsWithAddress(query, groupIds, {
      after,
      limit: limit + 1,
    });
    return pageOf(
      found.map((document) => toMembership(document, names)),
      limit,
    );
  }

  async signUps({
    userId,
    address,
    after,
    limit,
  }: Payload<'person.sign-ups'>): Promise<Reply<'person.sign-ups'>> {
    const found = await this.signUpRecords.ofAddress(userId, address, after, limit + 1);
    return pageOf(found.map(toSignUp), limit);
  }

  /** The previous values of the people who had the address. */
  async versions({
    userId,
    address,
    after,
    limit,
  }: Payload<'person.versions'>): Promise<Reply<'person.versions'>> {
    const found = await this.personVersions.withAddress(userId, address, after, limit + 1);
    return pageOf(found.map(toVersion), limit);
  }

  async eligibility({
    userId,
    address,
  }: Payload<'person.eligibility'>): Promise<Reply<'person.eligibility'>> {
    const [histories, at, helpAnswers] = await Promise.all([
      this.suppressions.ofAddress(userId, address),
      this.serviceWindows.lastInboundAt(userId, address),
      this.answerHelp.ofPerson(userId, address),
    ]);
    const lastInboundAt = at?.toISOString() ?? null;
    return { suppressions: histories.map(toSuppression), lastInboundAt, helpAnswers };
  }
}

function toVersion({ _id, channels, attributes, locale, country, until }: PersonVersion) {
  return {
    ...{ id: _id, channels, attributes: attributesOf(attributes) },
    ...{ locale: locale ?? null, country: country ?? null, until: until.toISOString() },
  };
}

function toMembership(document: SubscriberDocument, names: ReadonlyMap<string, string>): Membership {
  const { source, keyId, at, given, ...rest } = document.consent;
  const importId = 'importId' in rest ? { importId: rest.importId } : {};
  return {
    ...toSubscriber(document),
    groupName: names.get(document.groupId.toHexString()) ?? '',
    consent: { source, keyId, ...importId, at: at.toISOString(), ...(given && { given }) },
  };
}

function toSignUp(document: SignUpDocument): PersonSignUp {
  const { _id, formId, groupId, title, wording, answers, requested, confirmed } = document;
  const evidence = ({ at, ...origin }: Evidence) => ({ at: at.toISOString(), ...origin });
  return {
    ...{ id: _id.toHexString(), formId: formId.toHexString(), groupId: groupId.toHexString(), title },
    ...{ wording: wording.text, wordingVersion: wording.version },
    answers: JSON.parse(answers) as Record<string, string>,
    requested: evidence(requested),
    mailedAt: document.mailedAt?.toISOString() ?? null,
    confirmed: confirmed ? evidence(confirmed) : null,
    joinedAt: document.joinedAt?.toISOString() ?? null,
  };
}

function toSuppression({ id, address: { channel }, eligibility }: AddressHistory): PersonSuppression {
  const { causes, doubts } = eligibility;
  return {
    id,
    channel,
    causes: causes.map(({ reason, sender, at, source }) => ({
      reason,
      sender,
      at: at.toISOString(),
      source,
    })),
    doubtedAt: doubts.at(0)?.at.toISOString() ?? null,
    lifted: shownLifted(eligibility),
    ...shownPreferences(eligibility),
  };
}
