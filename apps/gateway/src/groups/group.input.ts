import { type Payload, newId } from '@carillon/contracts';
import type { User } from '../access/caller';
import { Optional, Required } from '../checks/rule';
import { oneOf, slug } from '../checks/scalars';
import { text } from '../checks/text';
import { PageQuery } from '../paging/page-query';

const name = text({ max: 100 });
const withCounts = oneOf(['counts']);

export class GroupQuery {
  @Optional(withCounts)
  readonly include?: 'counts';
}

export class GroupsQuery extends PageQuery {
  @Optional(withCounts)
  readonly include?: 'counts';
}

export class CreateGroup {
  @Required(name)
  readonly name!: string;

  @Optional(slug)
  readonly slug?: string;
}

export class UpdateGroup {
  @Optional(name)
  readonly name?: string;

  @Optional(slug)
  readonly slug?: string;
}

/** The command to create the group that was asked for, under an id of its own. */
export function toCreateGroup({ userId }: User, input: CreateGroup): Payload<'group.create'> {
  return { id: newId(), userId, name: input.name, slug: input.slug ?? null };
}
