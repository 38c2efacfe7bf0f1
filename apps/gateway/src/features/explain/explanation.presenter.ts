import { type Campaign, type SegmentTree, suppressionReasons } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { ChannelName, Count, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';
import { CampaignStatus } from '../campaigns';
import { DeliveryView, presentDelivery } from '../reports';
import { conditionsSchema } from '../segments';
import { type Decision, type Facts, explainedResults } from './decide';

const Outcome = OrNull(Type.Boolean({ examples: [true] }), {
  description: 'Whether the person was in it. null: unknown',
  examples: [true],
});
const MayHaveChanged = Type.Boolean({
  description:
    'Whether the stored data has changed since the campaign was planned, so that the outcome may have been different',
});
const target = {
  _id: Id(),
  name: OrNull(Text('Friends'), { description: 'null: it no longer exists', examples: ['Friends'] }),
  outcome: Outcome,
  mayHaveChanged: MayHaveChanged,
};

const ExplainedGroupView = View('ExplainedGroup', {
  ...target,
  memberships: Type.Array(
    Part({
      _id: Id({ description: 'The subscriber' }),
      channel: ChannelName,
      identifier: Text('ann@example.com'),
      createdAt: Time({ description: 'When the person joined' }),
      updatedAt: Time(),
    }),
    { description: 'The current memberships of the person' },
  ),
});

const ClauseView = View('ExplainedClause', {
  depth: Count(0, { description: 'The parts of a clause follow it and are one level deeper' }),
  operator: OrNull(OneOf(['all', 'any', 'not']), { examples: ['all'] }),
  condition: OrNull(Type.Unsafe<SegmentTree>(conditionsSchema as never), {
    description: 'null: the clause consists of the following clauses',
  }),
  outcome: Outcome,
  value: OrNull(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]), {
    description:
      'The value of the person. For a group, a channel, or behavior: whether the condition applies',
    examples: ['Oslo'],
  }),
  mayHaveChanged: MayHaveChanged,
});

const ExplainedSegmentView = View('ExplainedSegment', {
  ...target,
  version: OrNull(Count(1), {
    description: 'The version that the campaign uses. Before it starts: the current one',
    examples: [1],
  }),
  isTooNew: Type.Boolean({
    description: 'The person was added after the campaign started, so the segment does not include them',
  }),
  clauses: Type.Array(ClauseView, { description: 'The conditions of the segment, in their order' }),
});

const applied = {
  channel: ChannelName,
  identifier: Text('ann@example.com'),
  applied: Type.Boolean({ description: 'Whether it was in force when the message was sent or skipped' }),
};
const cause = {
  source: OrNull(Text('campaign 6560f0a1b2c3d4e5f6a7b8c9')),
  createdAt: Time(),
  liftedAt: OrNull(Time()),
};

/** The decision record of a person in a campaign. */
export const ExplanationView = View('Explanation', {
  campaign: Id(),
  status: CampaignStatus,
  asOf: Time({
    description: 'The time for which segments are evaluated: the start of the campaign, or now before it',
  }),
  plannedAt: OrNull(Time(), {
    description: 'When the campaign was planned for the person. null: it has no delivery to the person',
  }),
  isPlanned: Type.Boolean({ description: 'Whether all recipients of the campaign are planned' }),
  person: OrNull(Id(), { description: 'null: no person has the address' }),
  result: OneOf(explainedResults, {
    $id: 'ExplainedResult',
    description: 'The decisive reason',
    examples: ['SENT'],
  }),
  summary: Text('The email was sent. No delivery was reported. The person is in the group “Friends”.'),
  groups: Type.Array(ExplainedGroupView),
  segments: Type.Array(ExplainedSegmentView),
  excludeGroups: Type.Array(ExplainedGroupView),
  excludeSegments: Type.Array(ExplainedSegmentView),
  topic: OrNull(
    Part({
      _id: Id(),
      name: OrNull(Text('News')),
      isLeft: Type.Boolean({ description: 'Whether the person had left the topic' }),
      optOuts: Type.Array(Part({ ...applied, ...cause })),
    }),
  ),
  suppressions: Type.Array(
    Part({ ...applied, reason: OneOf(suppressionReasons), ...cause, sender: OrNull(Text('+14155552671')) }),
    {
      description: 'The causes that are in force, or were when the campaign was planned',
    },
  ),
  snoozes: Type.Array(
    Part({
      ...applied,
      until: OrNull(Time(), { description: 'null: the person ended the pause' }),
      changedAt: Time(),
    }),
    { description: 'Pauses of all messages' },
  ),
  deliveries: Type.Array(
    Part({
      ...DeliveryView.properties,
      sender: OrNull(Id()),
      earlierSenders: Type.Array(
        Part({
          sender: Id(),
          reason: Text('SENDER_NOT_REGISTERED'),
          providerCode: OrNull(Text('21612')),
          at: Time(),
        }),
        {
          description:
            'The senders of a pool that refused the message before `sender` took over, each with its last refusal, oldest first',
        },
      ),
      advice: OrNull(Text('The campaign excludes a group or segment that these recipients are in.')),
      translation: OrNull(Text('de'), {
        description: 'The language of the translation. Null: the texts for everyone',
      }),
    }),
    { description: 'The deliveries to all addresses of the person' },
  ),
});
export type ExplanationView = Static<typeof ExplanationView>;

interface Explained {
  campaign: Campaign;
  asOf: string;
  plannedAt: string | null;
  personId: string | null;
  facts: Facts;
  decision: Decision;
}

export const presentExplanation = presenter(
  ExplanationView,
  ({ campaign, asOf, plannedAt, personId, facts, decision }: Explained): ExplanationView => {
    const { audience, deliveries, planned } = facts;
    const group = ({ id, memberships, ...rest }: Facts['audience']['groups'][number]) => ({
      ...rest,
      _id: id,
      memberships: memberships.map(({ subscriberId, address, ...each }) => ({
        ...each,
        _id: subscriberId,
        identifier: address,
      })),
    });
    const segment = ({ id, ...rest }: Facts['audience']['segments'][number]) => ({ ...rest, _id: id });
    return {
      campaign: campaign.id,
      status: campaign.status,
      ...{ asOf, plannedAt, isPlanned: planned?.isPlanned ?? false, person: personId },
      ...decision,
      groups: audience.groups.map(group),
      segments: audience.segments.map(segment),
      excludeGroups: audience.excludeGroups.map(group),
      excludeSegments: audience.excludeSegments.map(segment),
      topic: audience.topic && {
        ...audience.topic,
        _id: audience.topic.id,
        optOuts: audience.topic.optOuts.map(identified),
      },
      suppressions: audience.suppressions.map(identified),
      snoozes: audience.snoozes.map(identified),
      deliveries: deliveries.map((delivery) => ({
        ...presentDelivery(delivery),
        sender: delivery.senderId,
        earlierSenders: (delivery.earlierSenders ?? []).map(({ senderId, ...rest }) => ({
          sender: senderId,
          ...rest,
        })),
        advice: delivery.advice,
        translation: delivery.translation ?? null,
      })),
    };
  },
);

function identified<T extends { address: string }>({ address, ...rest }: T) {
  return { ...rest, identifier: address };
}
