import type { Payload, Reply, ExclusionReason } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Groups } from '../groups/groups';
import { ServiceWindows } from '../inbound/service-windows';
import { Subscribers } from '../subscribers/subscribers';
import { Suppressions } from '../suppressions/suppressions';
import { MembershipRemovals } from './membership-removals';

type Query = Payload<'audience.excluded'>;
type Recipient = Query['recipients'][number];

/**
 * Tells which recipients must not be written to any more since they were planned: suppressed, or members no more; who is
 * both is suppressed. And with whom a service window is open.
 */
@Injectable()
export class FindExcluded {
  constructor(
    private readonly removals: MembershipRemovals,
    private readonly subscribers: Subscribers,
    private readonly groups: Groups,
    private readonly suppressions: Suppressions,
    private readonly serviceWindows: ServiceWindows,
  ) {}

  async execute(query: Query): Promise<Reply<'audience.excluded'>> {
    const addresses = query.recipients.map(({ address }) => address);
    const [hasLeft, suppressed, inServiceWindow] = await Promise.all([
      this.leftSince(query),
      this.suppressedSince(query, addresses),
      query.channel === 'WHATSAPP' ? this.serviceWindows.among(query.userId, addresses) : new Set<string>(),
    ]);
    const reasonOf = ({ address, subscriberId }: Recipient): ExclusionReason | null => {
      if (suppressed.has(address)) return 'SUPPRESSED';
      return hasLeft(subscriberId) ? 'UNSUBSCRIBED' : null;
    };
    const excluded = query.recipients.flatMap((recipient, index) => {
      const reason = reasonOf(recipient);
      return reason ? [{ index, reason }] : [];
    });
    return {
      excluded,
      inServiceWindow: addresses.flatMap((address, index) => (inServiceWindow.has(address) ? [index] : [])),
    };
  }

  /**
   * Who is a member no more, by their subscriber id. One look-up when nobody left; else each recipient is looked for, and
   * so is the group. Nobody whose deletion was answered before is missed.
   */
  private async leftSince({ userId, since, recipients }: Query): Promise<(subscriberId: string) => boolean> {
    if (!(await this.removals.anySince(userId, new Date(since)))) return () => false;
    const ids = recipients.map(({ subscriberId }) => subscriberId);
    const groupOf = await this.subscribers.groupsOf(userId, ids);
    const existing = await this.groups.existing(userId, [...new Set(groupOf.values())]);
    return (subscriberId) => !existing.has(groupOf.get(subscriberId) ?? '');
  }

  /** One look-up when nobody was suppressed since; whoever was before is not among the recipients. */
  private async suppressedSince(
    { userId, channel, since }: Query,
    addresses: string[],
  ): Promise<Set<string>> {
    if (!(await this.suppressions.anySince(userId, channel, new Date(since)))) return new Set();
    return this.suppressions.among(userId, channel, addresses);
  }
}
