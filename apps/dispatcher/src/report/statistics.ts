import {
  type DayStatistics,
  type EmailEvents,
  type Payload,
  type Reply,
  channels,
  dayIn,
  eachChannel,
  offsetsIn,
} from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { severalAtOnce } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { CampaignCosts, Dispatches, EndedDispatches, type UserPeriod } from '../dispatch';
import { type DayEngagement, Engagement } from '../engagement';
import { ReadFigures, figuresOf } from './figures';

/** The number of running campaigns that are counted concurrently. */
const AT_ONCE = 8;

/** Sums up the results of all campaigns of an account by the day on which they started. Reads only stored counts. */
@Injectable()
export class ReadStatistics {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly ended: EndedDispatches,
    private readonly costs: CampaignCosts,
    private readonly readFigures: ReadFigures,
    private readonly engagement: Engagement,
    private readonly clock: DatabaseClock,
  ) {}

  async statistics({
    userId: user,
    since,
    timeZone,
  }: Payload<'dispatch.statistics'>): Promise<Reply<'dispatch.statistics'>> {
    const from = new Date(since);
    const offsets = offsetsIn(timeZone, from, await this.clock.now());
    const period: UserPeriod = { user, since: from, offsets };
    // A campaign that ends after the first read is not in the second one.
    const running = await this.dispatches.runningSince(user, from);
    const [ended, engagement, undated, costs] = await Promise.all([
      this.ended.totals(
        period,
        running.map(({ campaign }) => campaign),
      ),
      this.engagement.totals(period),
      this.undated(period),
      this.costs.byDay(period),
    ]);
    const dayOf = dayIn(timeZone);
    const days = new Days();
    for (const { day, campaigns, counts } of ended)
      days.add(day, campaigns, figuresOf({ ...counts, reasons: [] }));
    await severalAtOnce(running, AT_ONCE, async (dispatch) =>
      days.add(dayOf(dispatch.publishedAt), 1, await this.readFigures.channelsOf(dispatch)),
    );
    for (const counted of engagement) days.addEvents(counted);
    for (const { at, ...counts } of undated) days.addEvents({ day: dayOf(at), ...counts });
    for (const { day, ...cost } of costs) days.addCost(day, cost);
    return { days: days.all() };
  }

  /** Opens and clicks of campaigns that began in release 0.3.0. */
  private async undated({ user, since }: UserPeriod) {
    const counted = await this.engagement.undated(user);
    if (counted.length === 0) return [];
    const published = await this.dispatches.publishedAmong(
      user,
      counted.map(({ campaign }) => campaign),
    );
    return counted.flatMap(({ campaign, opens, clicks }) => {
      const at = published.get(campaign);
      return at && at >= since ? [{ at, opens, clicks }] : [];
    });
  }
}

type Figures = ReturnType<typeof figuresOf>;

/** The sums by day. */
class Days {
  private readonly days = new Map<string, DayStatistics>();

  add(name: string, campaigns: number, figures: Figures): void {
    const day = this.of(name);
    day.campaigns += campaigns;
    for (const channel of channels) {
      const sum = day.channels[channel];
      for (const kind of kinds) sum[kind] += figures[channel][kind];
    }
  }

  /** Days without campaigns have no events, because the campaigns were deleted in the meantime. */
  addEvents({
    day: name,
    opens,
    clicks,
    conversions,
  }: Pick<DayEngagement, 'day' | 'opens' | 'clicks'> & Partial<DayEngagement>): void {
    const day = this.days.get(name);
    if (!day) return;
    for (const kind of eventKinds) {
      day.opens[kind] += opens[kind];
      day.clicks[kind] += clicks[kind];
    }
    if (conversions) day.conversions = conversions;
  }

  addCost(name: string, cost: NonNullable<DayStatistics['costs']>[number]): void {
    const day = this.days.get(name);
    if (day) day.costs = [...(day.costs ?? []), cost];
  }

  all(): DayStatistics[] {
    return [...this.days.values()];
  }

  private of(name: string): DayStatistics {
    const day = this.days.get(name) ?? empty(name);
    this.days.set(name, day);
    return day;
  }
}

const kinds = ['sent', 'delivered', 'bounced', 'complained'] as const;
const eventKinds = ['total', 'unique', 'machine'] as const;

const noEvents = (): EmailEvents => ({ total: 0, unique: 0, machine: 0 });

function empty(day: string): DayStatistics {
  return {
    day,
    campaigns: 0,
    channels: eachChannel(() => ({ sent: 0, delivered: 0, bounced: 0, complained: 0 })),
    opens: noEvents(),
    clicks: noEvents(),
    conversions: { total: 0, unique: 0, values: [] },
  };
}
