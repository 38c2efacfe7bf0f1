import type { Feature } from '@carillon/mongo';
import { IntegrationsController } from './integrations.controller';
import { SenderCommands } from './sender-commands';
import { SendersController } from './senders.controller';

/** Users' accounts at providers: all of them, and as the contract's integrations, one for each channel. */
export const senders: Feature = {
  controllers: [SendersController, IntegrationsController],
  providers: [SenderCommands],
};
