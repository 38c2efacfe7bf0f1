import type { Eligibility } from './eligibility';

/** A topic that a person left. `source`: the evidence. */
export interface TopicOptOut {
  topicId: string;
  at: Date;
  source: string | null;
}

/** A topic that a person left and joined again. `liftedBy`: the evidence. */
export interface PastTopicOptOut extends TopicOptOut {
  liftedAt: Date;
  liftedBy: string;
}

/** The person left a topic. */
export interface TopicLeft extends TopicOptOut {
  type: 'topic-left';
}

/** The person joined a topic again. */
export interface TopicJoined {
  type: 'topic-joined';
  topicId: string;
  at: Date;
  source: string;
}

/** The person wants no messages until a time. Null: the pause ends. */
export interface Snoozed {
  type: 'snoozed';
  until: Date | null;
  at: Date;
}

/** More than the number of changes that one person makes. Older changes are dropped. */
const MAX_PAST = 50;

/** An event that isn't newer than the last change of its topic is a redelivery or obsolete. */
export function topicLeft(eligibility: Eligibility, { topicId, at, source }: TopicLeft): Eligibility {
  const { topics } = eligibility;
  if (optOutOf(eligibility, topicId) || isObsolete(eligibility, topicId, at)) return eligibility;
  return { ...eligibility, topics: [...topics, { topicId, at, source }] };
}

export function topicJoined(eligibility: Eligibility, { topicId, at, source }: TopicJoined): Eligibility {
  const left = optOutOf(eligibility, topicId);
  if (!left || at <= left.at) return eligibility;
  return {
    ...eligibility,
    topics: eligibility.topics.filter((each) => each !== left),
    pastTopics: [...eligibility.pastTopics, { ...left, liftedAt: at, liftedBy: source }].slice(-MAX_PAST),
  };
}

export function snoozed(eligibility: Eligibility, { until, at }: Snoozed): Eligibility {
  const { snooze } = eligibility;
  if (snooze ? at <= snooze.at || snooze.until?.getTime() === until?.getTime() : until === null)
    return eligibility;
  return { ...eligibility, snooze: { until, at } };
}

function optOutOf({ topics }: Eligibility, topicId: string): TopicOptOut | undefined {
  return topics.find((each) => each.topicId === topicId);
}

function isObsolete({ pastTopics }: Eligibility, topicId: string, at: Date): boolean {
  return pastTopics.some((each) => each.topicId === topicId && at <= each.liftedAt);
}
