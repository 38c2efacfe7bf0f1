import type { Channel } from '@carillon/contracts';

/** A message that a provider took, whether or not the sender ever heard of it. */
export interface Recorded {
  channel: Channel;
  campaign: string;
  address: string;
  /** Email's Message-ID; of the other channels, what the provider called the message. */
  messageId: string;
  /** Milliseconds since 1970, on this process's clock. */
  at: number;
}

/** What providers have taken, in the order of arrival, and how many of each campaign. */
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
