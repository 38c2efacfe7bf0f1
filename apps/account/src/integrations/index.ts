import type { Feature } from '@carillon/platform';
import { DefaultSender } from './default-sender';
import { EditIntegrations } from './edit-integrations';
import { IntegrationRecord, IntegrationSchema, Integrations } from './integrations';
import { IntegrationsController } from './integrations.controller';
import { ReadSending } from './read-sending';
import { SendingController } from './sending.controller';
import { TestIntegration } from './test-integration';
import { VerifyCallback } from './verify-callback';

/** The integrations of users, the operator's default sender, and what planning and sending read of them. */
export const integrations: Feature = {
  collections: [{ name: IntegrationRecord.name, schema: IntegrationSchema }],
  controllers: [IntegrationsController, SendingController],
  providers: [Integrations, EditIntegrations, TestIntegration, VerifyCallback, DefaultSender, ReadSending],
};
