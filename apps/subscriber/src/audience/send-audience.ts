import {
  AppError,
  type AudienceMember,
  type ExclusionReason,
  type Payload,
  type Reply,
  type SkipReason,
} from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { ServiceWindows } from '../inbound';
import { AudienceMembers, Groups, type MemberToSend, MembershipRemovals, Subscribers } from '../membership';
import { SuppressedAddresses, TopicOptOuts } from '../suppressions';

/**
 * The maximum delay between the time of a member and its write (milliseconds): if an import continues after an outage,
 * members have the time at which the import first began their lines.
 */
const WRITTEN_LATE_MS = 60 * 60_000;

type Query = Payload<'audience.excluded'>;
type Recipient = Query['recipients'][number];
/** The topic of the campaign. Null: none. Absent: the process that asks knows no topics. */
interface OfTopic {
  userId: string;
  topicId?: string | null;
}

/** Provides the members of groups to the dispatcher, and recipients who have since been suppressed or removed. */
@Injectable()
export class SendAudience {
  constructor(
    private readonly groups: Groups,
    private readonly members: AudienceMembers,
    private readonly subscribers: Subscribers,
    private readonly removals: MembershipRemovals,
    private readonly suppressed: SuppressedAddresses,
    private readonly optOuts: TopicOptOuts,
    private readonly serviceWindows: ServiceWindows,
    private readonly clock: Clock,
  ) {}

  /**
   * A page of a group, with suppressed members marked. A group that is deleted or belongs to another user is an empty
   * page.
   */
  async page(query: Payload<'audience.page'>): Promise<Reply<'audience.page'>> {
    const [group, page, hasSuppressed] = await Promise.all([
      this.groups.get(query.userId, query.groupId),
      this.members.page(query),
      this.suppressed.hasAny(query.userId),
    ]);
    if (!group) return { items: [], next: null, recent: [] };
    const members = page.items.map(({ member }) => member);
    const recent = await this.recentAmong(page.items, query);
    const items = await this.markSkipped(query, members);
    if (!hasSuppressed) return { items, next: page.next, recent };
    return { items: await this.markSuppressed(query.userId, items), next: page.next, recent };
  }

  /**
   * Members who may have been moved to one of these groups since a time, with suppressed members marked, as long as
   * moves are stored. A page can be empty even if more pages follow.
   */
  async moved(query: Payload<'audience.moved'>): Promise<Reply<'audience.moved'>> {
    const { userId, limit } = query;
    const moves = await this.removals.movesSince(query);
    if (moves.length === 0) return { items: [], next: null };
    const groupIds = [...(await this.groups.existing(userId, query.groupIds))];
    const ids = [...new Set(moves.map(({ subscriberId }) => subscriberId))];
    const page = await this.members.pageOfThese(ids, { ...query, groupIds });
    const lastRead = moves.find(({ subscriberId }) => subscriberId === page.next);
    const next = lastRead ?? (moves.length === limit ? moves.at(-1) : undefined);
    return { items: await this.marked(query, page.items), next: next?.cursor ?? null };
  }

  /** The members, with those marked who are suppressed, left the topic, or paused all messages. */
  async marked(query: OfTopic, members: AudienceMember[]): Promise<AudienceMember[]> {
    return this.markSuppressed(query.userId, await this.markSkipped(query, members));
  }

  /**
   * Marks people who left the topic or paused all messages.
   * @throws AppError service_unavailable if there are such people and the process that asks knows no topics. Then,
   * another process plans the campaign
   */
  private async markSkipped(query: OfTopic, members: AudienceMember[]): Promise<AudienceMember[]> {
    const reasonOf = await this.skipReasons(query, members, this.clock.now());
    return members.map((member) => {
      const skipReason = reasonOf(member);
      return skipReason ? { ...member, suppressed: true, skipReason } : member;
    });
  }

  private async skipReasons(
    { userId, topicId }: OfTopic,
    recipients: readonly Pick<AudienceMember, 'channel' | 'address'>[],
    now: Date,
  ): Promise<(recipient: Pick<AudienceMember, 'channel' | 'address'>) => SkipReason | null> {
    if (topicId === undefined) {
      await this.refuseWithoutTopic(userId, now);
      return () => null;
    }
    return this.optOuts.reasons({ userId, topicId }, recipients, now);
  }

  /**
   * A dispatcher of release 0.3.0 would send to people who left the topic of the campaign. It tries again, until a
   * dispatcher of this release does its work.
   */
  private async refuseWithoutTopic(userId: string, now: Date): Promise<void> {
    if (await this.optOuts.hasAny(userId, now))
      throw new AppError(
        'service_unavailable',
        'Only dispatchers that know topics can send for this account',
      );
  }

  private async markSuppressed(userId: string, members: AudienceMember[]): Promise<AudienceMember[]> {
    const isSuppressed = await this.suppressed.amongPeople(userId, members);
    return members.map((member) => (isSuppressed(member) ? { ...member, suppressed: true } : member));
  }

