import type { Payload } from '@carillon/contracts';
import type { User } from '../access/caller';
import { Whole } from '../checks/held';
import { Optional, Required } from '../checks/rule';
import { oneOf, slug } from '../checks/scalars';
import { text } from '../checks/text';
import { mintId } from '../idempotency/minting';
import { PageQuery } from '../paging/page-query';

const name = text({ max: 100 });
const withCounts = oneOf(['counts']);
const countsNotes = { description: 'Answers with how many members each group has, by channel' };
const nameNotes = { examples: ['Choir'] };
const slugNotes = { description: 'What the group is called when subscribers are added' };

export class GroupQuery {
  @Optional(withCounts, countsNotes)
  readonly include?: 'counts';
}

export class GroupsQuery extends PageQuery {
  @Optional(withCounts, countsNotes)
  readonly include?: 'counts';
}

export class CreateGroup {
  @Required(name, nameNotes)
  readonly name!: string;

  @Optional(slug, slugNotes)
  readonly slug?: string;
}

@Whole({ minProperties: 1 })
export class UpdateGroup {
  @Optional(name, nameNotes)
  readonly name?: string;

  @Optional(slug, slugNotes)
  readonly slug?: string;
}

/** The command to create the group that was asked for, under an id of its own. */
export function toCreateGroup({ userId }: User, input: CreateGroup): Payload<'group.create'> {
  return { id: mintId(), userId, name: input.name, slug: input.slug ?? null };
}
