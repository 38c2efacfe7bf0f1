import type { Payload } from '@carillon/contracts';
import { contactLimits } from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { User } from '../../security/caller';
import { mintId } from '../../http/idempotency/minting';
import { ObjectSchema } from '../../http/input/input-schema';
import { OptionalNotNull } from '../../http/input/rule';
import { IsSlug, IsText } from '../../http/input/texts';
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

export class GroupQuery {
  @IsWithCounts readonly include?: 'counts';
}

export class GroupsQuery extends PageQuery {
  @IsWithCounts readonly include?: 'counts';
}

export class GroupPeopleQuery extends PageQuery {
  @ApiProperty({
    description:
      'Only people whose name, address, or external ID has words that begin like these, at most 100',
    examples: ['smith'],
  })
  @IsText({ max: contactLimits.externalId })
  @OptionalNotNull()
  readonly search?: string;
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

/** The command to create the requested group, with a new ID. */
export function toCreateGroup({ userId }: User, input: CreateGroup): Payload<'group.create'> {
  return { id: mintId(), userId, name: input.name, slug: input.slug ?? null };
}

/** The command to change the given fields of a group. */
export function toUpdateGroup(
  { userId }: User,
  id: string,
  { name, slug }: UpdateGroup,
): Payload<'group.update'> {
  return { userId, id, ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
}
