export { UNTOLD_INDEX, type Untold, newsRelay } from './untold-news';
export { WebhookInterests, webhookInterests } from './webhook-interests';
