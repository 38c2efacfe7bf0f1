import type { Feature } from '@carillon/mongo';
import { SendLink } from './send-link';
import { UnsubscribeController, Unsubscribe } from './unsubscribe.controller';

/** The page that unsubscribe links open. */
export const unsubscribe: Feature = {
  controllers: [UnsubscribeController],
  providers: [Unsubscribe, SendLink],
};
