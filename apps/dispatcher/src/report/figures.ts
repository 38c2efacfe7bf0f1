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
import { type Dispatch, Dispatches } from '../dispatch';
import { Engagement } from '../engagement';
import type { FinalCounts, ReturnedCounts } from '../ledger';
import { CountCampaign } from './report-campaign';
import { SharedReads } from './shared-reads';

type Figures = CampaignFigures['channels'];

/** The number of campaigns whose figures are kept. */
const KEPT = 10_000;
/** The number of campaigns that are counted concurrently for a reader. */
const AT_ONCE = 8;

/** Reads the main figures of many campaigns, for lists. */
@Injectable()
export class ReadFigures {
  /** The ledger is read in about 10 ms for a million recipients. */
  private readonly shared = new SharedReads(
    async (dispatch) => figuresOf(await this.countCampaign.count(dispatch)),
    KEPT,
  );

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
    return this.shared.of(dispatch);
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

/** The main figures of a sender's counts by channel, with the messages that failed. A sender has one channel. */
export function figuresOfSender(counts: FinalCounts) {
  const figures = figuresOf(counts);
  return (Object.keys(counts.channels) as Channel[]).map((channel) => {
    const { FAILED = 0, UNCONFIRMED = 0 } = counts.channels[channel] ?? {};
    const failed = FAILED - figures[channel].bounced;
    return { channel, ...figures[channel], failed, unconfirmed: UNCONFIRMED };
  });
}
