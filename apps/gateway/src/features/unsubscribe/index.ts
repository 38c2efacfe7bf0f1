import type { Feature } from '@carillon/mongo';
import { LinkPreferences } from './preferences/preferences';
import { SendLink } from './send-link';
import { UnsubscribeController, Unsubscribe } from './unsubscribe.controller';

/** The page that unsubscribe links open, with preferences. */
export const unsubscribe: Feature = {
  controllers: [UnsubscribeController],
  providers: [Unsubscribe, SendLink, LinkPreferences],
};
