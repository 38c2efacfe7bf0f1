import type { Feature } from '@carillon/platform';
import { IntegrationsController } from './integrations.controller';
import { IntegrationCommands } from './integration-commands';

/** Users' accounts at providers. */
export const integrations: Feature = {
  controllers: [IntegrationsController],
  providers: [IntegrationCommands],
};
