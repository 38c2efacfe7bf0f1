import {
  AppError,
  type GroupPerson,
  type Payload,
  type Person,
  type Reply,
  type Subscriber,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { People, type PersonDocument, toPerson } from '../identity';
import { Groups, MemberSearch, SubscriberPages } from '../membership';
import { searchPatterns } from '../search-terms';

/** The number of memberships that are read at once. */
const AT_ONCE = 200;
/** The number of people of all groups among whom a search looks for people of the group. */
const SEARCHED = 1_000;
/** The approximate size of a page as JSON (characters). */
const PAGE_SIZE = 1024 * 1024;

/** Lists the people of a group, each once, with all their memberships in it. */
@Injectable()
export class GroupPeople {
  constructor(
    private readonly people: People,
    private readonly groups: Groups,
    private readonly members: SubscriberPages,
    private readonly memberSearch: MemberSearch,
  ) {}

  /** By their first membership. @throws AppError group_not_found */
  async list({ search, ...query }: Payload<'group.people'>): Promise<Reply<'group.people'>> {
    if (!(await this.groups.get(query.userId, query.groupId))) throw new AppError('group_not_found');
    return search === null ? this.page(query) : this.search({ ...query, search });
  }

  private async page({
    userId,
    groupId,
    after,
    limit,
  }: Omit<Payload<'group.people'>, 'search'>): Promise<Reply<'group.people'>> {
    const page = new BoundedPage(limit);
    let last = after;
    for (;;) {
      const slice = { after: last, limit: AT_ONCE };
      const { items, next } = await this.members.ofGroup({ userId, groupId, channel: null, ...slice });
      const found = await this.inGroup(userId, groupId, await this.ownersOf(userId, items));
      const byFirst = new Map(found.map((each) => [each.memberships[0]?.id, each]));
      for (const { id } of items) {
        const person = byFirst.get(id);
        if (person && !page.add(person)) return { items: page.items, next: last };
        last = id;
      }
      if (next === null) return { items: page.items, next: null };
    }
  }

  /** There is no next page: a longer search finds fewer. */
  private async search({
    userId,
    groupId,
    search,
    limit,
  }: Omit<Payload<'group.people'>, 'search'> & { search: string }): Promise<Reply<'group.people'>> {
    const patterns = searchPatterns(search);
    const [members, ...matches] = await Promise.all([
      this.memberSearch.search({ userId, groupIds: [groupId], channel: null, patterns, limit }),
      this.people.search(userId, patterns, SEARCHED),
      this.people.withExternalIds(userId, [search]),
    ]);
    const owners = [...matches.flat().map(asOwner), ...(await this.ownersOf(userId, members))];
    const byAddress = new Map(owners.map((owner) => [owner.addresses[0], owner]));
    const found = await this.inGroup(userId, groupId, [...byAddress.values()]);
    const page = new BoundedPage(limit);
    for (const person of found.toSorted(byFirstMembership)) if (!page.add(person)) break;
    return { items: page.items, next: null };
  }

  /** The owners of the addresses of members, each once. */
  private async ownersOf(userId: string, members: readonly Subscriber[]): Promise<Owner[]> {
    const addresses = new Set(members.map(({ address }) => address));
    const owners = (await this.people.withAddresses(userId, [...addresses])).map(asOwner);
    const owned = new Set(owners.flatMap((owner) => owner.addresses));
    const others = [...addresses].filter((address) => !owned.has(address));
    return [...owners, ...others.map((address) => ({ person: null, addresses: [address] }))];
  }

  /** Those who have an address in the group. */
  private async inGroup(userId: string, groupId: string, owners: readonly Owner[]): Promise<GroupPerson[]> {
    const addresses = owners.flatMap((owner) => owner.addresses);
    const memberships = await this.members.withAddresses(userId, groupId, addresses);
    const byAddress = Map.groupBy(memberships, ({ address }) => address);
    return owners.flatMap((owner) => {
      const own = owner.addresses.flatMap((address) => byAddress.get(address) ?? []).sort(byId);
      return own.length > 0 ? { person: owner.person, memberships: own } : [];
    });
  }
}

/** A person with all addresses, each once. Null: an address without a person. */
interface Owner {
  person: Person | null;
  addresses: string[];
}

function asOwner(document: PersonDocument): Owner {
  const person = toPerson(document);
  return { person, addresses: [...new Set(person.channels.map(({ address }) => address))] };
}

/** A page with a limited number of people and a limited size. The first person always fits. */
class BoundedPage {
  readonly items: GroupPerson[] = [];
  private size = 0;

  constructor(private readonly limit: number) {}

  /** Returns false if the person doesn't fit. */
  add(person: GroupPerson): boolean {
    this.size += JSON.stringify(person).length;
    if (this.items.length === this.limit || (this.items.length > 0 && this.size > PAGE_SIZE)) return false;
    this.items.push(person);
    return true;
  }
}

function byId(a: Pick<Subscriber, 'id'>, b: Pick<Subscriber, 'id'>): number {
  return a.id < b.id ? -1 : 1;
}

function byFirstMembership({ memberships: [a] }: GroupPerson, { memberships: [b] }: GroupPerson): number {
  return a && b ? byId(a, b) : 0;
}
