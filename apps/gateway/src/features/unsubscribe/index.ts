import type { Feature } from '@carillon/mongo';
import { SendLink } from './send-link';
import { UnsubscribeController, Unsubscribe } from './unsubscribe.controller';

export { renderPage, showPage } from './pages';

/** The page behind unsubscribe links. */
export const unsubscribe: Feature = {
  controllers: [UnsubscribeController],
  providers: [Unsubscribe, SendLink],
};
