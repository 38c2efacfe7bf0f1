import type { LeaderFeature } from '../leader';
import { WebhookOutbox } from './webhook-outbox';

/** Notifies webhooks about campaigns and deliveries. */
export const webhooks: LeaderFeature = {
  leaderTasks: [WebhookOutbox],
};
