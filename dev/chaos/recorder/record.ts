import type { Channel } from '@carillon/contracts';

/** A message that a provider accepted, whether or not the sender received the answer. */
export interface Recorded {
  channel: Channel;
  campaign: string;
  address: string;
  /** Email: the Message-ID; other channels: the provider's id of the message. */
  messageId: string;
  /** Milliseconds since 1970, on this process's clock. */
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
