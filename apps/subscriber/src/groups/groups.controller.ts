import type { Deleted, Group, Payload, Reply } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Controller } from '@nestjs/common';
import { CreateGroup } from './create-group';
import { DeleteGroup } from './delete-group';
import { Groups } from '../membership';
import { ReadGroups } from './read-groups';

@Controller()
export class GroupsController {
  constructor(
    private readonly createGroup: CreateGroup,
    private readonly readGroups: ReadGroups,
    private readonly deleteGroup: DeleteGroup,
    private readonly groups: Groups,
    private readonly clock: Clock,
  ) {}

  @Command('group.create')
  create(group: Payload<'group.create'>): Promise<Group> {
    return this.createGroup.execute(group);
  }

  @Command('group.get')
  get(query: Payload<'group.get'>): Promise<Group> {
    return this.readGroups.get(query);
  }

  @Command('group.list')
  list(query: Payload<'group.list'>): Promise<Reply<'group.list'>> {
    return this.readGroups.list(query);
  }

  /** In the order asked. */
  @Command('group.find-missing')
  async findMissing({ userId, ids }: Payload<'group.find-missing'>): Promise<Reply<'group.find-missing'>> {
    const existing = await this.groups.existing(userId, ids);
    return { missing: ids.filter((id) => !existing.has(id)) };
  }

  /** A new name leaves the slug. */
  @Command('group.update')
  update(change: Payload<'group.update'>): Promise<Group> {
    return this.groups.change(change, this.clock.now());
  }

  @Command('group.delete')
  delete(command: Payload<'group.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.deleteGroup.execute(command, messageId);
  }
}
