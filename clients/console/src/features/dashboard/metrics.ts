import type { Schemas } from '@carillon/sdk';
import { channels } from '../../ui/states';

/** The numbers of the trend. */
const metrics = ['sent', 'opens', 'clicks', 'conversions', 'bounced', 'optOuts'] as const;
export type Metric = (typeof metrics)[number];

type Totals = Pick<Schemas['Statistics']['total'], 'channels'>;

/** The numbers that are shown. Conversions are shown if there are any, because few accounts count them. */
export function metricsOf(totals: Totals): Metric[] {
  return metrics.filter((metric) => metric !== 'conversions' || sumOf(totals, metric) > 0);
}

/** What the conversions are worth, by currency. Only emails have conversions. */
export function valuesOf({ channels: counts }: Totals): Totals['channels']['EMAIL']['conversionValues'] {
  return channels.flatMap((channel) => counts[channel].conversionValues);
}

/** A number on all channels. */
export function sumOf({ channels: counts }: Totals, metric: Metric): number {
  return channels.reduce((sum, channel) => sum + (counts[channel][metric] ?? 0), 0);
}

/** The channels on which the number isn't always zero. */
export function usedChannels({ channels: counts }: Totals, metric: Metric): Schemas['Channel'][] {
  return channels.filter((channel) => (counts[channel][metric] ?? 0) > 0);
}

/** A problem of a campaign that was sent. The share is one of its messages. */
export interface HighRate {
  kind: 'BOUNCES' | 'COMPLAINTS';
  count: number;
  sent: number;
}

/** Below this number of messages, a rate means little. */
const MIN_SENT = 500;
/** Above these rates, mail providers begin to reject a sender's emails (docs/api/bounces.md). */
const MAX_BOUNCES = 0.05;
const MAX_COMPLAINTS = 0.003;

/** The rate of a campaign that is too high. Null: none. */
export function highRateOf({
  sent,
  bounced,
  complained,
}: Pick<Schemas['CampaignFigures'], 'sent' | 'bounced' | 'complained'>): HighRate | null {
  if (sent < MIN_SENT) return null;
  if (complained / sent > MAX_COMPLAINTS) return { kind: 'COMPLAINTS', count: complained, sent };
  return bounced / sent > MAX_BOUNCES ? { kind: 'BOUNCES', count: bounced, sent } : null;
}
