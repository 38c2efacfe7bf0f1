import type { Feature } from '@carillon/mongo';
import { MessagesController } from './messages.controller';

export { InboundMessageView, presentMessage } from './message.presenter';

/** Inbound messages. */
export const messages: Feature = {
  controllers: [MessagesController],
};
