import {
  type DayStatistics,
  type EmailEvents,
  type Payload,
  type Reply,
  channels,
  dayIn,
  eachChannel,
} from '@carillon/contracts';
import { severalAtOnce } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Dispatches, EndedDispatches } from '../dispatch';
import { Engagement } from '../engagement';
import { ReadFigures, figuresOf } from './figures';

/** The number of running campaigns that are counted concurrently. */
const AT_ONCE = 8;

/** Sums up the results of all campaigns of an account by the day on which they started. Reads only stored counts. */
@Injectable()
export class ReadStatistics {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly ended: EndedDispatches,
    private readonly readFigures: ReadFigures,
    private readonly engagement: Engagement,
  ) {}

  async statistics({
    userId,
    since,
    timeZone,
  }: Payload<'dispatch.statistics'>): Promise<Reply<'dispatch.statistics'>> {
    const from = new Date(since);
    // A campaign that ends between the two reads is in the second one, too.
    const running = await this.dispatches.runningSince(userId, from);
    const ended = await this.ended.totals(userId, from);
    const days = new Days(timeZone);
    for (const { at, campaigns, counts } of ended)
      days.add(at, campaigns, figuresOf({ ...counts, reasons: [] }));
    await severalAtOnce(running, AT_ONCE, async (dispatch) => {
      if (!days.has(dispatch.campaign))
        days.add(dispatch.publishedAt, [dispatch.campaign], await this.readFigures.channelsOf(dispatch));
    });
    for (const counted of await this.engagement.totals(userId, days.firstCampaign)) days.addEvents(counted);
    return { days: days.all() };
  }
}

type Figures = ReturnType<typeof figuresOf>;

/** The sums by day, and the day of each campaign. */
class Days {
  private readonly days = new Map<string, DayStatistics>();
  private readonly dayOfCampaign = new Map<string, DayStatistics>();
  private readonly dayOf: (at: Date) => string;

  constructor(timeZone: string) {
    this.dayOf = dayIn(timeZone);
  }

  /** The lowest ID. Null: no campaign. */
  get firstCampaign(): string | null {
    let first: string | null = null;
    for (const id of this.dayOfCampaign.keys()) if (first === null || id < first) first = id;
    return first;
  }

  has(campaign: string): boolean {
    return this.dayOfCampaign.has(campaign);
  }

  add(at: Date, campaigns: readonly string[], figures: Figures): void {
    const name = this.dayOf(at);
    const day = this.days.get(name) ?? empty(name);
    this.days.set(name, day);
    day.campaigns += campaigns.length;
    for (const campaign of campaigns) this.dayOfCampaign.set(campaign, day);
    for (const channel of channels) {
      const sum = day.channels[channel];
      for (const name of kinds) sum[name] += figures[channel][name];
    }
  }

  /** Campaigns of other days are ignored. */
  addEvents({
    campaign,
    opens,
    clicks,
  }: {
    campaign: string;
    opens: EmailEvents;
    clicks: EmailEvents;
  }): void {
    const day = this.dayOfCampaign.get(campaign);
    if (!day) return;
    for (const name of eventKinds) {
      day.opens[name] += opens[name];
      day.clicks[name] += clicks[name];
    }
  }

  all(): DayStatistics[] {
    return [...this.days.values()];
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
  };
}
