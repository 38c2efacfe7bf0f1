import {
  type Campaign,
  type CampaignEngagement,
  type CampaignLink,
  type Channel,
  type DeviceCounts,
  type DispatchReport,
  type EngagementCounts,
  type StateCounts,
  channels,
  deliveryStates,
  eachChannel,
  trackingModes,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { MOST_LINKS } from '@carillon/vault';
import { Injectable } from '@nestjs/common';
import { type Static, type TInteger, Type } from '@sinclair/typebox';
import { CampaignStatus } from '../campaigns';
import { ConversionCountsView } from '../conversions';
import { ChannelName, Count, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';
import { ReadOptOuts, optOutsNote } from './read-opt-outs';
import { ReadCampaignSenders } from './read-campaign-senders';
import { ReadCosts } from './read-costs';
import { ReadRecipientDomains } from './read-recipient-domains';
import { type ShownState, StateName, shownCounts, shownStates } from './delivery.presenter';

/** Combines a campaign's own fields with the counts of its deliveries. */
@Injectable()
export class ReadReport {
  constructor(
    private readonly messenger: Messenger,
    private readonly readOptOuts: ReadOptOuts,
    private readonly readRecipientDomains: ReadRecipientDomains,
    private readonly readCampaignSenders: ReadCampaignSenders,
    private readonly readCosts: ReadCosts,
    private readonly clock: Clock,
  ) {}

  /** Reads the counts last, so that the counts of a SENT campaign are final. */
  async read(userId: string, id: string): Promise<ReportView> {
    return this.reportOf(await this.messenger.request('campaign.get', { userId, id }));
  }

  /** A draft has no results. */
  async timeline(userId: string, id: string): Promise<TimelineView> {
    return this.timelineOf(await this.messenger.request('campaign.get', { userId, id }));
  }

  /** The report with its parts that are read on their own otherwise. */
  async whole(userId: string, id: string) {
    const campaign = await this.messenger.request('campaign.get', { userId, id });
    const [report, timeline, links, recipientDomains, senders, costs] = await Promise.all([
      this.reportOf(campaign),
      this.timelineOf(campaign),
      this.messenger.request('dispatch.links', { userId, campaignId: id, after: null, limit: MOST_LINKS }),
      this.readRecipientDomains.whole(campaign),
      this.readCampaignSenders.of(campaign),
      this.readCosts.whole(campaign),
    ]);
    return { name: campaign.name, report, timeline, links: links.items, recipientDomains, senders, costs };
  }

  private async reportOf(campaign: Campaign): Promise<ReportView> {
    const { id, userId } = campaign;
    const [counts, optOuts] = await Promise.all([this.countsOf(campaign), this.readOptOuts.of(userId, [id])]);
    return presentReport(campaign, counts, { optOuts: optOuts?.get(id) ?? null, now: this.clock.now() });
  }

  private async timelineOf({ id, userId, status }: Campaign): Promise<TimelineView> {
    const none = { asOf: this.clock.now().toISOString(), bucketSeconds: 1, buckets: [] };
    if (status === 'DRAFT') return presentTimeline({ campaignId: id, ...none });
    const { timeline } = await this.messenger.request('dispatch.timeline', { userId, campaignId: id });
    return presentTimeline({ campaignId: id, ...(timeline ?? none) });
  }

  /** A draft has no counts. */
  private async countsOf({ id, userId, status }: Campaign): Promise<DispatchReport | null> {
    if (status === 'DRAFT') return null;
    const { report } = await this.messenger.request('dispatch.report', { userId, campaignId: id });
    return report;
  }
}

const CountsByState = View(
  'CountsByState',
  Object.fromEntries(shownStates.map((state) => [state, Count()])) as Record<ShownState, TInteger>,
);

const addressed = {
  description:
    'Recipients for whom the campaign has a message: `total` without those SKIPPED with NO_MESSAGE',
};

const ChannelPart = View('ChannelReport', {
  total: Count(1),
  addressed: Count(1, { ...addressed, examples: [1] }),
  states: CountsByState,
  segments: Count(0, { description: 'SMS segments, as the provider bills them' }),
});

const ReasonPart = View('ReportReason', {
  channel: ChannelName,
  state: StateName,
  reason: Text('NO_INTEGRATION'),
  providerCode: OrNull(Text('550 5.1.1')),
  count: Count(1),
  advice: OrNull(Text('Add a sender for this channel. Then send another campaign to these recipients.')),
});

const WaitingPart = View('ReportWaiting', {
  channel: ChannelName,
  reason: Text('LOGIN'),
  since: Time(),
  nextTryAt: OrNull(Time()),
});

const IntegrationChangePart = View('IntegrationChange', {
  at: Time(),
  channel: ChannelName,
  integration: Id(),
  fields: Type.Array(Text('settings.host'), { description: 'The audit trail contains the values' }),
  by: Part({ role: OneOf(['user', 'operator']), keyId: Id() }),
});

const unique = {
  description: "The number of recipients; null if the account doesn't track individual recipients",
};
const machine = { description: 'Automated events, by programs that load images or follow links' };

const EngagementCountsPart = View('EngagementCounts', {
  unique: OrNull(Count(40), { ...unique, examples: [40] }),
  total: Count(55, { description: 'Events by people, as far as they can be distinguished' }),
  machine: Count(12, machine),
});

const devicesNote =
  'Events by people, as in `total`. Unknown: the visit did not tell the device, or the person opted out of tracking';

const DeviceCountsPart = View('DeviceCounts', {
  DESKTOP: Count(20),
  PHONE: Count(25),
  TABLET: Count(4),
  UNKNOWN: Count(6),
});

/** A campaign's own fields and counts. All keys are always present, with zeros for missing counts. */
export const ReportView = View('Report', {
  campaignId: Id(),
  status: CampaignStatus,
  statusReason: OrNull(
    Text('RUNNING_LIMIT', {
      description:
        'RUNNING_LIMIT: the campaign waits because the account has reached its plan limit of running campaigns. Otherwise, the reason for CANCELLED or PAUSED, unless a user changed the status',
    }),
  ),
  asOf: Time(),
  publishedAt: OrNull(Time()),
  startedAt: OrNull(Time()),
  finishedAt: OrNull(Time()),
  planning: Part({ done: Type.Boolean(), planned: Count(2) }),
  total: Count(2),
  addressed: Count(2, { ...addressed, examples: [2] }),
  states: CountsByState,
  channels: Part(eachChannel(() => ChannelPart)),
  reasons: Type.Array(ReasonPart),
  waiting: Type.Array(WaitingPart),
  integrationChanges: Type.Array(IntegrationChangePart, {
    description: 'The last fifty changes of integration settings since the campaign started',
  }),
  ratePerSecond: OrNull(Type.Number({ minimum: 0 })),
  estimatedEndAt: OrNull(Time()),
  engagement: Part(
    {
      mode: OneOf(trackingModes),
      opens: EngagementCountsPart,
      clicks: EngagementCountsPart,
      devices: Part({ opens: DeviceCountsPart, clicks: DeviceCountsPart }, { description: devicesNote }),
    },
    { description: 'Opens and clicks of emails, with the tracking mode at the start of the campaign' },
  ),
  conversions: ConversionCountsView,
  optOuts: OrNull(Count(3, optOutsNote), { examples: [3] }),
});
export type ReportView = Static<typeof ReportView>;

const present = presenter(ReportView, (report: ReportView) => report);

/** `report` is null if the campaign has no deliveries yet, for example a draft. */
export function presentReport(
  campaign: Campaign,
  report: DispatchReport | null,
  { optOuts, now }: { optOuts: number | null; now: Date },
): ReportView {
  const { id: campaignId, status, statusReason, publishedAt, finishedAt } = campaign;
  const counted = report ?? emptyReport(now);
  const integrationChanges = (counted.senderChanges ?? []).map(({ senderId, ...change }) => {
    return { ...change, integration: senderId };
  });
  // The dispatcher receives a pause or a cancellation a moment later.
  const speed = status === 'SENDING' ? {} : { ratePerSecond: null, estimatedEndAt: null };
  const all = Object.values(counted.channels).map(
    ({ returned }) => returned ?? { bounced: 0, complained: 0 },
  );
  const sum = (of: 'bounced' | 'complained'): number => all.reduce((n, each) => n + each[of], 0);
  const withoutMessage = (of: readonly Channel[]): number =>
    counted.reasons
      .filter(({ channel, reason }) => reason === 'NO_MESSAGE' && of.includes(channel))
      .reduce((n, { count }) => n + count, 0);
  return present({
    ...counted,
    ...speed,
    addressed: counted.total - withoutMessage(channels),
    states: shownCounts(counted.states, { bounced: sum('bounced'), complained: sum('complained') }),
    channels: eachChannel((channel) => {
      const { states, returned, ...part } = counted.channels[channel];
      const addressed = part.total - withoutMessage([channel]);
      return { ...part, addressed, states: shownCounts(states, returned) };
    }),
    reasons: counted.reasons.map((row) => ({ ...row, state: row.feedback ?? row.state })),
    engagement: withDevices(counted.engagement ?? notCounted),
    conversions: counted.conversions ?? null,
    optOuts,
    integrationChanges,
    campaignId,
    status,
    statusReason,
    publishedAt,
    finishedAt,
  });
}

const ResultsPart = View('ResultCounts', {
  SENT: Count(120),
  FAILED: Count(3),
  UNCONFIRMED: Count(),
});

/** When the messages of a campaign were completed. */
export const TimelineView = View('Timeline', {
  campaignId: Id(),
  asOf: Time(),
  bucketSeconds: Count(10, { description: 'The duration of each bucket' }),
  buckets: Type.Array(Part({ at: Time(), channels: Part(eachChannel(() => ResultsPart)) }), {
    description: 'Oldest first, without gaps, at most about 180',
  }),
});

export type TimelineView = Static<typeof TimelineView>;
const presentTimeline = presenter(TimelineView, (timeline: TimelineView) => timeline);

const nobody = { unique: null, total: 0, machine: 0 };
const notCounted: CampaignEngagement = { mode: 'OFF', opens: nobody, clicks: nobody };

/** A dispatcher of release 0.3.0 knows no devices. */
function withDevices({ devices, ...engagement }: CampaignEngagement): ReportView['engagement'] {
  const unknown = ({ total }: EngagementCounts): DeviceCounts => {
    return { DESKTOP: 0, PHONE: 0, TABLET: 0, UNKNOWN: total };
  };
  const { opens, clicks } = engagement;
  return { ...engagement, devices: devices ?? { opens: unknown(opens), clicks: unknown(clicks) } };
}

function emptyReport(now: Date): DispatchReport {
  return {
    asOf: now.toISOString(),
    startedAt: null,
    planning: { done: false, planned: 0 },
    total: 0,
    states: noStates(),
    channels: eachChannel(() => ({ total: 0, states: noStates(), segments: 0 })),
    reasons: [],
    waiting: [],
    ratePerSecond: null,
    estimatedEndAt: null,
  };
}

/** A link of a campaign's email. */
export const LinkView = View('Link', {
  url: Text('https://shop.example.com/sale', { description: 'With placeholders as written' }),
  counted: Type.Boolean({
    description:
      'false: the link contains placeholders, so it leads directly to its target and is not counted',
  }),
  clicks: EngagementCountsPart,
});
export const presentLink = presenter(LinkView, (link: CampaignLink) => link);

function noStates(): StateCounts {
  return Object.fromEntries(deliveryStates.map((state) => [state, 0])) as StateCounts;
}
