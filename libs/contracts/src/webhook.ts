import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { command, event, read } from './define';
import { Deleted, Id, Nothing, Nullable, Page, PageRequest, Timestamp } from './field-types';

/** The events that an endpoint can subscribe to. */
export const webhookEventTypes = [
  'campaign.published',
  'campaign.paused',
  'campaign.resumed',
  'campaign.retried',
  'campaign.cancelled',
  'campaign.completed',
  'campaign.approval_requested',
  'campaign.approval_withdrawn',
  'campaign.approved',
  'campaign.rejected',
  'delivery.sent',
  'delivery.delivered',
  'delivery.read',
  'delivery.failed',
  'delivery.unconfirmed',
  'delivery.bounced',
  'delivery.complained',
  'subscriber.unsubscribed',
  'topic.opted_out',
  'subscriber.confirmed',
  'suppression.created',
  'message.received',
  'import.finished',
  'person.created',
  'person.updated',
  'person.merged',
  'person.deleted',
  'segment.created',
  'segment.updated',
  'segment.deleted',
  'attribute.updated',
  'attribute.deleted',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];
/** A text between services, because a later release may add types. */
const EventType = Type.Unsafe<WebhookEventType>(Type.String());

/** The maximum number of endpoints of one user. */
export const MAX_WEBHOOKS = 10;
/** The maximum number of deliveries in one message to an endpoint in batch mode, and of events in one stored chunk. */
export const MAX_WEBHOOK_BATCH = 100;

/** USER: disabled by request. FAILURES: the last retry failed. GONE: it responded with 410. */
export const WebhookDisabledFor = Type.Union([
  Type.Literal('USER'),
  Type.Literal('FAILURES'),
  Type.Literal('GONE'),
]);
export type WebhookDisabledFor = Static<typeof WebhookDisabledFor>;

/** A user's webhook endpoint. `disabledFor` null: it is enabled. */
export const Webhook = Type.Object({
  id: Id,
  userId: Id,
  url: Type.String(),
  description: Nullable(Type.String()),
  eventTypes: Type.Array(EventType),
  /** Whether messages contain up to 100 deliveries. */
  batch: Type.Boolean(),
  disabledFor: Nullable(WebhookDisabledFor),
  /** The time since which every attempt has failed; null: the last attempt succeeded, or no attempt was made. */
  failingSince: Nullable(Timestamp),
  /** The time until which the previous secret also signs. Null if there is none. */
  formerSecretUntil: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Webhook = Static<typeof Webhook>;

/** One request to an endpoint. `status` null: no response, and `error` contains the reason. */
export const WebhookAttempt = Type.Object({
  id: Id,
  messageId: Type.String(),
  type: Type.String(),
  at: Timestamp,
  ok: Type.Boolean(),
  status: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  durationMs: Type.Integer(),
  /** When the message is sent again; null: it isn't, or not automatically. */
  nextTryAt: Nullable(Timestamp),
});
export type WebhookAttempt = Static<typeof WebhookAttempt>;

/**
 * An event for endpoints. `id` is the same on every repeat. `campaignId`: events of one campaign keep their order.
 * Several `items` are several events of one type.
 */
export const WebhookEvent = Type.Object({
  id: Type.String(),
  type: EventType,
  at: Timestamp,
  campaignId: Nullable(Id),
  items: Type.Array(Type.Record(Type.String(), Type.Unknown())),
});
export type WebhookEvent = Static<typeof WebhookEvent>;

const one = { userId: Id, id: Id };
const settings = {
  url: Type.String(),
  description: Nullable(Type.String()),
  eventTypes: Type.Array(EventType),
  batch: Type.Boolean(),
};

/**
 * `secret` is sealed for `webhook:<id>:<secretId>`. The secret of the highest `attempt` (starting with 1) of the
 * request counts; absent: the secret that arrives last.
 */
const newSecret = {
  secret: Type.String(),
  secretId: Id,
  attempt: Type.Optional(Type.Integer({ minimum: 1 })),
};

export const webhookMessages = {
  /**
   * Errors: limit_reached, validation_failed; webhook_not_found if it was deleted in the meantime; service_unavailable
   * for an attempt that a later attempt has overtaken.
   */
  'webhook.create': command(
    'webhook-worker',
    Type.Object({ ...one, ...settings, ...newSecret, by: By }),
    Webhook,
  ),
  'webhook.get': command('webhook-worker', Type.Object(one), Webhook),
  /** Oldest first. */
  'webhook.list': read('webhook-worker', Type.Object({ userId: Id, ...PageRequest }), Page(Webhook)),
  /** Changes only the given fields. When enabled again, it gets its pending messages. */
  'webhook.update': command(
    'webhook-worker',
    Type.Object({
      ...one,
      ...Type.Partial(Type.Object({ ...settings, disabled: Type.Boolean() })).properties,
      by: By,
    }),
    Webhook,
  ),
  'webhook.delete': command('webhook-worker', Type.Object({ ...one, by: By }), Deleted),
  /**
   * The previous secret also signs for a day. Errors: webhook_not_found, service_unavailable as for `webhook.create`.
   */
  'webhook.rotate-secret': command('webhook-worker', Type.Object({ ...one, ...newSecret, by: By }), Webhook),
  /** Sends a `webhook.test` immediately and returns the result. */
  'webhook.test': command('webhook-worker', Type.Object({ ...one, by: By }), WebhookAttempt, {
    timeoutMs: 20_000,
  }),
  /** Newest first. */
  'webhook.attempts': read(
    'webhook-worker',
    Type.Object({ ...one, ok: Type.Optional(Type.Boolean()), ...PageRequest }),
    Page(WebhookAttempt),
  ),
  /** Sends an earlier message again under the same ID. Errors: webhook_message_not_found. */
  'webhook.replay-message': command(
    'webhook-worker',
    Type.Object({ ...one, messageId: Type.String(), by: By }),
    Nothing,
  ),
  /** Resends events from `since` on, before `until`, in the background. */
  'webhook.replay': command(
    'webhook-worker',
    Type.Object({ ...one, since: Timestamp, until: Timestamp, by: By }),
    Nothing,
  ),
  /**
   * Stores events of one account for each subscribed endpoint, in this order, and then replies. Events with a stored ID
   * are not stored again.
   */
  'webhook.take': command(
    'webhook-worker',
    Type.Object({ userId: Id, events: Type.Array(WebhookEvent) }),
    Nothing,
    {
      timeoutMs: 10_000,
    },
  ),

  /** The events that the endpoints of a user want. A lower `rev` than the last one is outdated. */
  'webhooks.changed': event(
    ['dispatcher.events', 'subscriber.events', 'campaign.events'],
    Type.Object({ userId: Id, rev: Type.Integer(), types: Type.Array(EventType) }),
  ),
  /** An endpoint was disabled after failures. Its owners are notified by email. */
  'webhook.disabled': event(
    ['account.events'],
    Type.Object({
      ...one,
      url: Type.String(),
      reason: Type.Union([Type.Literal('FAILURES'), Type.Literal('GONE')]),
      at: Timestamp,
    }),
  ),
};
