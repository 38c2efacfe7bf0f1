import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Groups } from './groups';

/** Of some ids, answers those that are not groups of the user, in the order asked. */
@Injectable()
export class FindMissingGroups {
  constructor(private readonly groups: Groups) {}

  async execute({ userId, ids }: Payload<'group.find-missing'>): Promise<Reply<'group.find-missing'>> {
    const existing = await this.groups.existing(userId, ids);
    return { missing: ids.filter((id) => !existing.has(id)) };
  }
}
