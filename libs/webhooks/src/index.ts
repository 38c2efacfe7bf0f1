export { NEWS_INDEX, type WithPendingNews, newsRelay } from './pending-news';
export { WebhookInterests, webhookInterests } from './webhook-interests';
