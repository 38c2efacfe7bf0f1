import {
  type CampaignFigures,
  type Channel,
  type DeliveryFigures,
  type Payload,
  type Reply,
  eachChannel,
} from '@carillon/contracts';
import { severalAtOnce } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Dispatch, Dispatches } from '../dispatch';
import { Engagement } from '../engagement';
import type { FinalCounts, ReturnedCounts } from '../ledger';
import { CountCampaign } from './report-campaign';

type Figures = CampaignFigures['channels'];

/**
 * How long all readers get the same figures of a campaign (milliseconds): while it sends, and after it has ended. They
 * are read from the ledger, which takes about 10 ms for a million recipients.
 */
const FIGURES_MS = { sending: 2_000, over: 30_000 };
/** The number of cached campaigns. */
const CACHED = 10_000;
/** The number of campaigns that are counted concurrently for a reader. */
const AT_ONCE = 8;

/** Reads the main figures of many campaigns, for lists. */
@Injectable()
export class ReadFigures {
  private readonly read = new LRUCache<string, Promise<Figures>>({ max: CACHED });

  constructor(
    private readonly dispatches: Dispatches,
    private readonly countCampaign: CountCampaign,
    private readonly engagement: Engagement,
  ) {}

  async figures({ userId, campaignIds }: Payload<'dispatch.figures'>): Promise<Reply<'dispatch.figures'>> {
    const [dispatches, engagement] = await Promise.all([
      this.dispatches.some(userId, campaignIds),
      this.engagement.ofSome(campaignIds),
    ]);
    const items: CampaignFigures[] = [];
    await severalAtOnce(dispatches, AT_ONCE, async (dispatch) => {
      const { campaign: campaignId } = dispatch;
      items.push({ campaignId, channels: await this.channelsOf(dispatch), ...engagement.get(campaignId) });
    });
    return { items };
  }

  /** The figures of a campaign by channel, as up to date as those of lists. */
  channelsOf(dispatch: Dispatch): Promise<Figures> {
    const { campaign, state, run } = dispatch;
    // The cached figures of another state or run are out of date.
    const key = `${campaign} ${state} ${run}`;
    const known = this.read.get(key);
    if (known) return known;
    const reading = this.countCampaign.count(dispatch).then(figuresOf);
    this.read.set(key, reading, { ttl: state === 'OPEN' ? FIGURES_MS.sending : FIGURES_MS.over });
    reading.catch(() => this.read.delete(key));
    return reading;
  }
}

interface CountedMessages extends Pick<FinalCounts, 'channels' | 'reasons'> {
  returned?: Partial<Record<Channel, Pick<ReturnedCounts, 'bounced' | 'complained'>>>;
}

/** The main figures of a campaign, from its counts. Bounced messages were accepted, and then came back. */
export function figuresOf({ channels, returned = {}, reasons }: CountedMessages): Figures {
  const of = (channel: Channel): DeliveryFigures => {
    const counts = channels[channel] ?? {};
    const { bounced = 0, complained = 0 } = returned[channel] ?? {};
    const { SENT = 0, DELIVERED = 0, READ = 0 } = counts;
    const delivered = SENT + DELIVERED + READ;
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const withoutMessage = reasons
      .filter((row) => row.channel === channel && row.reason === 'NO_MESSAGE')
      .reduce((sum, { count }) => sum + count, 0);
    return { addressed: total - withoutMessage, sent: delivered + bounced, delivered, bounced, complained };
  };
  return eachChannel(of);
}
