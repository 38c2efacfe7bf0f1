export { UNTOLD_INDEX, type Untold, type UntoldStore, tellUntold, webhookRelayOf } from './untold-news';
export { WebhookInterests, webhookInterests } from './webhook-interests';
