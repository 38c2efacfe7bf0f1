import type { Feature } from '@carillon/mongo';
import { MessagesController } from './messages.controller';

export { InboundMessageView, presentMessage } from './message.presenter';

/** What people write back. */
export const messages: Feature = {
  controllers: [MessagesController],
};
