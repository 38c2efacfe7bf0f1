import type { Channel } from '@carillon/contracts';

/** A message that a provider took, whether or not the sender learnt of it. */
export interface Recorded {
  channel: Channel;
  campaign: string;
  address: string;
  /** Email: the Message-ID; other channels: the provider's id of the message. */
  messageId: string;
  /** Milliseconds since 1970, on this process's clock. */
  at: number;
}

/** What a provider has taken, by campaign, in order of arrival. */
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
