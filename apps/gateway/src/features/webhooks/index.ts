import type { Feature } from '@carillon/mongo';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksController } from './webhooks.controller';

/** Webhook endpoints. */
export const webhooks: Feature = {
  controllers: [WebhooksController],
  providers: [WebhookSecrets],
};
