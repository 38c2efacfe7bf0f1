import { type Channel, type SendingProfile, type Timeline, channels, eachChannel } from '@carillon/contracts';

/** The number of messages from which a rate is derived. */
const ENOUGH = 500;

/** Messages per second: the limit of the sender, or what a recent campaign reached. Null: unknown. */
export interface SendingRate {
  perSecond: number;
  source: 'SENDER' | 'RECENT_CAMPAIGN';
}
type Rates = Record<Channel, SendingRate | null>;

/** When a campaign would end at its rates, or why that is unknown. */
export interface EstimatedEnd {
  estimatedEndAt: string | null;
  endUnknown: 'NOBODY_REACHED' | 'RATE_UNKNOWN' | null;
}

/** The rates of a campaign. `recent`: the timelines of sent campaigns, the newest first. */
export function ratesOf(routes: SendingProfile['routes'], recent: readonly Timeline[]): Rates {
  return eachChannel((channel) => {
    const route = routes[channel];
    if (!route) return null;
    if (route.ratePerSecond !== null) return { perSecond: route.ratePerSecond, source: 'SENDER' };
    for (const timeline of recent) {
      const perSecond = measuredRate(timeline, channel);
      if (perSecond !== null) return { perSecond, source: 'RECENT_CAMPAIGN' };
    }
    return null;
  });
}

/** The rate while the campaign sent on this channel. Null: it sent too few messages. */
function measuredRate({ bucketSeconds, buckets }: Timeline, channel: Channel): number | null {
  const results = buckets.map(({ channels: { [channel]: counts } }) =>
    Object.values(counts).reduce((sum, n) => sum + n, 0),
  );
  const total = results.reduce((sum, n) => sum + n, 0);
  const active = results.filter((n) => n > 0).length;
  return total < ENOUGH ? null : total / (active * bucketSeconds);
}

/** Channels send at the same time, so the slowest one determines the end. */
export function estimatedEnd(reached: Record<Channel, number>, rates: Rates, startsAt: Date): EstimatedEnd {
  const sending = channels.filter((channel) => reached[channel] > 0);
  if (sending.length === 0) return { estimatedEndAt: null, endUnknown: 'NOBODY_REACHED' };
  const seconds = sending.map((channel) => reached[channel] / (rates[channel]?.perSecond ?? 0));
  const longest = Math.max(...seconds);
  if (longest === Infinity) return { estimatedEndAt: null, endUnknown: 'RATE_UNKNOWN' };
  const end = new Date(startsAt.getTime() + Math.ceil(longest * 1_000));
  return { estimatedEndAt: end.toISOString(), endUnknown: null };
}
