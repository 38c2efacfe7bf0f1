import type { Feature } from '@carillon/mongo';
import { IntegrationsController } from './integrations.controller';
import { SenderCommands } from './sender-commands';
import { SendersController } from './senders.controller';

/** Users' accounts at providers: all senders, and the integrations of the contract, one for each channel. */
export const senders: Feature = {
  controllers: [SendersController, IntegrationsController],
  providers: [SenderCommands],
};
