import { type Webhook, type WebhookAttempt, webhookEventTypes } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

export const WebhookView = View('Webhook', {
  _id: Id(),
  user: Id(),
  url: Text('https://shop.example.com/carillon'),
  description: OrNull(Text('Web shop')),
  eventTypes: Type.Array(
    OneOf(webhookEventTypes, { $id: 'WebhookEventType', examples: ['campaign.completed'] }),
  ),
  batch: Type.Boolean({ description: 'Whether a message contains up to 100 deliveries' }),
  disabled: Type.Boolean(),
  disabledFor: OrNull(OneOf(['USER', 'FAILURES', 'GONE']), {
    description: 'USER: by request; FAILURES: the last retry failed; GONE: the endpoint responded with 410',
  }),
  failingSince: OrNull(Time(), { description: 'null: the last attempt succeeded, or there was none' }),
  formerSecretUntil: OrNull(Time(), { description: 'Until when the previous secret also signs messages' }),
  createdAt: Time(),
  updatedAt: Time(),
});
export const NewWebhookView = View('NewWebhook', {
  ...WebhookView.properties,
  secret: Type.Optional(
    Text('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=', {
      description:
        "The secret that verifies signatures. It is shown only once, and replayed responses don't contain it",
    }),
  ),
});
export const AttemptView = View('WebhookAttempt', {
  _id: Id(),
  messageId: Text('msg_6560f0a1b2c3d4e5f6a7b8c9-0', {
    description: 'The `webhook-id`, which is the same in all attempts',
  }),
  type: Text('campaign.completed'),
  at: Time(),
  ok: Type.Boolean({ description: 'Whether the status was 2xx' }),
  status: OrNull(Type.Integer(), { description: 'null: no response' }),
  error: OrNull(Text('TIMEOUT', { description: 'Why there was no response, or REDIRECT' })),
  durationMs: Type.Integer({ minimum: 0 }),
  nextTryAt: OrNull(Time(), { description: 'When the next automatic attempt takes place' }),
});
export const ReplayView = Part({ isAccepted: Type.Literal(true) });

const shown = ({ id, userId, ...webhook }: Webhook) => ({
  ...webhook,
  _id: id,
  user: userId,
  disabled: webhook.disabledFor !== null,
});
export const presentWebhook = presenter(WebhookView, shown);
export const presentNewWebhook = presenter(NewWebhookView, (created: Webhook & { secret: string }) => ({
  ...shown(created),
  secret: created.secret,
}));
export const presentAttempt = presenter(AttemptView, ({ id, ...attempt }: WebhookAttempt) => ({
  ...attempt,
  _id: id,
}));
