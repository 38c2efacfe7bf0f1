import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Channel } from './channels';
import { command, read } from './define';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';

/** A subject of campaigns that people can leave. People see the name and the description, which can be empty. */
export const Topic = Type.Object({
  id: Id,
  userId: Id,
  name: Type.String(),
  description: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Topic = Static<typeof Topic>;

/** An address whose person left a topic. `id`: of the history of the address. `source`: the evidence. */
export const TopicOptOut = Type.Object({
  id: Id,
  channel: Channel,
  address: Type.String(),
  source: Nullable(Type.String()),
  createdAt: Timestamp,
});
export type TopicOptOut = Static<typeof TopicOptOut>;

const which = { userId: Id, id: Id };

export const topicMessages = {
  /** Errors: limit_reached. */
  'topic.create': command(
    'subscriber',
    Type.Object({ ...which, by: By, name: Type.String(), description: Type.String() }),
    Topic,
  ),
  /** Errors: topic_not_found. */
  'topic.get': command('subscriber', Type.Object(which), Topic),
  /** Oldest first. */
  'topic.list': read('subscriber', Type.Object({ userId: Id, ...PageRequest }), Page(Topic)),
  /** Errors: topic_not_found. */
  'topic.update': command(
    'subscriber',
    Type.Object({
      ...which,
      by: By,
      name: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
    }),
    Topic,
  ),
  /** The opt-outs of the topic stay stored. Errors: topic_not_found. */
  'topic.delete': command('subscriber', Type.Object({ ...which, by: By }), Deleted),
  /**
   * The addresses with an opt-out of the topic, in the order of their IDs. `address`: only the addresses of the person who
   * has this one, in one page. Errors: topic_not_found.
   */
  'topic.opt-outs': read(
    'subscriber',
    Type.Object({ ...which, address: Nullable(Type.String()), ...PageRequest }),
    Page(TopicOptOut),
  ),
  /**
   * Adds an opt-out at the user's request. An address that has one keeps it. `requestId` identifies a repeat. Errors:
   * topic_not_found, quota_exceeded.
   */
  'topic.opt-out': command(
    'subscriber',
    Type.Object({ ...which, by: By, requestId: Id, channel: Channel, address: Type.String() }),
    TopicOptOut,
  ),
  /**
   * Lifts the opt-outs of the topic that the histories with these IDs have. All or nothing: a person's own opt-out
   * requires `confirmConsent`, else suppression_by_recipient. Errors: topic_not_found.
   */
  'topic.lift-opt-outs': command(
    'subscriber',
    Type.Object({ ...which, by: By, ids: Type.Array(Type.String()), confirmConsent: Type.Boolean() }),
    Deleted,
  ),
  /** The IDs that are not topics of this user. */
  'topic.find-missing': command(
    'subscriber',
    Type.Object({ userId: Id, ids: Type.Array(Id) }),
    Type.Object({ missing: Type.Array(Id) }),
  ),
};
