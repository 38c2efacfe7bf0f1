import type { Feature } from '@carillon/platform';
import { SendMessages } from './send-messages';
import { SendingController } from './sending.controller';

/** Sends pending messages to the endpoints. */
export const sending: Feature = {
  controllers: [SendingController],
  providers: [SendMessages],
};
