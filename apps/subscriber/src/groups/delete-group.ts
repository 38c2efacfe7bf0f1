import { AppError, type Deleted, type Group, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { BackgroundTask, Clock, Logger, QUIET_PAUSE_MS, type RoundEnd } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Inject, Injectable } from '@nestjs/common';
import { type SubscriberConfig, subscriberConfig } from '../config';
import { Groups, MembershipRemovals, Subscribers } from '../membership';
import { DeletedGroups } from './deleted-groups';

/** The number of members removed in one write. */
const PAGE = 1_000;
/**
 * By this time, a member that was being added when the group was deleted is stored, because a command expires after
 * seconds.
 */
const LAST_ARRIVAL_MS = 60_000;

/**
 * Deletes a group. It and its members become invisible immediately; RemoveDeletedGroups removes the documents. Its name
 * stays for campaigns that used it. Idempotent. Errors: group_not_found, group_in_use.
 */
@Injectable()
export class DeleteGroup {
  constructor(
    private readonly groups: Groups,
    private readonly deletedGroups: DeletedGroups,
    private readonly removals: MembershipRemovals,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  async deleteGroup({ userId, id }: Payload<'group.delete'>, messageId: string): Promise<Deleted> {
    const group = await this.groups.get(userId, id);
    if (group) await this.delete(group, messageId);
    if (await this.groups.wasDeletedBy(userId, id, messageId)) return { ids: [id] };
    throw new AppError('group_not_found');
  }

  private async delete({ userId, id, name }: Group, messageId: string): Promise<void> {
    const { inUse } = await this.messenger.request('campaign.targets-group', { userId, groupId: id });
    if (inUse) throw new AppError('group_in_use');
    const now = this.clock.now();
    // Records the removal before the group is deleted, because SendAudience must not miss it.
    await this.removals.note({ messageId, userId, subscriberIds: [] }, now);
    await this.groups.delete(userId, id, { by: messageId, at: now });
    // After a crash here, RemoveDeletedGroups records it.
    await this.deletedGroups.note(userId, { id, name }, now);
  }
}

/** Removes deleted groups and their members in the background, also after a crash. */
@Injectable()
export class RemoveDeletedGroups extends BackgroundTask {
  constructor(
    private readonly groups: Groups,
    private readonly deletedGroups: DeletedGroups,
    private readonly subscribers: Subscribers,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
    @Inject(subscriberConfig.token) { GROUP_CLEAN_UP_MS }: Pick<SubscriberConfig, 'GROUP_CLEAN_UP_MS'>,
    log: Logger,
  ) {
    const pace = { everyMs: GROUP_CLEAN_UP_MS, quietMs: QUIET_PAUSE_MS };
    super({ name: 'removing deleted groups', ...pace, log });
  }

  /** Removes a page of members of each deleted group, and each group that has no members and can't get any. */
  async round(): Promise<RoundEnd> {
    const deleted = await this.groups.deleted();
    if (deleted.length === 0) return 'idle';
    let removed = 0;
    for (const { id, userId, name, deletedAt } of deleted) {
      const members = await this.subscribers.removeSome(id, PAGE);
      const isOld = this.clock.now().getTime() - deletedAt.getTime() > LAST_ARRIVAL_MS;
      if (members === 0 && isOld) {
        await this.deletedGroups.note(userId, { id, name }, deletedAt);
        await this.groups.forget(id);
      }
      this.quotas.note(userId, 'subscribers', -members);
      removed += members;
    }
    return removed > 0;
  }
}
