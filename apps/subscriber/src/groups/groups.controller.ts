import { Controller } from '@nestjs/common';
import type { Deleted, Group, Payload } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { CreateGroup } from './create-group';
import { DeleteGroup } from './delete-group';
import { UpdateGroup } from './update-group';

@Controller()
export class GroupsController {
  constructor(
    private readonly createGroup: CreateGroup,
    private readonly updateGroup: UpdateGroup,
    private readonly deleteGroup: DeleteGroup,
  ) {}

  @Command('group.create')
  create(group: Payload<'group.create'>): Promise<Group> {
    return this.createGroup.execute(group);
  }

  @Command('group.update')
  update(change: Payload<'group.update'>): Promise<Group> {
    return this.updateGroup.execute(change);
  }

  @Command('group.delete')
  delete(command: Payload<'group.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.deleteGroup.execute(command, messageId);
  }
}
