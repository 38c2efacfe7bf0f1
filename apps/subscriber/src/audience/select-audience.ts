import type {
  Audience,
  AudienceMember,
  AudienceSource,
  Channel,
  FirstOf,
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
  /** The channels with a message and a sender. */
  usable: readonly Channel[];
  asOf: Date;
  /** The placeholders whose values are read. */
  keys: readonly string[];
  /** Whether to wait until all behavior up to `asOf` is known. */
  isFinal: boolean;
}

/**
 * Where recipients come from: the members of a group, members who have moved, people who match conditions, people who
 * match one of several conditions and into whom others were merged, or people whose message on an earlier channel
 * failed.
 */
type Source =
  | Exclude<AudienceSource, { segment: unknown } | { mergedInto: unknown }>
  | { conditions: SegmentTree }
  | { mergedInto: readonly SegmentTree[]; since: string };
type SourceOfMembers = Extract<Source, { groupId: unknown } | { movedTo: unknown }>;

/** The recipients from one source, and whom the campaign excludes. */
interface Selection {
  source: Source;
  /** The conditions of the excluded segments. */
  excluded: readonly SegmentTree[];
  audience: Pick<Audience, 'excludeGroups' | 'topicId'>;
  /** Absent: every address of a person is a recipient. */
  first?: FirstOf | undefined;
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
  async select({ userId, source: from, audience, first, asOf, ...slice }: Query): Promise<Page> {
    const conditionsOf = ({ id, version }: SegmentVersion): Promise<SegmentTree> =>
      this.segments.conditionsOf(userId, id, version);
    const source = await this.resolved(from, conditionsOf);
    const excluded = await Promise.all(audience.excludeSegments.map(conditionsOf));
    const time = { asOf: new Date(asOf), isFinal: true };
    const evaluation = await this.matching.prepare(userId, conditionsIn(source, excluded), time);
    return this.page({ source, excluded, audience, first, evaluation }, slice);
  }

