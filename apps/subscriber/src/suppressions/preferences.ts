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

/** What a person chose. */
export interface Choices {
  /** The topics that the person left, without the causes, which concern all topics. */
  topics: readonly TopicOptOut[];
  /** The latest topics that the person joined again, oldest first. */
  pastTopics: readonly PastTopicOptOut[];
  /** The time until which the person wants no messages. `until` null: the person ended the pause. Null: never set. */
  snooze: { until: Date | null; at: Date } | null;
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
export function topicLeft<C extends Choices>(choices: C, { topicId, at, source }: TopicLeft): C {
  const { topics } = choices;
  if (optOutOf(choices, topicId) || isObsolete(choices, topicId, at)) return choices;
  return { ...choices, topics: [...topics, { topicId, at, source }] };
}

export function topicJoined<C extends Choices>(choices: C, { topicId, at, source }: TopicJoined): C {
  const left = optOutOf(choices, topicId);
  if (!left || at <= left.at) return choices;
  return {
    ...choices,
    topics: choices.topics.filter((each) => each !== left),
    pastTopics: [...choices.pastTopics, { ...left, liftedAt: at, liftedBy: source }].slice(-MAX_PAST),
  };
}

export function snoozed<C extends Choices>(choices: C, { until, at }: Snoozed): C {
  const { snooze } = choices;
  if (snooze ? at <= snooze.at || snooze.until?.getTime() === until?.getTime() : until === null)
    return choices;
  return { ...choices, snooze: { until, at } };
}

function optOutOf({ topics }: Choices, topicId: string): TopicOptOut | undefined {
  return topics.find((each) => each.topicId === topicId);
}

function isObsolete({ pastTopics }: Choices, topicId: string, at: Date): boolean {
  return pastTopics.some((each) => each.topicId === topicId && at <= each.liftedAt);
}
