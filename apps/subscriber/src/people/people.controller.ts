import { AppError, type Deleted, type Payload, type Person, type Reply, pageOf } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { People, toPerson } from '../identity';
import { EditPeople } from './edit-people';
import { GroupPeople } from './group-people';
import { SearchPeople } from './search-people';

@Controller()
export class PeopleController {
  constructor(
    private readonly people: People,
    private readonly editPeople: EditPeople,
    private readonly searchPeople: SearchPeople,
    private readonly groupPeople: GroupPeople,
  ) {}

  @Command('person.create')
  create(command: Payload<'person.create'>): Promise<Person> {
    return this.editPeople.create(command);
  }

  @Command('person.get')
  async get({ userId, id }: Payload<'person.get'>): Promise<Person> {
    const person = await this.people.get(userId, id);
    if (!person) throw new AppError('person_not_found');
    return toPerson(person);
  }

  @Command('person.list')
  async list(query: Payload<'person.list'>): Promise<Reply<'person.list'>> {
    const { userId, address, externalId, after, limit } = query;
    if (address === null && externalId === null)
      return pageOf((await this.people.page(userId, after, limit + 1)).map(toPerson), limit);
    const found =
      address === null
        ? await this.people.withExternalIds(userId, [externalId ?? ''])
        : await this.people.withAddresses(userId, [address]);
    const matching = found.filter((each) => externalId === null || each.externalId === externalId);
    return { items: matching.map(toPerson), next: null };
  }

  @Command('person.search')
  search(query: Payload<'person.search'>): Promise<Reply<'person.search'>> {
    return this.searchPeople.search(query);
  }

  @Command('group.people')
  ofGroup(query: Payload<'group.people'>): Promise<Reply<'group.people'>> {
    return this.groupPeople.list(query);
  }

  @Command('person.update')
  update(command: Payload<'person.update'>, { messageId }: MessageContext): Promise<Person> {
    return this.editPeople.update(command, messageId);
  }

  @Command('person.delete')
  delete(command: Payload<'person.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.editPeople.delete(command, messageId);
  }

  @Command('person.merge')
  merge(command: Payload<'person.merge'>): Promise<Person> {
    return this.editPeople.merge(command);
  }
}
