export {
  WEBHOOK_EVENTS_INDEX,
  type WithPendingWebhookEvents,
  webhookEventRelay,
} from './webhook-event-relay';
export { WebhookInterests, webhookInterests } from './webhook-interests';
