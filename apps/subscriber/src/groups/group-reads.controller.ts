import { Controller } from '@nestjs/common';
import type { Group, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { FindMissingGroups } from './find-missing-groups';
import { GetGroup } from './get-group';
import { ListGroups } from './list-groups';

@Controller()
export class GroupReadsController {
  constructor(
    private readonly getGroup: GetGroup,
    private readonly listGroups: ListGroups,
    private readonly findMissingGroups: FindMissingGroups,
  ) {}

  @Command('group.get')
  get(query: Payload<'group.get'>): Promise<Group> {
    return this.getGroup.execute(query);
  }

  @Command('group.list')
  list(query: Payload<'group.list'>): Promise<Reply<'group.list'>> {
    return this.listGroups.execute(query);
  }

  @Command('group.find-missing')
  findMissing(query: Payload<'group.find-missing'>): Promise<Reply<'group.find-missing'>> {
    return this.findMissingGroups.execute(query);
  }
}
