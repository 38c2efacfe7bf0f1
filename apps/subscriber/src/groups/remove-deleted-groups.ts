import { Injectable } from '@nestjs/common';
import { Clock } from '@carillon/platform';
import { Subscribers } from '../subscribers/subscribers';
import { DeletedGroups } from './deleted-groups';

const PAGE = 1_000;
/** A member that was being added when the group was deleted has arrived by then: a command lives for seconds only. */
const LAST_ARRIVAL_MS = 60_000;

/**
 * Removes a page of members of each deleted group, and a group that has none left and gets none any more. Answers whether
 * there is more to remove at once. A crash loses nothing: what was left undone is found again.
 */
@Injectable()
export class RemoveDeletedGroups {
  constructor(
    private readonly deletedGroups: DeletedGroups,
    private readonly subscribers: Subscribers,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<boolean> {
    let removed = 0;
    for (const group of await this.deletedGroups.all()) {
      const members = await this.subscribers.removeSome(group.id, PAGE);
      if (members === 0 && this.isOld(group.deletedAt)) await this.deletedGroups.forget(group.id);
      removed += members;
    }
    return removed > 0;
  }

  private isOld(deletedAt: Date): boolean {
    return this.clock.now().getTime() - deletedAt.getTime() > LAST_ARRIVAL_MS;
  }
}
