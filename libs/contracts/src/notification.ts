import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { command, event, read } from './define';
import { Id, Nullable, Page, PageRequest, Timestamp } from './field-types';
import { Language } from './languages';

/**
 * What members are notified about. `campaign.cancelled`: by Carillon, not by a person. `campaign.bounced`: the bounce rate
 * is high.
 */
export const notificationKinds = [
  'campaign.completed',
  'campaign.paused',
  'campaign.cancelled',
  'campaign.bounced',
  'campaign.approval_requested',
  'campaign.approved',
  'campaign.rejected',
  'campaign.commented',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
/** A text between services, because a later release may add kinds. */
const NotificationKind = Type.Unsafe<NotificationKind>(Type.String());

/** The choices of a member: which notifications they also receive by email. */
export const notificationCategories = ['paused', 'finished', 'bounces', 'approvals', 'comments'] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

export const categoryOf: Readonly<Record<NotificationKind, NotificationCategory>> = {
  'campaign.completed': 'finished',
  'campaign.paused': 'paused',
  'campaign.cancelled': 'paused',
  'campaign.bounced': 'bounces',
  'campaign.approval_requested': 'approvals',
  'campaign.approved': 'approvals',
  'campaign.rejected': 'approvals',
  'campaign.commented': 'comments',
};

/** The bounce rate of emails above which members are notified, and the number of emails from which it counts. */
export const BOUNCE_NOTICE = { rate: 0.05, emails: 100 } as const;

/** The counts of a run's end. */
export const EndCounts = Type.Object({ delivered: Type.Integer(), failed: Type.Integer() });
export type EndCounts = Static<typeof EndCounts>;

/** The facts of a notification. */
const facts = {
  kind: NotificationKind,
  at: Timestamp,
  /** Why Carillon paused or canceled the campaign. Absent: a person did, or there is no reason. */
  reason: Type.Optional(Type.String()),
  /** Only if the campaign finished. Absent: unknown. */
  counts: Type.Optional(EndCounts),
  /** The bounce rate, from 0 to 1. */
  rate: Type.Optional(Type.Number()),
};

/** An event of a campaign that its account's members are notified about. `id` is the same on every repeat. */
export const CampaignNotice = Type.Object({
  id: Id,
  userId: Id,
  campaignId: Id,
  campaignName: Type.String(),
  ...facts,
  /** Who paused the campaign, asked for the approval, decided on it, or commented. Absent: Carillon. */
  by: Type.Optional(By),
  /** Who asked for the approval that is decided on. */
  requestedBy: Type.Optional(By),
  /** Only of a comment: the members and keys that are notified about it. */
  participants: Type.Optional(Type.Array(Id)),
  /** Only of a comment: its beginning, for the emails. */
  quote: Type.Optional(Type.String()),
});
export type CampaignNotice = Static<typeof CampaignNotice>;

/** `isRead`: null for a key, which has no read marker. */
export const Notification = Type.Object({
  id: Id,
  campaignId: Id,
  campaignName: Type.String(),
  ...facts,
  /** The member or the key that acted. Absent: Carillon acted on its own. */
  actor: Type.Optional(Type.Object({ memberId: Nullable(Id), name: Nullable(Type.String()) })),
  isRead: Nullable(Type.Boolean()),
});
export type Notification = Static<typeof Notification>;

/** The highest count of unread notifications; 100 stands for 100 or more. */
export const MAX_UNREAD = 100;

export const NotificationSettings = Type.Object({
  language: Language,
  emails: Type.Object({
    paused: Type.Boolean(),
    finished: Type.Boolean(),
    bounces: Type.Boolean(),
    approvals: Type.Boolean(),
    comments: Type.Boolean(),
  } satisfies Record<NotificationCategory, object>),
});
export type NotificationSettings = Static<typeof NotificationSettings>;

const Unread = Type.Object({ unread: Type.Integer() });
const OfMember = { userId: Id, memberId: Id };

export const notificationMessages = {
  /** Newest first. `memberId` null: those of all members of the account. */
  'notification.list': read(
    'account',
    Type.Object({ userId: Id, memberId: Nullable(Id), ...PageRequest }),
    Page(Notification),
  ),
  'notification.unread': read('account', Type.Object(OfMember), Unread),
  /** Marks these notifications as read, or all up to and including `until`. */
  'notification.mark-read': command(
    'account',
    Type.Object({ ...OfMember, ids: Type.Optional(Type.Array(Id)), until: Type.Optional(Id) }),
    Unread,
  ),
  'notification.settings': read('account', Type.Object(OfMember), NotificationSettings),
  /** Changes only the given fields. */
  'notification.change-settings': command(
    'account',
    Type.Object({
      ...{ by: By, ...OfMember },
      language: Type.Optional(Language),
      emails: Type.Optional(Type.Partial(NotificationSettings.properties.emails)),
    }),
    NotificationSettings,
  ),
  'campaign.noticed': event(['account.events'], CampaignNotice),
};