  /**
   * The recipients of a campaign as it is now, page by page, for counts. An address can occur in several pages. Segments
   * that no longer exist have no recipients.
   * @throws AppError service_unavailable if behavior must be known up to `asOf` and isn't
   */
  async *pages({
    userId,
    groupIds,
    audience,
    usable,
    keys,
    ...time
  }: Draft): AsyncGenerator<AudienceMember[]> {
    const first = firstOf(groupIds, audience, usable);
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
      const selection = { source, excluded: excluded ?? [], audience, first, evaluation };
      let after: string | null = null;
      do {
        const page: Page = await this.page(selection, { keys: [...keys], after, limit: PAGE });
        yield page.items;
        after = page.next;
      } while (after !== null);
    }
  }

  private async resolved(
    source: AudienceSource,
    conditionsOf: (version: SegmentVersion) => Promise<SegmentTree>,
  ): Promise<Source> {
    if ('segment' in source) return { conditions: await conditionsOf(source.segment) };
    if ('mergedInto' in source)
      return { ...source, mergedInto: await Promise.all(source.mergedInto.map(conditionsOf)) };
    return source;
  }

  private async page(selection: Selection, slice: Slice): Promise<Page> {
    const { source, first } = selection;
    if ('groupId' in source || 'movedTo' in source) {
      const page = await this.ofGroup(selection, source, slice);
      if (!first) return { items: await this.marked(selection, page.items), next: page.next };
      const { userId } = selection.evaluation;
      const people = await this.people.withAddresses(userId, [...new Set(page.items.map(addressOf))]);
      const items = await this.addressed(selection, people, slice.keys);
      const known = new Set(addressesOf(people));
      const others = page.items.filter(({ address }) => !known.has(address));
      return { items: await this.firsts(selection, people, [...items, ...others]), next: page.next };
    }
    if ('failed' in source) {
      const people = await this.thoseWhoFailed(selection.evaluation.userId, source.failed);
      const items = await this.addressed(selection, people, slice.keys);
      return { items: await this.firsts(selection, people, items), next: null };
    }
    const { people, items, next } =
      'mergedInto' in source
        ? await this.ofMerged(selection, source, slice)
        : await this.ofSegment(selection, source.conditions, slice);
    if (first) return { items: await this.firsts(selection, people, items), next };
    return { items: await this.marked(selection, items), next };
  }

  /** Members of a group, or members who have moved. */
  private ofGroup({ audience, evaluation }: Selection, source: SourceOfMembers, slice: Slice): Promise<Page> {
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
    selection: Selection,
    conditions: SegmentTree,
    { keys, after, limit: most }: Slice,
  ): Promise<Page & { people: PersonDocument[] }> {
    for (let limit = Math.min(most, PEOPLE); ; limit = Math.ceil(limit / 2)) {
      const { people, next } = await this.matching.page(selection.evaluation, conditions, { after, limit });
      const { items, isWhole } = await this.somePage(selection, people, keys);
      // The page would be too large, so it must have fewer people.
      if (!isWhole && limit > 1) continue;
      return { people, items, next };
    }
  }

  /** The same for people into whom others were merged. Someone else's page can have been planned before the merge. */
  private async ofMerged(
    selection: Selection,
    { mergedInto, since }: Extract<Source, { mergedInto: unknown }>,
    { keys, after, limit }: Slice,
  ): Promise<Page & { people: PersonDocument[] }> {
    const { evaluation } = selection;
    const merged = await this.people.mergedSince(evaluation.userId, new Date(since), { after, limit });
    const outcomes = await this.matching.outcomes(evaluation, mergedInto, merged);
    const people = merged.filter((_, index) => outcomes.some((ofTree) => ofTree[index] === true));
    const next = merged.length < limit ? null : (merged.at(-1)?._id.toHexString() ?? null);
    return { people, items: await this.addressed(selection, people, keys), next };
  }

  /** All addresses of these people that count, in parts, because their data can be large. */
  private async addressed(
    selection: Selection,
    people: readonly PersonDocument[],
    keys: string[],
  ): Promise<AudienceMember[]> {
    const { items, isWhole } = await this.somePage(selection, people, keys);
    if (isWhole || people.length === 1) return items;
    const half = Math.ceil(people.length / 2);
    const parts = [people.slice(0, half), people.slice(half)];
    return (await Promise.all(parts.map((part) => this.addressed(selection, part, keys)))).flat();
  }

  /**
   * The addresses of these people with which they are members of a group that counts: each address once on each
   * channel, with its oldest membership. `isWhole` false: only some, because a message can't have more.
   */
  private async somePage(
    { audience, evaluation, first }: Selection,
    people: readonly PersonDocument[],
    keys: string[],
  ): Promise<{ items: AudienceMember[]; isWhole: boolean }> {
    const { userId } = evaluation;
    const { topicId } = audience;
    const among = first?.groupIds ?? undefined;
    const memberships = Map.groupBy(await this.memberships.of(userId, addressesOf(people), among), keyOf);
    const ids = [...memberships.values()].flatMap(([oldest]) => oldest?.id ?? []);
    if (ids.length === 0) return { items: [], isWhole: true };
    const found = await this.members.pageOfThese(ids, { userId, keys });
    const items = await this.sendAudience.marked({ userId, topicId }, found.items);
    return { items, isWhole: found.next === null };
  }

  /** The people who still have the address on which their message failed. */
  private async thoseWhoFailed(
    userId: string,
    failed: Extract<Source, { failed: unknown }>['failed'],
  ): Promise<PersonDocument[]> {
    const people = await this.people.withAddresses(userId, failed.map(addressOf));
    const numberOf = new Map(failed.map(({ personNumber, address }) => [address, personNumber]));
    return people.filter(({ n, channels }) =>
      channels.some(({ address }) => n.includes(numberOf.get(address) ?? -1)),
    );
  }

  /**
   * One address of each person: on the first channel that reaches them, the preferred one if there are several. If none
   * reaches them, the first address that would have been used, so that the delivery names the reason.
   */
  private async firsts(
    selection: Selection,
    people: readonly PersonDocument[],
    items: readonly AudienceMember[],
  ): Promise<AudienceMember[]> {
    const order = selection.first?.order ?? [];
    const rank = ({ channel }: AudienceMember): number =>
      order.includes(channel) ? order.indexOf(channel) : order.length;
    const byAddress = Map.groupBy(items, addressOf);
    const chosen = people.flatMap(({ n, channels }) => {
      const own = [...new Set(channels.map(addressOf))].flatMap((address) => {
        const found = byAddress.get(address) ?? [];
        byAddress.delete(address);
        return found;
      });
      // Sorting is stable, so the preferred address of a channel stays first.
      const inOrder = own.sort((a, b) => rank(a) - rank(b));
      const reaching = inOrder.find((item) => !item.suppressed && rank(item) < order.length);
      const one = reaching ?? inOrder[0];
      return one ? [{ ...one, personNumbers: n }] : [];
    });
    return this.marked(selection, [...chosen, ...[...byAddress.values()].flat()]);
  }

  private async marked(
    { audience, evaluation, excluded }: Selection,
    items: AudienceMember[],
  ): Promise<AudienceMember[]> {
    const { userId } = evaluation;
    const { excludeGroups } = audience;
    if (items.length === 0 || excludeGroups.length + excluded.length === 0) return items;
    const people = await this.people.withAddresses(userId, [...new Set(items.map(addressOf))]);
    const addresses = [...items.map(addressOf), ...addressesOf(people)];
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

/** Memberships count in the groups of the campaign or, if it has segments, in any group. */
function firstOf(
  groupIds: readonly string[],
  { first, segments }: Audience,
  usable: readonly Channel[],
): FirstOf | undefined {
  if (!first) return undefined;
  const order = first.order.filter((channel) => usable.includes(channel));
  return { order, groupIds: segments.length > 0 ? null : [...groupIds] };
}

const addressOf = ({ address }: { address: string }): string => address;

function hasOneOf({ channels }: PersonDocument, addresses: ReadonlySet<string>): boolean {
  return channels.some(({ address }) => addresses.has(address));
}

/** All conditions that are evaluated for a source. */
function conditionsIn(source: Source, excluded: readonly SegmentTree[]): SegmentTree[] {
  if ('conditions' in source) return [source.conditions, ...excluded];
  return 'mergedInto' in source ? [...source.mergedInto, ...excluded] : [...excluded];
}
