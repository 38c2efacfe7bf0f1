import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig } from '@carillon/platform';

/** What the subscriber service reads from its environment beside the platform's own. */
export const subscriberConfig = defineConfig('subscriber', {
  GROUP_CLEAN_UP_MS: Type.Integer({
    default: 1_000,
    minimum: 10,
    description: 'milliseconds between two looks for members of deleted groups',
  }),
});
export type SubscriberConfig = ConfigOf<typeof subscriberConfig>;
