import { type Static, Type } from '@sinclair/typebox';
import { Channel, PerChannel } from './channels';
import { Engine } from './content';
import { command, count, read, sending } from './define';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp, Variables } from './field-types';
import { Person } from './person';
import { Audience, FrozenAudience, SegmentVersion } from './segment';

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

/** A deleted group. `name`: its last name. */
export const DeletedGroup = Type.Object({ id: Id, name: Type.String(), deletedAt: Timestamp });
export type DeletedGroup = Static<typeof DeletedGroup>;

/** The consent details that a user provides: source, wording, IP address, and time. */
export const ConsentDetails = Type.Object({
  source: Type.Optional(Type.String()),
  wording: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String()),
  at: Type.Optional(Timestamp),
});
export type ConsentDetails = Static<typeof ConsentDetails>;

/** A person's membership in a group on one channel; `address` is in canonical form. */
export const Subscriber = Type.Object({
  id: Id,
  userId: Id,
  groupId: Id,
  channel: Channel,
  address: Type.String(),
  token: Type.String(),
  extraData: Variables,
  /** Absent: no consent was provided. */
  consent: Type.Optional(ConsentDetails),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Subscriber = Static<typeof Subscriber>;

/** How a person became a member: added with this API key. */
export const Consent = Type.Object({
  source: Type.Literal('KEY'),
  keyId: Id,
  given: Type.Optional(ConsentDetails),
});
export type Consent = Static<typeof Consent>;

/**
 * A person in a group, and how: the memberships of all addresses of the person, oldest first, at least one. Null: the
 * membership is from release 0.3.0, and its person isn't added yet.
 */
export const GroupPerson = Type.Object({ person: Nullable(Person), memberships: Type.Array(Subscriber) });
export type GroupPerson = Static<typeof GroupPerson>;

/** Why a recipient is skipped without a suppression: the person left the topic of the campaign, or paused all messages. */
export type SkipReason = 'TOPIC_OPTED_OUT' | 'SNOOZED';
/** A text between services, because a later release may add reasons. */
const SkipReason = Type.Unsafe<SkipReason>(Type.String());

/** The topic of the campaign; null: none. Absent: a process of release 0.3.0 asks, which knows no topics. */
const topicId = Type.Optional(Nullable(Id));

/**
 * A member for the planner: only the extraData that the content uses. `suppressed`: the member is skipped, because the
 * address is suppressed or for the `skipReason`. `excluded`: the person is in a group or segment that the campaign
 * excludes.
 */
export const AudienceMember = Type.Object({
  subscriberId: Id,
  channel: Channel,
  address: Type.String(),
  variables: Variables,
  suppressed: Type.Optional(Type.Literal(true)),
  skipReason: Type.Optional(SkipReason),
  excluded: Type.Optional(Type.Literal(true)),
  /** The numbers of the person, the own one first. Only if each person gets one message. */
  personNumbers: Type.Optional(Type.Array(Type.Integer())),
});
export type AudienceMember = Static<typeof AudienceMember>;

/** Where a campaign's recipients come from. */
const AudienceSource = Type.Union([
  Type.Object({ groupId: Id }),
  Type.Object({ segment: SegmentVersion }),
  Type.Object({ movedTo: Type.Array(Id), since: Timestamp }),
  /** People of the segments into whom others were merged since. */
  Type.Object({ mergedInto: Type.Array(SegmentVersion), since: Timestamp }),
  /** People whose message on an earlier channel failed, by their number and the address. */
  Type.Object({ failed: Type.Array(Type.Object({ personNumber: Type.Integer(), address: Type.String() })) }),
]);
export type AudienceSource = Static<typeof AudienceSource>;

/**
 * The channels that can send the campaign, in its order, and the groups whose memberships count. Null: memberships in
 * any group.
 */
const FirstOf = Type.Object({ order: Type.Array(Channel), groupIds: Nullable(Type.Array(Id)) });
export type FirstOf = Static<typeof FirstOf>;

export const ExclusionReason = Type.Union([Type.Literal('SUPPRESSED'), Type.Literal('UNSUBSCRIBED')]);
export type ExclusionReason = Static<typeof ExclusionReason>;

/** Members of some groups on one channel, their distinct addresses, and how many of these are suppressed. */
export const AudienceTally = Type.Object({
  members: Type.Integer(),
  distinct: Type.Integer(),
  suppressed: Type.Integer(),
});
export type AudienceTally = Static<typeof AudienceTally>;

export const audienceMessages = {
  /** `slug` null: it is derived from the name. */
  'group.create': command(
    'subscriber',
    Type.Object({ id: Id, userId: Id, name: Type.String(), slug: Nullable(Type.String()) }),
    Group,
  ),
  'group.get': command('subscriber', Type.Object({ userId: Id, id: Id }), Group),
  'group.list': read('subscriber', Type.Object({ userId: Id, ...PageRequest }), Page(Group)),
  /**
   * The members of these groups, in the order of the request. Includes at least the first group, but not all groups if
   * counting takes long. Groups that are deleted or belong to another user have no count.
   */
  'group.count': count(
    'subscriber',
    Type.Object({ userId: Id, ids: Type.Array(Id, { minItems: 1, maxItems: 1_000 }) }),
    Type.Object({ counts: Type.Array(GroupCounts) }),
  ),
  /**
   * The people with an address in a group, by their first membership, which `after` names. A page never exceeds about
   * 1 MiB, regardless of its limit. With `search`: as in `person.search`, also by the extra data of the memberships.
   * Errors: group_not_found.
   */
  'group.people': read(
    'subscriber',
    Type.Object({ userId: Id, groupId: Id, search: Nullable(Type.String()), ...PageRequest }),
    Page(GroupPerson),
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
  /** The deleted groups, in the order of their creation. */
  'group.list-deleted': read('subscriber', Type.Object({ userId: Id, ...PageRequest }), Page(DeletedGroup)),
  /** The IDs that are not groups of this user. */
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
  'subscriber.get': command(
    'subscriber',
    Type.Object({
      userId: Id,
      id: Id,
      /** `extraData` has all values that messages are filled with, also those of the person. */
      withValues: Type.Optional(Type.Boolean()),
    }),
    Subscriber,
  ),
  /**
   * `extraData` replaces the previous one, `groupSlug` moves the subscriber. The errors are the same as for
   * `subscriber.create`.
   */
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
  /** Oldest first; `channel` null: any. A page never exceeds about 1 MiB, regardless of its limit. */
  'subscriber.list': read(
    'subscriber',
    Type.Object({
      userId: Id,
      groupId: Id,
      channel: Nullable(Channel),
      /** `extraData` also has the attributes of the person that the member lacks. */
      withAttributes: Type.Optional(Type.Boolean()),
      ...PageRequest,
    }),
    Page(Subscriber),
  ),
  /** The members with this address, oldest first. Null: in any group of the user, on any channel. */
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
   * The members whose address or name has words that begin with the search, at most `limit`, without a next page. Null:
   * in any group of the user, on any channel.
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
   * The planner's page of a group. A deleted group yields an empty page. `keys`: the used placeholders. With `since`,
   * the reply contains the positions in `items` of members who may have been in an earlier page: those who joined or
   * moved from another group since, if anyone left a group in the meantime.
   */
  'audience.page': sending(
    'subscriber',
    Type.Object({
      userId: Id,
      groupId: Id,
      keys: Type.Array(Type.String()),
      since: Type.Optional(Timestamp),
      topicId,
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
   * Members who may have moved to one of these groups from another one since then; `keys` as in `audience.page`. While
   * groups are read one after another, a member who moves from an unread group to a read one would be missed. `limit`:
   * the number of checked moves. A page can be empty even if there is a `next`.
   */
  'audience.moved': sending(
    'subscriber',
    Type.Object({
      userId: Id,
      groupIds: Type.Array(Id),
      keys: Type.Array(Type.String()),
      since: Timestamp,
      topicId,
      ...PageRequest,
    }),
    Type.Object({ items: Type.Array(AudienceMember), next: Nullable(Type.String()) }),
    { timeoutMs: 10_000 },
  ),
  /**
   * The planner's page of a campaign with segments or exclusions: the members of a group, the people who match a
   * segment, or members who have moved between groups since a time, with the exclusions marked. Segments are evaluated
   * as of `asOf`. A page can be empty even if there is a `next`. With `first`, each person occurs once in a page, on the
   * first of these channels that reaches them. Errors: segment_not_found; service_unavailable if the facts up to `asOf`
   * are not known yet.
   */
  'audience.select': sending(
    'subscriber',
    Type.Object({
      userId: Id,
      source: AudienceSource,
      audience: FrozenAudience,
      first: Type.Optional(FirstOf),
      asOf: Timestamp,
      keys: Type.Array(Type.String()),
      ...PageRequest,
    }),
    Type.Object({ items: Type.Array(AudienceMember), next: Nullable(Type.String()) }),
    { timeoutMs: 20_000 },
  ),
  /**
   * The members of the existing groups, and the addresses that are suppressed or belong to people who paused messages,
   * by channel. `isComplete` false: at least so many.
   */
  'audience.count': count(
    'subscriber',
    Type.Object({ userId: Id, groupIds: Type.Array(Id) }),
    Type.Object({
      ...PerChannel(AudienceTally).properties,
      isComplete: Type.Optional(Type.Boolean()),
    }),
  ),
  /**
   * The recipients of a campaign with segments, exclusions, or an order of channels as they are now, by channel: distinct
   * addresses, how many of these are excluded, and how many of the others are suppressed, or belong to people who left
   * the topic or paused messages. `usable`: the channels with a message and a sender, of which the order of channels
   * considers the others last. `isComplete` false: at least so many. Segments that no longer exist have no recipients.
   */
  'audience.count-selected': count(
    'subscriber',
    Type.Object({ userId: Id, groupIds: Type.Array(Id), audience: Audience, usable: Type.Array(Channel) }),
    Type.Object({
      isComplete: Type.Boolean(),
      channels: PerChannel(
        Type.Object({ distinct: Type.Integer(), excluded: Type.Integer(), suppressed: Type.Integer() }),
      ),
    }),
  ),
  /**
   * The data of the recipients of a campaign to these groups and segments, with each address once. With an order of
   * channels, each person occurs once, and the `usable` channels come first (absent: all are usable). If `isComplete` is
   * false, the data covers only some recipients. `missing` contains the keys among `needed` for which some recipients
   * have no value, or an empty one. `sms` contains the segments of this text, filled in for each recipient: their sum,
   * and the maximum for one recipient.
   */
  'audience.fields': count(
    'subscriber',
    Type.Object({
      userId: Id,
      groupIds: Type.Array(Id),
      /** Absent: only the groups. */
      audience: Type.Optional(Audience),
      usable: Type.Optional(Type.Array(Channel)),
      needed: Type.Array(Type.Object({ channel: Channel, key: Type.String() })),
      sms: Nullable(Type.String()),
      /** The same text for people who get a translation, by its language. Absent: none. */
      smsTranslations: Type.Optional(Type.Record(Type.String(), Type.String())),
      /** The template language of `sms`. Absent: placeholders. */
      engine: Type.Optional(Engine),
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
   * Which of these recipients are excluded: suppressed or removed since they were planned. `index` points into
   * `recipients`, and so do the numbers in `inServiceWindow`: the recipients for whom WhatsApp accepts free text now.
   * Without recipients, the reply is `unchanged` if no recipient who was planned since then is excluded.
   */
  'audience.excluded': sending(
    'subscriber',
    Type.Object({
      userId: Id,
      channel: Channel,
      since: Timestamp,
      topicId,
      recipients: Type.Array(Type.Object({ subscriberId: Id, address: Type.String() })),
    }),
    Type.Object({
      excluded: Type.Array(Type.Object({ index: Type.Integer(), reason: ExclusionReason })),
      inServiceWindow: Type.Array(Type.Integer()),
      unchanged: Type.Optional(Type.Literal(true)),
      /** Further recipients who are excluded. Absent: the process that replies knows no topics. */
      skipped: Type.Optional(Type.Array(Type.Object({ index: Type.Integer(), reason: SkipReason }))),
    }),
  ),
};
