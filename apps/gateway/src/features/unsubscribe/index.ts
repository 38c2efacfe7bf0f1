import type { Feature } from '@carillon/platform';
import { UnsubscribeController, Unsubscribe } from './unsubscribe.controller';

/** The page behind unsubscribe links. */
export const unsubscribe: Feature = {
  controllers: [UnsubscribeController],
  providers: [Unsubscribe],
};
