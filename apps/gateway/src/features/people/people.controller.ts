import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { addressIn } from '../../http/input/channel';
import { existing } from '../../http/input/path-id';
import { mintId } from '../../http/idempotency/minting';
import { Lists } from '../../http/paging/lists';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { MergePerson, PeopleQuery, PersonFields, toPersonChanges } from './person.input';
import { PersonView, presentPerson } from './person.presenter';

/** The maximum number of people that a search returns. */
const MOST_FOUND = 100;

@Controller('api/v1/people')
export class PeopleController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({
    summary: 'List people',
    description:
      'Lists the people of the account with all their channels, oldest first. A person exists as soon as one of ' +
      'their addresses is added to a group, and stays when the address leaves its last group.',
    answer: Type.Array(PersonView),
  })
  async people(
    @Caller() { userId }: User,
    @Query() query: PeopleQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const filter = { address: addressIn(query.identifier, null), externalId: query.externalId ?? null };
    const { search } = query;
    const people = await this.lists.answer(reply, { userId, query }, (slice) => {
      if (search === undefined) return this.messenger.request('person.list', { userId, ...filter, ...slice });
      const limit = Math.min(slice.limit, MOST_FOUND);
      return this.messenger.request('person.search', { userId, search, limit });
    });
    return { data: { people: people.map(presentPerson) } };
  }

  @Post()
  @Operation({
    creates: 'person',
    summary: 'Add a person',
    description:
      'Adds a person without adding them to a group. An address, and an external ID, belongs to one person at a time.',
    answer: PersonView,
    errors: ['person_conflict', 'limit_reached', 'quota_exceeded'],
  })
  async createPerson(
    @Caller() { userId }: User,
    @Body() input: PersonFields,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const id = mintId();
    const person = await this.messenger.request('person.create', { userId, id, ...toPersonChanges(input) });
    reply.header('location', `/api/v1/people/${person.id}`);
    return { data: { createPerson: presentPerson(person) } };
  }

  @Get(':id')
  @Operation({ summary: 'Read a person', answer: PersonView })
  async person(@Caller() { userId }: User, @Param('id', existing('person')) id: string) {
    return { data: { person: presentPerson(await this.messenger.request('person.get', { userId, id })) } };
  }

  @Patch(':id')
  @Operation({
    summary: 'Change a person',
    description:
      'Changes the given fields. A list of addresses replaces the addresses of its channel. An address that is ' +
      'removed leaves all groups. `attributes` changes only the attributes that it names.',
    answer: PersonView,
    errors: ['person_conflict', 'limit_reached'],
  })
  async updatePerson(
    @Caller() { userId }: User,
    @Param('id', existing('person')) id: string,
    @Body() input: PersonFields,
  ) {
    const changes = toPersonChanges(input);
    const person = await this.messenger.request('person.update', { userId, id, ...changes });
    return { data: { updatePerson: presentPerson(person) } };
  }

  @Delete(':id')
  @Operation({
    summary: 'Remove a person',
    description:
      'Removes the person and all their memberships. Suppressions and reports stay. To erase everything that is ' +
      'stored about an address, use `DELETE /people/data`.',
    answer: DeletedView,
  })
  async deletePerson(@Caller() { userId }: User, @Param('id', existing('person')) id: string) {
    const deleted = await this.messenger.request('person.delete', { userId, id });
    return { data: { deletePerson: presentDeleted(deleted) } };
  }

  @Post(':id/merge')
  @HttpCode(200)
  @NeedsScope('write')
  @Operation({
    summary: 'Merge two people',
    description:
      'Gives the addresses and the data of another person to this one, and removes the other. Where both have a ' +
      'value, the value of this person stays. The audit trail records the merge.',
    answer: PersonView,
    errors: ['person_conflict', 'limit_reached'],
  })
  async mergePerson(
    @Caller() user: User,
    @Param('id', existing('person')) id: string,
    @Body() { personId }: MergePerson,
  ) {
    const merge = { by: requestedBy(user), userId: user.userId, id, otherId: personId };
    return { data: { mergePerson: presentPerson(await this.messenger.request('person.merge', merge)) } };
  }
}
