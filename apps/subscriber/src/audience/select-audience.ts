import type { Audience, AudienceMember, Payload, Reply, SegmentTree } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { People, type PersonDocument } from '../identity';
import { AudienceMembers, Memberships } from '../membership';
import { type Evaluation, MatchingPeople, Segments } from '../segments';
import { SendAudience } from './send-audience';

type Query = Payload<'audience.select'>;
type Page = Reply<'audience.select'>;

/** The targets of a campaign that hasn't started. */
interface Draft {
  userId: string;
  groupIds: readonly string[];
  audience: Audience;
  asOf: Date;
}

/** The number of members in a page of a draft. */
const PAGE = 1_000;

/** The number of people of a segment that are looked up for a page. A person usually has one or two addresses. */
const PEOPLE = 500;

/** Provides the recipients of campaigns with segments or exclusions to the dispatcher. */
@Injectable()
export class SelectAudience {
  constructor(
    private readonly sendAudience: SendAudience,
    private readonly segments: Segments,
    private readonly matching: MatchingPeople,
    private readonly people: People,
    private readonly memberships: Memberships,
    private readonly members: AudienceMembers,
  ) {}

  /** @throws AppError segment_not_found; service_unavailable while behavior isn't known up to `asOf` */
  select(query: Query): Promise<Page> {
    return this.read(query, true);
  }

  /**
   * The recipients of a campaign as it is now, page by page, for counts. An address can occur in several pages. Segments
   * that no longer exist have no recipients.
   */
  async *pages({ userId, groupIds, audience, asOf }: Draft): AsyncGenerator<AudienceMember[]> {
    const frozen = {
      ...audience,
      segments: await this.segments.current(userId, audience.segments),
      excludeSegments: await this.segments.current(userId, audience.excludeSegments),
    };
    const query = { userId, audience: frozen, asOf: asOf.toISOString(), keys: [], limit: PAGE };
    const sources = [
      ...groupIds.map((groupId) => ({ groupId })),
      ...frozen.segments.map((segment) => ({ segment })),
    ];
    for (const source of sources) {
      let after: string | null = null;
      do {
        const page: Page = await this.read({ ...query, source, after }, false);
        yield page.items;
        after = page.next;
      } while (after !== null);
    }
  }

  /** `isFinal`: waits for all behavior up to `asOf`, because messages are sent to these people. */
  private async read(query: Query, isFinal: boolean): Promise<Page> {
    const { userId, source, audience } = query;
    const conditionsOf = ({ id, version }: { id: string; version: number }): Promise<SegmentTree> =>
      this.segments.conditionsOf(userId, id, version);
    const excluded = await Promise.all(audience.excludeSegments.map(conditionsOf));
    const wanted = 'segment' in source ? await conditionsOf(source.segment) : null;
    const trees = wanted ? [wanted, ...excluded] : excluded;
    const asOf = new Date(query.asOf);
    if (isFinal) await this.matching.waitFor(userId, trees, asOf);
    const evaluation = await this.matching.prepare(userId, trees, asOf);
    const page = wanted ? await this.ofSegment(query, evaluation, wanted) : await this.ofGroup(query);
    return { items: await this.marked(query, evaluation, excluded, page.items), next: page.next };
  }

  /** Members of a group, or members who have moved. */
  private async ofGroup({ userId, source, audience, keys, after, limit }: Query): Promise<Page> {
    const slice = { userId, keys, after, limit, topicId: audience.topicId };
    if ('movedTo' in source)
      return this.sendAudience.moved({ ...slice, groupIds: source.movedTo, since: source.since });
    if (!('groupId' in source)) return { items: [], next: null };
    const { items, next } = await this.sendAudience.page({ ...slice, groupId: source.groupId });
    return { items, next };
  }

  /**
   * The addresses of people who match, with which they are members of any group: each address once on each channel,
   * with its oldest membership.
   */
  private async ofSegment(query: Query, evaluation: Evaluation, conditions: SegmentTree): Promise<Page> {
    const { userId, audience, keys, after } = query;
    for (let limit = Math.min(query.limit, PEOPLE); ; limit = Math.ceil(limit / 2)) {
      const { people, next } = await this.matching.page(evaluation, conditions, { after, limit });
      const addresses = people.flatMap(({ channels }) => channels.map(({ address }) => address));
      const seen = new Set<string>();
      const ids = (await this.memberships.of(userId, addresses)).flatMap(({ id, channel, address }) => {
        const key = `${channel} ${address}`;
        if (seen.has(key)) return [];
        seen.add(key);
        return id;
      });
      if (ids.length === 0) return { items: [], next };
      const found = await this.members.pageOfThese(ids, { userId, keys });
      // The page would be too large, so it must have fewer people.
      if (found.next !== null && limit > 1) continue;
      const { topicId } = audience;
      return { items: await this.sendAudience.marked({ userId, topicId }, found.items), next };
    }
  }

  private async marked(
    { userId, audience }: Query,
    evaluation: Evaluation,
    excluded: readonly SegmentTree[],
    items: readonly AudienceMember[],
  ): Promise<AudienceMember[]> {
    const { excludeGroups } = audience;
    if (items.length === 0 || excludeGroups.length + excluded.length === 0) return [...items];
    const people = await this.people.withAddresses(userId, [...new Set(items.map(({ address }) => address))]);
    const addresses = [
      ...items.map(({ address }) => address),
      ...people.flatMap(({ channels }) => channels.map(({ address }) => address)),
    ];
    const [outcomes, inGroups] = await Promise.all([
      this.matching.outcomes(evaluation, excluded, people),
      this.memberships.of(userId, addresses, excludeGroups),
    ]);
    const barred = new Set(inGroups.map(({ address }) => address));
    // Someone about whom a segment says nothing certain doesn't get the message.
    for (const [index, person] of people.entries())
      if (hasOneOf(person, barred) || outcomes.some((ofTree) => ofTree[index] !== false))
        for (const { address } of person.channels) barred.add(address);
    return items.map((item) => (barred.has(item.address) ? { ...item, excluded: true } : item));
  }
}

function hasOneOf({ channels }: PersonDocument, addresses: ReadonlySet<string>): boolean {
  return channels.some(({ address }) => addresses.has(address));
}
