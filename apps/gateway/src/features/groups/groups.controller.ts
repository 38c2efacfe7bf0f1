import type { Group, GroupCounts } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../../security/caller';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import {
  DeletedGroupView,
  GroupPersonView,
  GroupView,
  presentDeletedGroup,
  presentGroup,
  presentGroupPerson,
} from './group.presenter';
import {
  GroupsQuery,
  CreateGroup,
  toCreateGroup,
  GroupPeopleQuery,
  GroupQuery,
  UpdateGroup,
  toUpdateGroup,
} from './group.input';

/** The maximum number of people that a search returns. */
const MOST_FOUND = 100;

@Controller('api/v1/groups')
export class GroupsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({ summary: 'List the groups', answer: Type.Array(GroupView) })
  async groups(
    @Caller() { userId }: User,
    @Query() query: GroupsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const counts = query.include === 'counts';
    const list = { userId, query, isShared: true };
    const groups = await this.lists.answer(reply, list, async (slice) => {
      const page = await this.messenger.request('group.list', { userId, ...slice });
      return counts && page.items.length > 0 ? withCounts(page, await this.count(userId, page.items)) : page;
    });
    return { data: { groups: groups.map(presentGroup) } };
  }

  @Post()
  @Operation({
    creates: 'group',
    summary: 'Create a group',
    description:
      'Creates a group. Several groups can have the same name, but slugs are unique. Without a slug, the service derives one from the name.',
    answer: GroupView,
    errors: ['slug_taken', 'limit_reached', 'quota_exceeded'],
  })
  async createGroup(
    @Caller() user: User,
    @Body() input: CreateGroup,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const group = await this.messenger.request('group.create', toCreateGroup(user, input));
    reply.header('location', `/api/v1/groups/${group.id}`);
    return { data: { createGroup: presentGroup(group) } };
  }

  @Get('deleted')
  @Operation({
    summary: 'List the deleted groups',
    description:
      'Returns the names of deleted groups, in order of creation. Campaigns keep the IDs of the groups that they were sent to.',
    answer: Type.Array(DeletedGroupView),
  })
  async deletedGroups(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const groups = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('group.list-deleted', { userId, ...slice }),
    );
    return { data: { deletedGroups: groups.map(presentDeletedGroup) } };
  }

  @Get(':groupId')
  @Operation({ summary: 'Read a group', answer: GroupView })
  async group(
    @Caller() { userId }: User,
    @Param('groupId', existing('group')) id: string,
    @Query() { include }: GroupQuery,
  ) {
    const group = await this.messenger.request('group.get', { userId, id });
    const [counts] = include === 'counts' ? await this.count(userId, [group]) : [];
    return { data: { group: presentGroup(counts ? { ...group, counts } : group) } };
  }

  @Patch(':groupId')
  @Operation({
    summary: 'Rename a group or change its slug',
    answer: GroupView,
    errors: ['slug_taken'],
  })
  async updateGroup(
    @Caller() user: User,
    @Param('groupId', existing('group')) id: string,
    @Body() change: UpdateGroup,
  ) {
    const group = await this.messenger.request('group.update', toUpdateGroup(user, id, change));
    return { data: { updateGroup: presentGroup(group) } };
  }

  @Delete(':groupId')
  @Operation({
    summary: 'Delete a group with its members',
    answer: DeletedView,
    errors: ['group_in_use'],
  })
  async deleteGroup(@Caller() { userId }: User, @Param('groupId', existing('group')) id: string) {
    const deleted = await this.messenger.request('group.delete', { userId, id });
    return { data: { deleteGroup: presentDeleted(deleted) } };
  }

  @Get(':groupId/people')
  @Operation({
    summary: 'List the people of a group',
    description:
      'Lists everyone with an address in the group once, with all their addresses, in the order in which they joined.',
    answer: Type.Array(GroupPersonView),
  })
  async groupPeople(
    @Caller() { userId }: User,
    @Param('groupId', existing('group')) groupId: string,
    @Query() query: GroupPeopleQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { search } = query;
    const people = await this.lists.answer(reply, { userId, query }, ({ after, limit }) => {
      const most = search === undefined ? limit : Math.min(limit, MOST_FOUND);
      const slice = { after, limit: most, search: search ?? null };
      return this.messenger.request('group.people', { userId, groupId, ...slice });
    });
    return { data: { groupPeople: people.map(presentGroupPerson) } };
  }

  /** The counts of at least the first groups. */
  private async count(userId: string, groups: readonly Group[]): Promise<GroupCounts[]> {
    const ids = groups.map(({ id }) => id);
    return (await this.messenger.request('group.count', { userId, ids })).counts;
  }
}

/** A page of groups with their counts. The page ends where the counts end. */
function withCounts(
  { items, next }: { items: Group[]; next: string | null },
  counts: readonly GroupCounts[],
): { items: Group[]; next: string | null } {
  const counted = items.flatMap((group, index) => {
    const ofGroup = counts[index];
    return ofGroup ? [{ ...group, counts: ofGroup }] : [];
  });
  return { items: counted, next: counted.length < items.length ? (counted.at(-1)?.id ?? null) : next };
}
