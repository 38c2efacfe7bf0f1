import type {
  ExplainedDelivery,
  ExplainedGroup,
  ExplainedSegment,
  PlannedCampaign,
  Reply,
} from '@carillon/contracts';
import { GROUP, ID, later } from './examples';
import { delivery } from './reported';

/** The replies about a person in a campaign in these tests. */

export const plannedCampaign: PlannedCampaign = {
  publishedAt: later,
  isPlanned: true,
  areDeliveriesKept: true,
  groups: [GROUP],
  audience: {
    segments: [{ id: ID, version: 2 }],
    excludeGroups: [],
    excludeSegments: [],
    topicId: null,
  },
};

export const explainedDelivery: ExplainedDelivery = { ...delivery, senderId: GROUP, advice: null };

export const inGroup: ExplainedGroup = {
  ...{ id: GROUP, name: 'Friends', outcome: true, mayHaveChanged: false },
  memberships: [
    {
      ...{ subscriberId: ID, channel: 'EMAIL', address: 'ann@example.com' },
      ...{ createdAt: later, updatedAt: later },
    },
  ],
};

export const inSegment: ExplainedSegment = {
  ...{
    id: ID,
    name: 'People in Oslo',
    version: 2,
    outcome: true,
    mayHaveChanged: false,
    isTooNew: false,
  },
  clauses: [
    {
      ...{ depth: 0, operator: null, condition: { attribute: 'city', is: ['Oslo'] } },
      ...{ outcome: true, value: 'Oslo', mayHaveChanged: false },
    },
  ],
};

export const explainedAudience: Reply<'audience.explain'> = {
  groups: [inGroup],
  segments: [inSegment],
  excludeGroups: [],
  excludeSegments: [],
  hasMembership: true,
  topic: {
    ...{ id: GROUP, name: 'News', isLeft: false },
    optOuts: [
      {
        ...{ channel: 'EMAIL', address: 'ann@example.com', applied: false },
        ...{ source: 'preferences', createdAt: later, liftedAt: null },
      },
    ],
  },
  suppressions: [
    {
      ...{ channel: 'SMS', address: '+4915112345678', applied: true },
      ...{ reason: 'STOPPED', sender: null, source: 'message SM1', createdAt: later, liftedAt: null },
    },
  ],
  snoozes: [{ channel: 'EMAIL', address: 'ann@example.com', applied: true, until: later, changedAt: later }],
};
