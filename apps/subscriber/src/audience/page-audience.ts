import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Groups } from '../groups/groups';
import { Members } from './members';

/** Pages through a group for whoever sends to it; a group that is gone or somebody else's is an empty page. */
@Injectable()
export class PageAudience {
  constructor(
    private readonly groups: Groups,
    private readonly members: Members,
  ) {}

  async execute(query: Payload<'audience.page'>): Promise<Reply<'audience.page'>> {
    const [group, page] = await Promise.all([
      this.groups.get(query.userId, query.groupId),
      this.members.page(query),
    ]);
    return group ? page : { items: [], next: null };
  }
}
