import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { DeletedView, presentDeleted } from '../http/deleted.presenter';
import { Lists } from '../paging/lists';
import {
  CreateGroup,
  GroupQuery,
  GroupsQuery,
  UpdateGroup,
  toCreateGroup,
  toUpdateGroup,
} from './group.input';
import { GroupView, presentGroup } from './group.presenter';

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
    const groups = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('group.list', { userId, counts, ...slice }),
    );
    return { data: { groups: groups.map(presentGroup) } };
  }

  @Post()
  @Operation({
    creates: 'group',
    summary: 'Create a group',
    description: 'Creates a group. Names may repeat, slugs may not; without one, it is made from the name.',
    answer: GroupView,
    errors: ['slug_taken', 'limit_reached'],
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

  @Get(':groupId')
  @Operation({ summary: 'Read a group', answer: GroupView })
  async group(
    @Caller() { userId }: User,
    @Param('groupId', existing('group')) id: string,
    @Query() { include }: GroupQuery,
  ) {
    const group = await this.messenger.request('group.get', { userId, id, counts: include === 'counts' });
    return { data: { group: presentGroup(group) } };
  }

  @Patch(':groupId')
  @Operation({
    summary: 'Rename a group, or change its slug',
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
}
