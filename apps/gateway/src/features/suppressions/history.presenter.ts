import { type LiftedCause, type Reply, type ShownPreferences, suppressionReasons } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { ChannelName, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

const cause = {
  reason: OneOf(suppressionReasons, { $id: 'SuppressionReason', examples: ['MANUAL'] }),
  sender: OrNull(Text('+14155552671')),
  source: OrNull(Text('campaign 6560f0a1b2c3d4e5f6a7b8c9', { description: 'The source of the suppression' })),
  createdAt: Time(),
};
const LiftedBy = Part({
  type: OneOf(['KEY', 'RECIPIENT'], { description: 'RECIPIENT: the person sent START' }),
  keyId: OrNull(Id(), { examples: ['6560f0a1b2c3d4e5f6a7b8c9'] }),
  source: OrNull(Text('message SM0123456789abcdef0123456789abcdef', { description: 'The START message' })),
});

/** A lifted cause. */
export const LiftedCauseView = Part({
  ...cause,
  liftedAt: Time(),
  liftedBy: LiftedBy,
  why: OrNull(Text('She asked for it by phone', { description: 'The `reason` of the request' })),
});

const topic = {
  topic: Id(),
  source: OrNull(Text('campaign 6560f0a1b2c3d4e5f6a7b8c9', { description: 'The source of the opt-out' })),
  createdAt: Time(),
};

/** What a person chose on the preference page, or with one click. */
export const preferenceFields = {
  topics: Type.Array(Part(topic), { description: 'The topics that the person left' }),
  pastTopics: Type.Array(
    Part({
      ...topic,
      liftedAt: Time(),
      liftedBy: Text('preferences 6560f0a1b2c3d4e5f6a7b8c9', {
        description: 'The campaign whose link the person used',
      }),
    }),
    { description: 'The topics that the person left and joined again, newest first' },
  ),
  snoozedUntil: OrNull(Time(), { description: 'The end of the pause that the person chose last' }),
};

/** The history of an address. */
export const SuppressionHistoryView = View('SuppressionHistory', {
  channel: ChannelName,
  identifier: Text('ann@example.com'),
  causes: Type.Array(Part(cause)),
  lifted: Type.Array(LiftedCauseView),
  ...preferenceFields,
});

export function presentLifted({ liftedBy, ...cause }: LiftedCause) {
  return liftedBy.type === 'KEY'
    ? {
        ...cause,
        liftedBy: { type: 'KEY' as const, keyId: liftedBy.by?.keyId ?? null, source: null },
        why: liftedBy.why,
      }
    : { ...cause, liftedBy: { type: liftedBy.type, keyId: null, source: liftedBy.source }, why: null };
}

export function presentPreferences({ topics = [], pastTopics = [], snoozedUntil }: ShownPreferences) {
  return {
    topics: topics.map(({ topicId, ...rest }) => ({ topic: topicId, ...rest })),
    pastTopics: pastTopics.map(({ topicId, ...rest }) => ({ topic: topicId, ...rest })),
    snoozedUntil: snoozedUntil ?? null,
  };
}

export const presentHistory = presenter(
  SuppressionHistoryView,
  ({ address, lifted, ...history }: Reply<'suppression.history'>) => ({
    ...history,
    identifier: address,
    lifted: lifted.map(presentLifted),
    ...presentPreferences(history),
  }),
);
