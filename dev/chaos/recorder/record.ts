import type { Channel } from '@carillon/contracts';

/** A message that a provider accepted, even if the sender did not receive the response. */
export interface Recorded {
  channel: Channel;
  campaign: string;
  address: string;
  /** The provider that accepted it. */
  by: string;
  /** The Message-ID for email. For other channels, the provider's ID of the message. */
  messageId: string;
  /** The time on this process's clock (milliseconds since 1970). */
  at: number;
}

/** The messages that a provider has accepted, by campaign, in order of arrival. */
export class Journal {
  private readonly byCampaign = new Map<string, Recorded[]>();

  add(recorded: Recorded): void {
    const known = this.byCampaign.get(recorded.campaign);
    if (known) known.push(recorded);
    else this.byCampaign.set(recorded.campaign, [recorded]);
  }

  of(campaign: string): readonly Recorded[] {
    return this.byCampaign.get(campaign) ?? [];
  }
}
