import type { Feature } from '@carillon/mongo';
import { SendMessages } from './send-messages';
import { SendingController } from './sending.controller';

/** Sends pending messages to the endpoints. */
export const sending: Feature = {
  controllers: [SendingController],
  providers: [SendMessages],
};