  /**
   * The positions of members who may have been in an earlier page. An address can occur again only after its member was
   * removed or moved, which is recorded first. This reads the records after the members, so it sees the departure of
   * every returned member.
   */
  private async recentAmong(
    members: readonly MemberToSend[],
    { userId, since }: Payload<'audience.page'>,
  ): Promise<number[]> {
    if (since === undefined) return [];
    const from = new Date(since);
    if (!(await this.removals.anySince(userId, from, this.clock.now()))) return [];
    const recentFrom = from.getTime() - WRITTEN_LATE_MS;
    return members.flatMap(({ changedAt }, index) => (changedAt.getTime() >= recentFrom ? [index] : []));
  }

  /**
   * Returns the recipients that were suppressed or removed from their group, or left the topic, after planning.
   * Suppression takes precedence over removal, and removal over topics. Also returns the recipients with an open service window. Without recipients, returns
   * whether any may have been excluded.
   */
  async excluded(query: Query): Promise<Reply<'audience.excluded'>> {
    const now = this.clock.now();
    if (query.topicId === undefined) await this.refuseWithoutTopic(query.userId, now);
    if (query.recipients.length === 0) {
      const isUnchanged = await this.isUnchanged(query, now);
      return { excluded: [], inServiceWindow: [], skipped: [], ...(isUnchanged && { unchanged: true }) };
    }
    const addresses = query.recipients.map(({ address }) => address);
    const [isRemoved, suppressed, skipReasonOf, inServiceWindow] = await Promise.all([
      this.removedSince(query, now),
      this.suppressedSince(query, addresses),
      this.skippedSince(query, now),
      query.channel === 'WHATSAPP'
        ? this.serviceWindows.among(query.userId, addresses, now)
        : new Set<string>(),
    ]);
    const reasonOf = ({ address, subscriberId }: Recipient): ExclusionReason | null => {
      if (suppressed.has(address)) return 'SUPPRESSED';
      return isRemoved(subscriberId) ? 'UNSUBSCRIBED' : null;
    };
    const excluded = query.recipients.flatMap((recipient, index) => {
      const reason = reasonOf(recipient);
      return reason ? [{ index, reason }] : [];
    });
    const isExcluded = new Set(excluded.map(({ index }) => index));
    const skipped = query.recipients.flatMap(({ address }, index) => {
      const reason = isExcluded.has(index) ? null : skipReasonOf({ channel: query.channel, address });
      return reason ? [{ index, reason }] : [];
    });
    return {
      excluded,
      skipped,
      inServiceWindow: addresses.flatMap((address, index) => (inServiceWindow.has(address) ? [index] : [])),
    };
  }

  private async isUnchanged({ userId, channel, since }: Query, now: Date): Promise<boolean> {
    const from = new Date(since);
    const [isRemoved, isSuppressed, isChosen] = await Promise.all([
      this.removals.anySince(userId, from, now),
      this.suppressed.anySince(userId, channel, from),
      this.optOuts.anySince(userId, from),
    ]);
    return !isRemoved && !isSuppressed && !isChosen;
  }

  /** Takes one read if nobody left a topic or paused messages in the meantime. */
  private async skippedSince(
    { userId, channel, since, topicId, recipients }: Query,
    now: Date,
  ): Promise<(recipient: Pick<AudienceMember, 'channel' | 'address'>) => SkipReason | null> {
    if (topicId === undefined || !(await this.optOuts.anySince(userId, new Date(since)))) return () => null;
    const members = recipients.map(({ address }) => ({ channel, address }));
    return this.optOuts.reasons({ userId, topicId }, members, now);
  }

  /**
   * Returns the subscriber IDs of former members. Takes one read if no member was removed. Otherwise, looks for each
   * recipient and its group. A removal that was confirmed to the user before this call is never missed.
   */
  private async removedSince(
    { userId, since, recipients }: Query,
    now: Date,
  ): Promise<(subscriberId: string) => boolean> {
    if (!(await this.removals.anySince(userId, new Date(since), now))) return () => false;
    const ids = recipients.map(({ subscriberId }) => subscriberId);
    const groupOf = await this.subscribers.groupsOf(userId, ids);
    const existing = await this.groups.existing(userId, [...new Set(groupOf.values())]);
    return (subscriberId) => !existing.has(groupOf.get(subscriberId) ?? '');
  }

  /**
   * Takes one read if no address was suppressed in the meantime, because addresses that were suppressed earlier are not
   * among the recipients.
   */
  private async suppressedSince(
    { userId, channel, since }: Query,
    addresses: string[],
  ): Promise<Set<string>> {
    if (!(await this.suppressed.anySince(userId, channel, new Date(since)))) return new Set();
    return this.suppressed.among(userId, channel, addresses);
  }
}
