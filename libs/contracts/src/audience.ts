import { type Static, Type } from '@sinclair/typebox';
import { Channel, PerChannel } from './channels';
import { command, count, read, sending } from './define';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp, Variables } from './field-types';

export const GroupCounts = Type.Object({
  total: Type.Integer(),
  ...PerChannel(Type.Integer()).properties,
});
export type GroupCounts = Static<typeof GroupCounts>;

/** An audience. `counts` only if they were requested. */
export const Group = Type.Object({
  id: Id,
  userId: Id,
  name: Type.String(),
  slug: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  counts: Type.Optional(GroupCounts),
});
export type Group = Static<typeof Group>;

/** A deleted group. `name`: the last one. */
export const DeletedGroup = Type.Object({ id: Id, name: Type.String(), deletedAt: Timestamp });
export type DeletedGroup = Static<typeof DeletedGroup>;

/** What a user says of how a person agreed: where, by which words, from which IP address, and when. */
export const GivenConsent = Type.Object({
  source: Type.Optional(Type.String()),
  wording: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String()),
  at: Type.Optional(Timestamp),
});
export type GivenConsent = Static<typeof GivenConsent>;

/** A person's membership of a group by one channel; `address` is in canonical form. */
export const Subscriber = Type.Object({
  id: Id,
  userId: Id,
  groupId: Id,
  channel: Channel,
  address: Type.String(),
  token: Type.String(),
  extraData: Variables,
  /** Absent: none was given. */
  consent: Type.Optional(GivenConsent),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Subscriber = Static<typeof Subscriber>;

/** How a person became a member: added with this API key. */
export const Consent = Type.Object({
  source: Type.Literal('KEY'),
  keyId: Id,
  given: Type.Optional(GivenConsent),
});
export type Consent = Static<typeof Consent>;

/** A member as the planner needs it: of extraData only what the content uses. `suppressed`: must not be written to. */
export const AudienceMember = Type.Object({
  subscriberId: Id,
  channel: Channel,
  address: Type.String(),
  variables: Variables,
  suppressed: Type.Optional(Type.Literal(true)),
});
export type AudienceMember = Static<typeof AudienceMember>;

export const ExclusionReason = Type.Union([Type.Literal('SUPPRESSED'), Type.Literal('UNSUBSCRIBED')]);
export type ExclusionReason = Static<typeof ExclusionReason>;

/** Members of some groups on one channel, their distinct addresses, and how many of these must not be written to. */
export const AudienceTally = Type.Object({
  members: Type.Integer(),
  distinct: Type.Integer(),
  suppressed: Type.Integer(),
});
export type AudienceTally = Static<typeof AudienceTally>;

export const audienceMessages = {
  /** `slug` null: made from the name. */
  'group.create': command(
    'subscriber',
    Type.Object({ id: Id, userId: Id, name: Type.String(), slug: Nullable(Type.String()) }),
    Group,
  ),
  'group.get': command('subscriber', Type.Object({ userId: Id, id: Id }), Group),
  'group.list': read('subscriber', Type.Object({ userId: Id, ...PageRequest }), Page(Group)),
  /**
   * The members of these groups, in the order asked. At least of the first group, and of fewer than all where counting
   * takes long. Groups that are deleted or belong to another user have none.
   */
  'group.count': count(
    'subscriber',
    Type.Object({ userId: Id, ids: Type.Array(Id, { minItems: 1, maxItems: 1_000 }) }),
    Type.Object({ counts: Type.Array(GroupCounts) }),
  ),
  'group.update': command(
    'subscriber',
    Type.Object({
      userId: Id,
      id: Id,
      name: Type.Optional(Type.String()),
      slug: Type.Optional(Type.String()),
    }),
    Group,
  ),
  'group.delete': command('subscriber', Type.Object({ userId: Id, id: Id }), Deleted),
  /** Those that were deleted, in the order of their creation. */
  'group.list-deleted': read('subscriber', Type.Object({ userId: Id, ...PageRequest }), Page(DeletedGroup)),
  /** Those of these ids that are not groups of this user. */
  'group.find-missing': command(
    'subscriber',
    Type.Object({ userId: Id, ids: Type.Array(Id) }),
    Type.Object({ missing: Type.Array(Id) }),
  ),

  /** `address` is canonical already. The error `subscriber_exists` carries extra.subscriberId. */
  'subscriber.create': command(
    'subscriber',
    Type.Object({
      id: Id,
      userId: Id,
      groupSlug: Type.String(),
      channel: Channel,
      address: Type.String(),
      extraData: Variables,
      consent: Consent,
    }),
    Subscriber,
  ),
  'subscriber.get': command('subscriber', Type.Object({ userId: Id, id: Id }), Subscriber),
  /** `extraData` replaces the previous one, `groupSlug` moves the subscriber. Errors as of `subscriber.create`. */
  'subscriber.update': command(
    'subscriber',
    Type.Object({
      userId: Id,
      id: Id,
      extraData: Type.Optional(Variables),
      groupSlug: Type.Optional(Type.String()),
    }),
    Subscriber,
  ),
  /** Oldest first; `channel` null: of any. A page never exceeds about 1 MiB, whatever its limit. */
  'subscriber.list': read(
    'subscriber',
    Type.Object({ userId: Id, groupId: Id, channel: Nullable(Channel), ...PageRequest }),
    Page(Subscriber),
  ),
  /** The members with this address, oldest first. Null: in any group of the user, by any channel. */
  'subscriber.find': read(
    'subscriber',
    Type.Object({
      userId: Id,
      address: Type.String(),
      groupId: Nullable(Id),
      channel: Nullable(Channel),
      ...PageRequest,
    }),
    Page(Subscriber),
  ),
  /**
   * The members whose address or name has words that begin so, at most `limit`, and no next page. Null: in any group of the
   * user, by any channel.
   */
  'subscriber.search': read(
    'subscriber',
    Type.Object({
      userId: Id,
      search: Type.String(),
      groupId: Nullable(Id),
      channel: Nullable(Channel),
      limit: Type.Integer({ minimum: 1 }),
    }),
    Page(Subscriber),
  ),
  'subscriber.delete': command(
    'subscriber',
    Type.Object({ userId: Id, groupId: Id, ids: Type.Array(Type.String()) }),
    Deleted,
  ),

  /**
   * The planner's page of a group; a deleted group yields an empty page. `keys`: the placeholders in use. With `since`, the reply has the places in `items` of those who may have been in an earlier page: who joined, or came from
   * another group, since then, if anybody left one meanwhile.
   */
  'audience.page': sending(
    'subscriber',
    Type.Object({
      userId: Id,
      groupId: Id,
      keys: Type.Array(Type.String()),
      since: Type.Optional(Timestamp),
      ...PageRequest,
    }),
    Type.Object({
      items: Type.Array(AudienceMember),
      next: Nullable(Type.String()),
      recent: Type.Array(Type.Integer()),
    }),
    { timeoutMs: 10_000 },
  ),
  /**
   * Who may have come to one of these groups from another one since then; `keys` as of `audience.page`. While groups are read
   * one after the other, who moves from one that is not read yet to one that was is met in neither. `limit`: of the moves looked
   * at; a page may be empty though there is a `next`.
   */
  'audience.moved': sending(
    'subscriber',
    Type.Object({
      userId: Id,
      groupIds: Type.Array(Id),
      keys: Type.Array(Type.String()),
      since: Timestamp,
      ...PageRequest,
    }),
    Type.Object({ items: Type.Array(AudienceMember), next: Nullable(Type.String()) }),
    { timeoutMs: 10_000 },
  ),
  /** Of groups that exist. */
  'audience.count': count(
    'subscriber',
    Type.Object({ userId: Id, groupIds: Type.Array(Id) }),
    PerChannel(AudienceTally),
  ),
  /**
   * What is known of those whom a campaign to these groups would write to, each address once; `isComplete` false: of some of
   * them, so that there may be more. `missing` has the keys among `needed` that some have no value for, or an empty one;
   * `sms` the segments of this text, filled in for each: their sum, and the most that one takes.
   */
  'audience.fields': count(
    'subscriber',
    Type.Object({
      userId: Id,
      groupIds: Type.Array(Id),
      needed: Type.Array(Type.Object({ channel: Channel, key: Type.String() })),
      sms: Nullable(Type.String()),
    }),
    Type.Object({
      people: PerChannel(Type.Integer()),
      isComplete: Type.Boolean(),
      fields: Type.Array(Type.Object({ name: Type.String(), people: PerChannel(Type.Integer()) })),
      missing: Type.Array(Type.Object({ channel: Channel, key: Type.String(), people: Type.Integer() })),
      sms: Nullable(Type.Object({ segments: Type.Integer(), longest: Type.Integer() })),
    }),
  ),
  /**
   * Which of these recipients must not be messaged any more: suppressed or removed since they were planned. `index`
   * points into `recipients`, and so do the numbers in `inServiceWindow`: those for whom WhatsApp accepts free text
   * now. Asked without recipients, the reply says `unchanged` if nobody who was planned since then is excluded.
   */
  'audience.excluded': sending(
    'subscriber',
    Type.Object({
      userId: Id,
      channel: Channel,
      since: Timestamp,
      recipients: Type.Array(Type.Object({ subscriberId: Id, address: Type.String() })),
    }),
    Type.Object({
      excluded: Type.Array(Type.Object({ index: Type.Integer(), reason: ExclusionReason })),
      inServiceWindow: Type.Array(Type.Integer()),
      unchanged: Type.Optional(Type.Literal(true)),
    }),
  ),
};

/** A page of groups with their counts. It ends where the counts end. */
export function withCounts(
  { items, next }: { items: Group[]; next: string | null },
  counts: readonly GroupCounts[],
): { items: Group[]; next: string | null } {
  const counted = items.flatMap((group, index) => {
    const ofGroup = counts[index];
    return ofGroup ? [{ ...group, counts: ofGroup }] : [];
  });
  return { items: counted, next: counted.length < items.length ? (counted.at(-1)?.id ?? null) : next };
}
