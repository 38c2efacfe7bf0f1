import { AppError, type Membership, type PersonDelivery, type PersonLine } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { UserTurns } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { IdempotencyKeys } from '../../http/idempotency/idempotency-keys';
import { presentMessage } from '../messages';
import { presentPerson } from '../people';
import { presentConversion } from '../conversions';
import { presentDelivery } from '../reports';
import { presentLifted, presentPreferences } from '../suppressions';
import type { PersonalDataView } from './personal-data.presenter';

const MEMBERSHIPS = 200;
const MESSAGES = 500;
/** The limit of one user's concurrent reads of people, including waiting ones. */
const AT_ONCE = 4;
/** The maximum number of memberships, deliveries, or lines in a reply. */
const MOST = 10_000;

/** Collects the data that all services have stored about a person. */
@Injectable()
export class ReadPersonalData {
  /** Reads one person at a time per user, because it reads all of the user's files. */
  private readonly turns = new UserTurns(AT_ONCE);

  constructor(
    private readonly messenger: Messenger,
    private readonly answers: IdempotencyKeys,
  ) {}

  /**
   * Errors: service_unavailable if any service doesn't respond; limit_reached if the person has too much data;
   * rate_limited if too many other people of the user are being read.
   */
  async read(userId: string, address: string): Promise<PersonalDataView> {
    return this.turns.take(userId, () => this.gather(userId, address));
  }

  /** The data about each address of a person. Errors like `read`. */
  async readAll(userId: string, addresses: readonly string[]): Promise<PersonalDataView[]> {
    return this.turns.take(userId, async () => {
      const found: PersonalDataView[] = [];
      // One after another, because each of them reads all of the user's files.
      for (const address of addresses) found.push(await this.gather(userId, address));
      return found;
    });
  }

  private async gather(userId: string, address: string): Promise<PersonalDataView> {
    const { messenger } = this;
    const person = { userId, address };
    const everything = { channel: null, meaning: null, limit: MESSAGES };
    const [people, versions, memberships, signUps, eligibility, messages, deliveries, lines, answers] =
      await Promise.all([
        messenger.request('person.list', { ...person, externalId: null, after: null, limit: 1 }),
        all((after) => messenger.request('person.versions', { ...person, after, limit: MEMBERSHIPS })),
        all((after) => messenger.request('person.memberships', { ...person, after, limit: MEMBERSHIPS })),
        all((after) => messenger.request('person.sign-ups', { ...person, after, limit: MEMBERSHIPS })),
        messenger.request('person.eligibility', person),
        all((after) => messenger.request('inbound-message.list', { ...person, ...everything, after })),
        all((after) => messenger.request('person.deliveries', { ...person, after })),
        all((after) => messenger.request('person.lines', { ...person, after })),
        this.answers.naming(userId, address),
      ]);
    return {
      identifier: address,
      person: people.items[0] ? presentPerson(people.items[0]) : null,
      previousValues: versions.map(({ id: _, channels, ...rest }) => {
        return { identifiers: channels.map((each) => each.address), ...rest };
      }) as PersonalDataView['previousValues'],
      memberships: memberships.map(toMembership),
      signUps: signUps.map(({ id, formId, groupId, ...rest }) => {
        return { _id: id, form: formId, group: groupId, ...rest };
      }),
      suppressions: eligibility.suppressions.map(({ id, lifted = [], ...rest }) => {
        return { _id: id, ...rest, lifted: lifted.map(presentLifted), ...presentPreferences(rest) };
      }),
      lastInboundAt: eligibility.lastInboundAt,
      helpAnswers: eligibility.helpAnswers ?? [],
      inboundMessages: messages.map(presentMessage),
      deliveries: deliveries.map(toDelivery),
      importLines: lines.map(({ importId, ...rest }: PersonLine) => ({ import: importId, ...rest })),
      storedAnswers: answers.map(({ startedAt, expiresAt }) => ({
        requestedAt: startedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
    };
  }
}

/** The items of all steps. */
async function all<T>(
  fetch: (after: string | null) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> {
  const items: T[] = [];
  let after: string | null = null;
  do {
    const step = await fetch(after);
    items.push(...step.items);
    if (items.length > MOST)
      throw new AppError(
        'limit_reached',
        `More than ${MOST} memberships, messages, deliveries, or lines contain data of this person`,
      );
    after = step.next;
  } while (after !== null);
  return items;
}

function toMembership(membership: Membership): PersonalDataView['memberships'][number] {
  const { id, groupId, groupName, channel, extraData, consent, createdAt, updatedAt } = membership;
  const { source, keyId, importId = null, at, given = null } = consent;
  return {
    ...{ _id: id, group: groupId, groupName, integration: channel, extraData },
    consent: { source, key: keyId, import: importId, at, given },
    ...{ createdAt, updatedAt },
  };
}

function toDelivery({
  variables,
  conversions = [],
  ...delivery
}: PersonDelivery): PersonalDataView['deliveries'][number] {
  return {
    ...presentDelivery(delivery),
    extraData: variables,
    conversions: conversions.map(presentConversion),
  };
}
