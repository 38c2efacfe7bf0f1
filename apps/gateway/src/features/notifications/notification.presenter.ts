import {
  BOUNCE_NOTICE,
  MAX_UNREAD,
  type Notification,
  type NotificationSettings,
  languages,
  notificationKinds,
} from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Count, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

export const NotificationView = View('Notification', {
  _id: Id(),
  kind: OneOf(notificationKinds, {
    description:
      'campaign.cancelled: by Carillon, not by a person. campaign.bounced: the bounce rate of its emails is high',
  }),
  at: Time(),
  campaign: Id(),
  campaignName: Text('Spring sale'),
  actor: OrNull(
    Part({
      memberId: OrNull(Id(), { description: 'Null: a key, or a former member' }),
      name: OrNull(Text('Ada Lovelace'), { description: 'The name at that time; null: unknown' }),
    }),
    {
      description:
        'Who paused the campaign, asked for an approval, decided on it, or commented. Null: Carillon',
    },
  ),
  reason: OrNull(Text('BOUNCE_RATE'), {
    examples: ['BOUNCE_RATE'],
    description: 'Why Carillon paused or canceled the campaign: a `statusReason` of campaigns',
  }),
  delivered: OrNull(Count(4812), { examples: [4812], description: 'Only of a campaign that finished' }),
  failed: OrNull(Count(37), { examples: [37], description: 'Only of a campaign that finished' }),
  bounceRate: OrNull(Type.Number({ minimum: 0, maximum: 1, examples: [0.061] }), {
    description: `The share of emails that bounced permanently, when it first exceeded ${BOUNCE_NOTICE.rate}`,
  }),
  isRead: OrNull(Type.Boolean(), { examples: [false], description: 'Null: the request has no session' }),
});
export const presentNotification = presenter(
  NotificationView,
  ({ id, campaignId, reason, counts, rate, actor, ...notification }: Notification) => ({
    ...notification,
    _id: id,
    campaign: campaignId,
    actor: actor ?? null,
    reason: reason ?? null,
    delivered: counts?.delivered ?? null,
    failed: counts?.failed ?? null,
    bounceRate: rate ?? null,
  }),
);

export const UnreadView = View('UnreadNotifications', {
  unread: Count(3, { maximum: MAX_UNREAD, description: `Counted up to ${MAX_UNREAD}` }),
});
export const presentUnread = presenter(UnreadView, (it: { unread: number }) => it);

/** The descriptions of the settings. */
export const about = {
  language: 'The language of the emails',
  paused: 'Campaigns that a person paused, or that Carillon paused or canceled, by email',
  finished: 'Finished campaigns by email',
  bounces: 'High bounce rates by email',
  approvals: 'Requests for approval that you can decide on, and decisions about your own requests, by email',
  comments: 'Comments on campaigns in which you take part, by email',
};

export const NotificationSettingsView = View('NotificationSettings', {
  language: OneOf(languages, { description: about.language }),
  paused: Type.Boolean({ description: about.paused }),
  finished: Type.Boolean({ description: about.finished }),
  bounces: Type.Boolean({ description: about.bounces }),
  approvals: Type.Boolean({ description: about.approvals }),
  comments: Type.Boolean({ description: about.comments }),
});
export const presentNotificationSettings = presenter(
  NotificationSettingsView,
  ({ language, emails }: NotificationSettings) => ({ language, ...emails }),
);
