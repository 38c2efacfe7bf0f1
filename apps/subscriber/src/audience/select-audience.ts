import type {
  Audience,
  AudienceMember,
  AudienceSource,
  Payload,
  Reply,
  SegmentTree,
  SegmentVersion,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { People, type PersonDocument, addressesOf, keyOf } from '../identity';
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
  /** The placeholders whose values are read. */
  keys: readonly string[];
  /** Whether to wait until all behavior up to `asOf` is known. */
  isFinal: boolean;
}

/** Where recipients come from: the members of a group, members who have moved, or people who match conditions. */
type Source = Exclude<AudienceSource, { segment: unknown }> | { conditions: SegmentTree };

/** The recipients from one source, and whom the campaign excludes. */
interface Selection {
  source: Source;
  /** The conditions of the excluded segments. */
  excluded: readonly SegmentTree[];
  audience: Pick<Audience, 'excludeGroups' | 'topicId'>;
  evaluation: Evaluation;
}

type Slice = Pick<Query, 'keys' | 'after' | 'limit'>;

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
  async select({ userId, source: from, audience, asOf, ...slice }: Query): Promise<Page> {
    const conditionsOf = ({ id, version }: SegmentVersion): Promise<SegmentTree> =>
      this.segments.conditionsOf(userId, id, version);
    const source = 'segment' in from ? { conditions: await conditionsOf(from.segment) } : from;
    const excluded = await Promise.all(audience.excludeSegments.map(conditionsOf));
    const time = { asOf: new Date(asOf), isFinal: true };
    const evaluation = await this.matching.prepare(userId, conditionsIn(source, excluded), time);
    return this.page({ source, excluded, audience, evaluation }, slice);
  }

  /**
   * The recipients of a campaign as it is now, page by page, for counts. An address can occur in several pages. Segments
   * that no longer exist have no recipients.
   * @throws AppError service_unavailable if behavior must be known up to `asOf` and isn't
   */
  async *pages({ userId, groupIds, audience, keys, ...time }: Draft): AsyncGenerator<AudienceMember[]> {
    const [included, excluded] = await Promise.all(
      [audience.segments, audience.excludeSegments].map(async (ids) =>
        (await this.segments.among(userId, ids)).map(({ conditions }) => conditions),
      ),
    );
    const sources: Source[] = [
      ...groupIds.map((groupId) => ({ groupId })),
      ...(included ?? []).map((conditions) => ({ conditions })),
    ];
    for (const source of sources) {
      const trees = conditionsIn(source, excluded ?? []);
      const evaluation = await this.matching.prepare(userId, trees, time);
      const selection = { source, excluded: excluded ?? [], audience, evaluation };
      let after: string | null = null;
      do {
        const page: Page = await this.page(selection, { keys: [...keys], after, limit: PAGE });
        yield page.items;
        after = page.next;
      } while (after !== null);
    }
  }

  private async page(selection: Selection, slice: Slice): Promise<Page> {
    const { source } = selection;
    const { items, next } =
      'conditions' in source
        ? await this.ofSegment(selection, source.conditions, slice)
        : await this.ofGroup(selection, source, slice);
    return { items: await this.marked(selection, items), next };
  }

  /** Members of a group, or members who have moved. */
  private ofGroup(
    { audience, evaluation }: Selection,
    source: Exclude<Source, { conditions: unknown }>,
    slice: Slice,
  ): Promise<Page> {
    const query = { userId: evaluation.userId, topicId: audience.topicId, ...slice };
    return 'movedTo' in source
      ? this.sendAudience.moved({ ...query, groupIds: source.movedTo, since: source.since })
      : this.sendAudience.page({ ...query, groupId: source.groupId });
  }

  /**
   * The addresses of people who match, with which they are members of any group: each address once on each channel,
   * with its oldest membership.
   */
  private async ofSegment(
    { audience, evaluation }: Selection,
    conditions: SegmentTree,
    { keys, after, limit: most }: Slice,
  ): Promise<Page> {
    const { userId } = evaluation;
    const { topicId } = audience;
    for (let limit = Math.min(most, PEOPLE); ; limit = Math.ceil(limit / 2)) {
      const { people, next } = await this.matching.page(evaluation, conditions, { after, limit });
      const memberships = Map.groupBy(await this.memberships.of(userId, addressesOf(people)), keyOf);
      const ids = [...memberships.values()].flatMap(([oldest]) => oldest?.id ?? []);
      if (ids.length === 0) return { items: [], next };
      const found = await this.members.pageOfThese(ids, { userId, keys });
      // The page would be too large, so it must have fewer people.
      if (found.next !== null && limit > 1) continue;
      return { items: await this.sendAudience.marked({ userId, topicId }, found.items), next };
    }
  }

  private async marked(
    { audience, evaluation, excluded }: Selection,
    items: AudienceMember[],
  ): Promise<AudienceMember[]> {
    const { userId } = evaluation;
    const { excludeGroups } = audience;
    if (items.length === 0 || excludeGroups.length + excluded.length === 0) return items;
    const people = await this.people.withAddresses(userId, [...new Set(items.map(({ address }) => address))]);
    const addresses = [...items.map(({ address }) => address), ...addressesOf(people)];
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

/** All conditions that are evaluated for a source. */
function conditionsIn(source: Source, excluded: readonly SegmentTree[]): SegmentTree[] {
  return 'conditions' in source ? [source.conditions, ...excluded] : [...excluded];
}
