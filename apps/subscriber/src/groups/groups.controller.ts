import { AppError, type Deleted, type Group, type Payload, type Reply } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Controller } from '@nestjs/common';
import { Groups } from '../membership';
import { CreateGroup } from './create-group';
import { DeletedGroups } from './deleted-groups';
import { DeleteGroup } from './delete-group';

@Controller()
export class GroupsController {
  constructor(
    private readonly createGroup: CreateGroup,
    private readonly deleteGroup: DeleteGroup,
    private readonly groups: Groups,
    private readonly deletedGroups: DeletedGroups,
    private readonly clock: Clock,
  ) {}

  @Command('group.create')
  create(group: Payload<'group.create'>): Promise<Group> {
    return this.createGroup.createGroup(group);
  }

  @Command('group.get')
  async get({ userId, id }: Payload<'group.get'>): Promise<Group> {
    const group = await this.groups.get(userId, id);
    if (!group) throw new AppError('group_not_found');
    return group;
  }

  /** Oldest first. */
  @Command('group.list')
  list({ userId, after, limit }: Payload<'group.list'>): Promise<Reply<'group.list'>> {
    return this.groups.page(userId, after, limit);
  }

  @Command('group.list-deleted')
  listDeleted({ userId, after, limit }: Payload<'group.list-deleted'>): Promise<Reply<'group.list-deleted'>> {
    return this.deletedGroups.page(userId, after, limit);
  }

  /** In the order of the request. */
  @Command('group.find-missing')
  async findMissing({ userId, ids }: Payload<'group.find-missing'>): Promise<Reply<'group.find-missing'>> {
    const existing = await this.groups.existing(userId, ids);
    return { missing: ids.filter((id) => !existing.has(id)) };
  }

  /** A new name doesn't change the slug. */
  @Command('group.update')
  update(change: Payload<'group.update'>): Promise<Group> {
    return this.groups.change(change, this.clock.now());
  }

  @Command('group.delete')
  delete(command: Payload<'group.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.deleteGroup.deleteGroup(command, messageId);
  }
}
