import { type Static, Type } from '@sinclair/typebox';
import { command, event, read } from './define';
import { Id, Nullable, PageRequest, Timestamp } from './field-types';

/**
 * The tracking mode. FULL: the first open and click of each delivery; AGGREGATE: totals without personal data; OFF:
 * nothing, and emails contain no links to Carillon except the unsubscribe link.
 */
export const trackingModes = ['OFF', 'AGGREGATE', 'FULL'] as const;
export type TrackingMode = (typeof trackingModes)[number];
export const TrackingMode = Type.Unsafe<TrackingMode>(
  Type.Union(trackingModes.map((mode) => Type.Literal(mode))),
);

/** The tracked links of an email, by number. */
export const Tracking = Type.Object({ mode: TrackingMode, links: Type.Array(Type.String()) });
export type Tracking = Static<typeof Tracking>;

/**
 * `total`: events by people, as far as people can be distinguished from programs; `unique`: the number of people, null
 * if they aren't tracked individually; `machine`: events by programs that load images and follow links automatically.
 */
export const EngagementCounts = Type.Object({
  unique: Nullable(Type.Integer()),
  total: Type.Integer(),
  machine: Type.Integer(),
});
export type EngagementCounts = Static<typeof EngagementCounts>;

/** The devices that a visit can tell. UNKNOWN: it doesn't tell. */
export const knownDevices = ['DESKTOP', 'PHONE', 'TABLET'] as const;
export type KnownDevice = (typeof knownDevices)[number];
export const devices = [...knownDevices, 'UNKNOWN'] as const;

const count = Type.Integer();
const KnownDeviceCounts = Type.Object({ DESKTOP: count, PHONE: count, TABLET: count });
export type KnownDeviceCounts = Static<typeof KnownDeviceCounts>;

/** Events by people, by device. They add up to the `total` of the events. */
export const DeviceCounts = Type.Object({ ...KnownDeviceCounts.properties, UNKNOWN: count });
export type DeviceCounts = Static<typeof DeviceCounts>;

/** Opens and clicks of a campaign's emails. */
export const CampaignEngagement = Type.Object({
  mode: TrackingMode,
  opens: EngagementCounts,
  clicks: EngagementCounts,
  /** Absent in lists of campaigns. */
  devices: Type.Optional(Type.Object({ opens: DeviceCounts, clicks: DeviceCounts })),
});
export type CampaignEngagement = Static<typeof CampaignEngagement>;

/** A link of a campaign's email. `counted`: false for a link with placeholders, which leads directly to its target. */
export const CampaignLink = Type.Object({
  url: Type.String(),
  counted: Type.Boolean(),
  clicks: EngagementCounts,
});
export type CampaignLink = Static<typeof CampaignLink>;

/** The maximum number of marks in one message. */
export const MAX_MARKS = 500;

/**
 * Opens and clicks of a campaign at one gateway since its last such message. A repeated message has the same `id` and
 * counts once. `marks` are events by people with known deliveries: clicks of a link by number, or, if null, opens of
 * the email. `devices` are those of the people in the totals, as far as known.
 */
export const EngagementCounted = Type.Object({
  id: Id,
  campaignId: Id,
  opens: Type.Object({ total: Type.Integer(), machine: Type.Integer() }),
  links: Type.Array(Type.Object({ link: Type.Integer(), total: Type.Integer(), machine: Type.Integer() })),
  marks: Type.Array(
    Type.Object({ deliveryId: Type.String(), link: Nullable(Type.Integer()), at: Timestamp }),
    { maxItems: MAX_MARKS },
  ),
  /** Absent: all devices are unknown. */
  devices: Type.Optional(Type.Object({ opens: KnownDeviceCounts, clicks: KnownDeviceCounts })),
});
export type EngagementCounted = Static<typeof EngagementCounted>;

export const engagementMessages = {
  'engagement.counted': event(['dispatcher.engagement'], EngagementCounted),
  /**
   * The targets of a campaign's links, by number; null: the campaign was deleted. `conversions`: clicks carry a token to
   * the targets; absent: no.
   */
  'dispatch.link-targets': command(
    'dispatcher',
    Type.Object({ campaignId: Id }),
    Type.Object({
      targets: Nullable(Type.Array(Type.String())),
      conversions: Type.Optional(Type.Boolean()),
    }),
  ),
  /** The links, in the order of the email. */
  'dispatch.links': read(
    'dispatcher',
    Type.Object({ userId: Id, campaignId: Id, ...PageRequest }),
    Type.Object({ items: Type.Array(CampaignLink), next: Nullable(Type.String()) }),
  ),
};
