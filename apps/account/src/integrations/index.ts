import type { Feature } from '@carillon/mongo';
import { DefaultSender } from './default-sender';
import { EditIntegrations } from './edit-integrations';
import { EditRelay } from './edit-relay';
import { IntegrationRecord, IntegrationSchema, Integrations } from './integrations';
import { IntegrationsController } from './integrations.controller';
import { ReadSending } from './read-sending';
import { ResealIntegrations } from './reseal-integrations';
import { SendingController } from './sending.controller';
import { TestIntegration } from './test-integration';
import { VerifyCallback } from './verify-callback';

export { Integrations } from './integrations';
export { ResealIntegrations } from './reseal-integrations';
export { parseSmtpUrl } from './smtp-url';

/** Re-encrypts the secrets of integrations. */
export const resealing: Feature = {
  collections: [{ name: IntegrationRecord.name, schema: IntegrationSchema }],
  providers: [Integrations, ResealIntegrations],
};

/** The integrations of users, the operator's default sender, and the account data for planning and sending. */
export const integrations: Feature = {
  collections: [{ name: IntegrationRecord.name, schema: IntegrationSchema }],
  controllers: [IntegrationsController, SendingController],
  providers: [
    Integrations,
    EditIntegrations,
    EditRelay,
    TestIntegration,
    VerifyCallback,
    DefaultSender,
    ReadSending,
  ],
};
