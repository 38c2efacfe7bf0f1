import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { atLeastOne } from '../checks/at-least-one';
import { existing } from '../checks/path-id';
import { presentDeleted } from '../http/deleted.presenter';
import { DEFAULT_LIMIT, Lists } from '../paging/lists';
import { CreateGroup, GroupQuery, GroupsQuery, UpdateGroup, toCreateGroup } from './group.input';
import { presentGroup } from './group.presenter';

@Controller('api/v1/groups')
export class GroupsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  async list(
    @Caller() { userId }: User,
    @Query() query: GroupsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const counts = query.include === 'counts';
    const groups = await this.lists.answer(reply, { userId, query, defaultLimit: DEFAULT_LIMIT }, (slice) =>
      this.messenger.request('group.list', { userId, counts, ...slice }),
    );
    return { data: { groups: groups.map(presentGroup) } };
  }

  @Post()
  async create(
    @Caller() user: User,
    @Body() input: CreateGroup,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const group = await this.messenger.request('group.create', toCreateGroup(user, input));
    reply.header('location', `/api/v1/groups/${group.id}`);
    return { data: { createGroup: presentGroup(group) } };
  }

  @Get(':groupId')
  async get(
    @Caller() { userId }: User,
    @Param('groupId', existing('group')) id: string,
    @Query() { include }: GroupQuery,
  ) {
    const group = await this.messenger.request('group.get', { userId, id, counts: include === 'counts' });
    return { data: { group: presentGroup(group) } };
  }

  @Patch(':groupId')
  async update(
    @Caller() { userId }: User,
    @Param('groupId', existing('group')) id: string,
    @Body() change: UpdateGroup,
  ) {
    const group = await this.messenger.request('group.update', { userId, id, ...atLeastOne(change) });
    return { data: { updateGroup: presentGroup(group) } };
  }

  @Delete(':groupId')
  async delete(@Caller() { userId }: User, @Param('groupId', existing('group')) id: string) {
    const deleted = await this.messenger.request('group.delete', { userId, id });
    return { data: { deleteGroup: presentDeleted(deleted) } };
  }
}
