export { UNTOLD_INDEX, type Untold, type UntoldStore, PendingNews, webhookRelayOf } from './untold-news';
export { WebhookInterests, webhookInterests } from './webhook-interests';
