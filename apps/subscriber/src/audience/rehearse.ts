import { compileText, lookUp } from '@carillon/content';
import {
  type Audience,
  type AudienceMember,
  type Channel,
  type Payload,
  type Reply,
  type Variables,
  channels,
} from '@carillon/contracts';
import { Clock, Logger, LongCounts, type Pace } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { People, filledFrom, toPerson } from '../identity';
import { ServiceWindows } from '../inbound';
import { MemberScans } from '../membership';
import { AddressSet } from './address-set';
import { RehearsalTally, type Shown, emptyRehearsal } from './rehearsal-tally';
import { SelectAudience } from './select-audience';

type Query = Payload<'audience.rehearse'>;
type Rehearsal = Reply<'audience.rehearse'>;

/** The number of addresses that are compared in memory, some 200 MB. A larger audience stays incomplete. */
const MOST_ADDRESSES = 10_000_000;
const LONGEST_NAME = 100;

const noWindow: ReadonlySet<string> = new Set();
const onlyGroups: Audience = { segments: [], excludeGroups: [], excludeSegments: [], topicId: null };

/**
 * Rehearses a campaign: goes through the recipients that it would be planned for, with the code that selects them, and
 * counts what would happen to each. Writes nothing.
 */
@Injectable()
export class RehearseAudience {
  private readonly rehearsals: LongCounts<Rehearsal>;

  constructor(
    private readonly selectAudience: SelectAudience,
    private readonly people: People,
    private readonly memberScans: MemberScans,
    private readonly serviceWindows: ServiceWindows,
    private readonly clock: Clock,
    log: Logger,
  ) {
    this.rehearsals = new LongCounts({ what: 'rehearsals', waitMs: 2_000, keptMs: 0, most: 4 }, log);
  }

  /**
   * @param waitMs how long to wait for the whole rehearsal (milliseconds)
   * @param usable the channels that come first in an order of channels. Otherwise, those that aren't skipped
   * @throws AppError rate_limited with extra.retryAfter in seconds if too many rehearsals of the user wait;
   * service_unavailable while behavior isn't known
   */
  rehearse(
    query: Query,
    { waitMs, usable = sentIn(query) }: { waitMs?: number; usable?: readonly Channel[] } = {},
  ): Promise<Rehearsal> {
    return this.rehearsals.join(query.userId, JSON.stringify([query, usable]), {
      empty: () => emptyRehearsal(query, this.clock.now()),
      count: (reply, pace) => this.walk(query, usable, reply, pace),
      ...(waitMs !== undefined && { waitMs }),
    });
  }

  private async walk(query: Query, usable: readonly Channel[], reply: Rehearsal, pace: Pace): Promise<void> {
    const { userId, groupIds, audience = onlyGroups } = query;
    const tally = new RehearsalTally(query, reply);
    const seen = new AddressSet();
    const time = { asOf: new Date(reply.asOf), isFinal: true };
    const draft = { userId, groupIds, audience, usable, keys: keysIn(query), ...time };
    for await (const members of this.selectAudience.pages(draft)) {
      tally.countMembers(members);
      const recipients = members.filter((member) => seen.addRecipient(member));
      const inWindow = reply.outsideWindow === null ? noWindow : await this.inWindow(userId, recipients);
      const shown = tally.count(recipients, inWindow);
      await this.show(userId, shown);
      if (seen.size > MOST_ADDRESSES) return;
      await pace.rest();
    }
    reply.isComplete = true;
  }

  /** The addresses to which WhatsApp accepts free text now. */
  private inWindow(userId: string, recipients: readonly AudienceMember[]): Promise<Set<string>> {
    const addresses = recipients.flatMap(({ channel, address }) => (channel === 'WHATSAPP' ? [address] : []));
    return this.serviceWindows.among(userId, addresses, this.clock.now());
  }

  /** Adds these recipients to the rehearsal, with their names. */
  private async show(userId: string, shown: readonly Shown[]): Promise<void> {
    if (shown.length === 0) return;
    const members = shown.map(({ member }) => member);
    const [found, data] = await Promise.all([
      this.people.withAddresses(userId, [...new Set(members.map(({ address }) => address))]),
      this.memberScans.dataOf(userId, [...new Set(members.map(({ subscriberId }) => subscriberId))]),
    ]);
    const personOf = new Map(
      found.map(toPerson).flatMap((person) => person.channels.map(({ address }) => [address, person])),
    );
    const dataOf = new Map(data.map(({ _id, extraData }) => [_id.toHexString(), extraData]));
    for (const { member, people } of shown) {
      const { subscriberId, address } = member;
      const person = personOf.get(address);
      const own = JSON.parse(dataOf.get(subscriberId) ?? '{}') as Variables;
      const name = nameIn(filledFrom(person?.attributes, own));
      people.push({ personId: person?.id ?? null, subscriberId, address, name });
    }
  }
}

/** The placeholders whose values a rehearsal needs. */
function keysIn(query: Query): string[] {
  const { needed, texts, engine = 'simple' } = query;
  const sent = sentIn(query);
  const ofTexts = texts.flatMap(({ channel, text }) =>
    sent.includes(channel) ? compileText(text, 'text', engine).keys : [],
  );
  const required = needed.flatMap(({ channel, key }) => (sent.includes(channel) ? [key] : []));
  return [...new Set([...ofTexts, ...required])];
}

/** The channels that aren't skipped. */
function sentIn({ skipped }: Query): Channel[] {
  return channels.filter((channel) => skipped[channel] === null);
}

/** The name of a person, from the usual names of attributes. */
function nameIn(values: Variables): string | null {
  const text = (...keys: string[]): string =>
    keys.map((key) => lookUp(values, key)?.trim() ?? '').find((each) => each !== '') ?? '';
  const parts = [text('firstName', 'first_name'), text('lastName', 'last_name')].filter(
    (part) => part !== '',
  );
  const name = text('name', 'Name', 'fullName', 'full_name') || parts.join(' ');
  return name === '' ? null : name.slice(0, LONGEST_NAME);
}
