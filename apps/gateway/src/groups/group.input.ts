import type { Payload } from '@carillon/contracts';
import type { User } from '../access/caller';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { mintId } from '../idempotency/minting';
import { ObjectSchema } from '../input/input-schema';
import { OptionalNotNull } from '../input/rule';
import { IsSlug, IsText } from '../input/texts';
import { PageQuery } from '../paging/page-query';

const IsWithCounts = applyDecorators(
  ApiProperty({ description: 'Answers with how many members each group has, by channel' }),
  OptionalNotNull(),
  IsIn(['counts']),
);
const IsName = applyDecorators(ApiProperty({ examples: ['Choir'] }), IsText({ max: 100 }));
const IsSlugOfGroup = applyDecorators(
  ApiProperty({ description: 'What the group is called when subscribers are added' }),
  OptionalNotNull(),
  IsSlug(),
);

export class GroupQuery {
  @IsWithCounts readonly include?: 'counts';
}

export class GroupsQuery extends PageQuery {
  @IsWithCounts readonly include?: 'counts';
}

export class CreateGroup {
  @IsName readonly name!: string;
  @IsSlugOfGroup readonly slug?: string;
}

@ObjectSchema({ minProperties: 1 })
export class UpdateGroup {
  @IsName
  @OptionalNotNull()
  readonly name?: string;

  @IsSlugOfGroup readonly slug?: string;
}

/** The command to create the group that was asked for, under an id of its own. */
export function toCreateGroup({ userId }: User, input: CreateGroup): Payload<'group.create'> {
  return { id: mintId(), userId, name: input.name, slug: input.slug ?? null };
}

/** The command to change of a group what was given. */
export function toUpdateGroup(
  { userId }: User,
  id: string,
  { name, slug }: UpdateGroup,
): Payload<'group.update'> {
  return { userId, id, ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
}
