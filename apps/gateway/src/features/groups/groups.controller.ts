import {
  type DeletedGroup,
  type Group,
  type GroupCounts,
  type Payload,
  eachChannel,
  withCounts,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Patch,
  Post,
  Query,
  Res,
  applyDecorators,
} from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../../security/caller';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { mintId } from '../../http/idempotency/minting';
import { ObjectSchema } from '../../http/input/input-schema';
import { existing } from '../../http/input/path-id';
import { OptionalNotNull } from '../../http/input/rule';
import { IsSlug, IsText } from '../../http/input/texts';
import { Operation } from '../../openapi/operation';
import { Count, Id, Part, Text, Time, View, presenter } from '../../openapi/view';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';

const IsWithCounts = applyDecorators(
  ApiProperty({
    description: 'counts: the response contains the number of members of each group, by channel',
  }),
  OptionalNotNull(),
  IsIn(['counts']),
);
const IsName = applyDecorators(ApiProperty({ examples: ['Choir'] }), IsText({ max: 100 }));
const IsSlugOfGroup = applyDecorators(
  ApiProperty({ description: 'The short name of the group in requests that add subscribers' }),
  OptionalNotNull(),
  IsSlug(),
);

class GroupQuery {
  @IsWithCounts readonly include?: 'counts';
}

class GroupsQuery extends PageQuery {
  @IsWithCounts readonly include?: 'counts';
}

class CreateGroup {
  @IsName readonly name!: string;
  @IsSlugOfGroup readonly slug?: string;
}

@ObjectSchema({ minProperties: 1 })
class UpdateGroup {
  @IsName
  @OptionalNotNull()
  readonly name?: string;

  @IsSlugOfGroup readonly slug?: string;
}

/** The command to create the requested group, under a new id. */
function toCreateGroup({ userId }: User, input: CreateGroup): Payload<'group.create'> {
  return { id: mintId(), userId, name: input.name, slug: input.slug ?? null };
}

/** The command to change the given fields of a group. */
function toUpdateGroup({ userId }: User, id: string, { name, slug }: UpdateGroup): Payload<'group.update'> {
  return { userId, id, ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
}

const Counts = Part({ total: Count(6), ...eachChannel(() => Count(2)) });

const GroupView = View('Group', {
  _id: Id(),
  user: Id(),
  name: Text('Choir'),
  slug: Text('choir'),
  createdAt: Time(),
  updatedAt: Time(),
  /** Only if they were requested. */
  counts: Type.Optional(Counts),
});

const presentGroup = presenter(GroupView, (group: Group) => ({
  ...group,
  _id: group.id,
  user: group.userId,
}));

const DeletedGroupView = View('DeletedGroup', {
  _id: Id(),
  name: Text('Choir', { description: 'The last name of the group' }),
  deletedAt: Time(),
});

const presentDeletedGroup = presenter(DeletedGroupView, (group: DeletedGroup) => ({
  ...group,
  _id: group.id,
}));

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
    const groups = await this.lists.answer(reply, { userId, query }, async (slice) => {
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

  /** Of the first groups at least. */
  private async count(userId: string, groups: readonly Group[]): Promise<GroupCounts[]> {
    const ids = groups.map(({ id }) => id);
    return (await this.messenger.request('group.count', { userId, ids })).counts;
  }
}
