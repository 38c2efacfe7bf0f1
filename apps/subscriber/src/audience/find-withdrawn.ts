import { Injectable } from '@nestjs/common';
import type { Payload, Reply, WithdrawalReason } from '@carillon/contracts';
import { Conversations } from '../inbound/conversations';
import { Leavers } from './leavers';
import { Suppressed } from './suppressed';

type Query = Payload<'audience.withdrawn'>;

/**
 * Tells which recipients must not be written to any more since they were planned: suppressed, or members no more; who is
 * both is suppressed. And with whom there is a conversation.
 */
@Injectable()
export class FindWithdrawn {
  constructor(
    private readonly leavers: Leavers,
    private readonly suppressed: Suppressed,
    private readonly conversations: Conversations,
  ) {}

  async execute(query: Query): Promise<Reply<'audience.withdrawn'>> {
    const [hasLeft, suppressed, conversing] = await Promise.all([
      this.leavers.among(query),
      this.suppressedSince(query),
      this.conversing(query),
    ]);
    const reasonOf = ({ address, subscriberId }: Query['recipients'][number]): WithdrawalReason | null => {
      if (suppressed.has(address)) return 'SUPPRESSED';
      return hasLeft(subscriberId) ? 'UNSUBSCRIBED' : null;
    };
    const withdrawn = query.recipients.flatMap((recipient, index) => {
      const reason = reasonOf(recipient);
      return reason ? [{ index, reason }] : [];
    });
    return {
      withdrawn,
      conversing: query.recipients.flatMap(({ address }, index) => (conversing.has(address) ? [index] : [])),
    };
  }

  /** One look-up when nobody was suppressed since; whoever was before is not among the recipients. */
  private async suppressedSince({ userId, channel, since, recipients }: Query): Promise<Set<string>> {
    if (!(await this.suppressed.anySince(userId, channel, new Date(since)))) return new Set();
    return this.suppressed.among(userId, channel, recipients.map(addressOf));
  }

  private async conversing({ userId, channel, recipients }: Query): Promise<Set<string>> {
    return channel === 'WHATSAPP' ? this.conversations.among(userId, recipients.map(addressOf)) : new Set();
  }
}

function addressOf({ address }: Query['recipients'][number]): string {
  return address;
}
