import { Injectable } from '@nestjs/common';
import { AppError, type Group, type Payload } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { type GroupChanges, Groups } from './groups';

/** Renames a group or gives it another slug; a new name leaves the slug. Errors: group_not_found, slug_taken. */
@Injectable()
export class UpdateGroup {
  constructor(
    private readonly groups: Groups,
    private readonly clock: Clock,
  ) {}

  async execute(change: Payload<'group.update'>): Promise<Group> {
    const group = await this.groups.change(change, changesIn(change), this.clock.now());
    if (!group) throw new AppError('group_not_found');
    return group;
  }
}

function changesIn({ name, slug }: Payload<'group.update'>): GroupChanges {
  return { ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
}
