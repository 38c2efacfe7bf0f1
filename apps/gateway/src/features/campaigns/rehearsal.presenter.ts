import { type Channel, type Example, type Reply, channels, eachChannel } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { ChannelName, Count, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';
import { costProperties } from './costs.presenter';
import type { EstimatedEnd, SendingRate } from './rehearsal-end';

const ExampleView = View('RehearsalExample', {
  personId: OrNull(Id(), { description: 'null: the address belongs to no person' }),
  subscriberId: Id(),
  identifier: Text('mary@example.com'),
  name: OrNull(Text('Mary'), {
    description: 'From `name`, `fullName`, `firstName`, and `lastName` of the recipient',
  }),
});

const people = Type.Array(ExampleView, { description: 'At most five of these recipients' });

const UnreachedView = View('RehearsalReason', {
  state: OneOf(['SKIPPED', 'FAILED'], {
    description: 'SKIPPED: nothing is sent. FAILED: the message to this recipient is empty or too long',
  }),
  reason: Text('SUPPRESSED', { description: 'The reason that the deliveries will have' }),
  count: Count(1),
  people,
});

const ChannelView = View('RehearsedChannel', {
  total: Count(4, { description: 'Distinct addresses' }),
  reached: Count(3, { description: 'Addresses that the message is sent to' }),
  unreached: Type.Array(UnreachedView, { description: 'All other addresses, the largest number first' }),
  ratePerSecond: OrNull(Type.Number({ minimum: 0 }), {
    description: 'Messages per second; null: unknown',
    examples: [10],
  }),
  rateSource: OrNull(OneOf(['SENDER', 'RECENT_CAMPAIGN']), {
    description:
      'SENDER: the limit of the sender. RECENT_CAMPAIGN: what one of the last three sent campaigns reached',
    examples: ['SENDER'],
  }),
});

const FieldProblem = Part({
  field: Text('groups.0'),
  code: Text('not_found'),
  detail: Text('Group 6560f0a1b2c3d4e5f6a7b8c9 does not exist'),
});

/** What would happen if the campaign were published now. */
export const RehearsalView = View('Rehearsal', {
  campaignId: Id(),
  asOf: Time({ description: 'The audience as of this time' }),
  isComplete: Type.Boolean({
    description: 'false: at least so many. The rehearsal continues; repeat the request',
  }),
  total: Count(6, { description: 'Distinct addresses on all channels, as in the report' }),
  reached: Count(3),
  channels: Part(eachChannel(() => ChannelView)),
  missing: Type.Array(Part({ channel: ChannelName, key: Text('name'), count: Count(1), people }), {
    description: 'Placeholders without a fallback, and how many reached recipients have no value for them',
  }),
  sms: OrNull(Part({ segments: Count(4), longest: Count(2) }), {
    description: 'SMS segments in total, and of the longest SMS; null: the campaign has no SMS',
    examples: [{ segments: 4, longest: 2 }],
  }),
  outsideWindow: OrNull(Count(3), {
    description:
      'Reached WhatsApp recipients who sent you no message in the last 24 hours, so that WhatsApp refuses free text; null: the campaign has no WhatsApp message, or a template',
    examples: [3],
  }),
  costs: Part(costProperties, {
    description: 'What the campaign would cost by the current prices',
  }),
  runningCampaigns: Part(
    { used: Count(1), limit: OrNull(Count(10), { description: 'null: no limit', examples: [10] }) },
    {
      description:
        'Campaigns that are running, and the limit of the plan. At the limit, the campaign waits until another one ends',
    },
  ),
  problems: Type.Array(
    Part({
      code: Text('campaign_groups_missing'),
      detail: Text('Groups of the campaign no longer exist'),
      errors: Type.Array(FieldProblem),
    }),
    { description: 'The errors that prevent publishing' },
  ),
  estimatedEndAt: OrNull(Time(), {
    description:
      'If the campaign starts now, or when it is scheduled, and no other campaign uses its senders',
    examples: ['2026-03-01T10:00:00.000Z'],
  }),
  endUnknown: OrNull(OneOf(['NOBODY_REACHED', 'RATE_UNKNOWN']), {
    description: 'Why `estimatedEndAt` is null',
  }),
});
export type RehearsalView = Static<typeof RehearsalView>;

type Rehearsed = Reply<'audience.rehearse'> &
  Pick<RehearsalView, 'campaignId' | 'costs' | 'runningCampaigns'> &
  EstimatedEnd & {
    rates: Record<Channel, SendingRate | null>;
    problems: Reply<'campaign.check'>['problems'];
  };

const shown = ({ address: identifier, ...example }: Example) => ({ ...example, identifier });

export const presentRehearsal = presenter(
  RehearsalView,
  ({ channels: counts, rates, problems, missing, ...rest }: Rehearsed) => {
    const sum = (of: 'total' | 'reached'): number =>
      channels.reduce((all, channel) => all + counts[channel][of], 0);
    return {
      ...rest,
      total: sum('total'),
      reached: sum('reached'),
      channels: eachChannel((channel) => {
        const { unreached, ...numbers } = counts[channel];
        const rate = rates[channel];
        return {
          ...numbers,
          unreached: unreached
            .toSorted((a, b) => b.count - a.count)
            .map((row) => ({ ...row, people: row.people.map(shown) })),
          ratePerSecond: rate?.perSecond ?? null,
          rateSource: rate?.source ?? null,
        };
      }),
      missing: missing.map((row) => ({ ...row, people: row.people.map(shown) })),
      problems: problems.map(({ fields: errors, ...problem }) => ({ ...problem, errors })),
    };
  },
);
