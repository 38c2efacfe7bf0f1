import type { Feature } from '@carillon/mongo';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksController } from './webhooks.controller';

/** Addresses that are told what happens. */
export const webhooks: Feature = {
  controllers: [WebhooksController],
  providers: [WebhookSecrets],
};
