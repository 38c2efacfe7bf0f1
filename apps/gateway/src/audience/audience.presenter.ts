import { type AudienceTally, type Channel, type Reply, channels, eachChannel } from '@carillon/contracts';

/** Whom a campaign would be planned for; `total` as in the report that it would have. */
export interface AudienceView {
  total: number;
  channels: Record<Channel, AudienceTally & { reachable: number }>;
}

export function presentAudience(counts: Reply<'audience.count'>): AudienceView {
  return {
    total: channels.reduce((sum, channel) => sum + counts[channel].distinct, 0),
    channels: eachChannel((channel) => {
      const { members, distinct, suppressed } = counts[channel];
      return { members, distinct, suppressed, reachable: distinct - suppressed };
    }),
  };
}
