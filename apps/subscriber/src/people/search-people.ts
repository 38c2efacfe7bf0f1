import type { Payload, Person, Reply } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { People, toPerson } from '../identity';
import { Groups, MemberSearch } from '../membership';
import { searchPatterns } from '../search-terms';

/** Finds people by their name, an address, or the external ID. */
@Injectable()
export class SearchPeople {
  constructor(
    private readonly people: People,
    private readonly groups: Groups,
    private readonly members: MemberSearch,
  ) {}

  /**
   * Oldest first among those that the indexes have first. A name can also be in the extra data of a membership. There is no
   * next page: a longer search finds fewer.
   */
  async search({ userId, search, limit }: Payload<'person.search'>): Promise<Reply<'person.search'>> {
    const patterns = searchPatterns(search);
    const matches = await Promise.all([
      this.people.search(userId, patterns, limit),
      this.ofMembers(userId, patterns, limit),
      this.people.withExternalIds(userId, [search]),
    ]);
    const found = new Map(matches.flat().map((person) => [person._id.toHexString(), toPerson(person)]));
    return { items: oldestFirst([...found.values()]).slice(0, limit), next: null };
  }

  private async ofMembers(userId: string, patterns: readonly RegExp[], limit: number) {
    const groupIds = await this.groups.ids(userId);
    const members = await this.members.search({ userId, groupIds, channel: null, patterns, limit });
    return this.people.withAddresses(userId, [...new Set(members.map(({ address }) => address))]);
  }
}

function oldestFirst(people: readonly Person[]): Person[] {
  return people.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
