import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { command, read } from './define';
import { Deleted, Id, Page, PageRequest, Timestamp } from './field-types';

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
  /** The IDs that are not topics of this user. */
  'topic.find-missing': command(
    'subscriber',
    Type.Object({ userId: Id, ids: Type.Array(Id) }),
    Type.Object({ missing: Type.Array(Id) }),
  ),
};
