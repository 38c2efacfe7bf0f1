import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig, secret } from '@carillon/platform';

/** What the subscriber service reads from its environment beside the platform's own. */
export const subscriberConfig = defineConfig('subscriber', {
  ERASURE_KEYS: secret(
    Type.String({
      description: 'the key ring of the hashes that stand for erased people, id:key with commas between',
    }),
  ),
  INBOUND_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    maximum: 3_650,
    description: 'days for which messages from people are kept',
  }),
  GROUP_CLEAN_UP_MS: Type.Integer({
    default: 1_000,
    minimum: 10,
    description: 'milliseconds between two looks for members of deleted groups',
  }),
});
export type SubscriberConfig = ConfigOf<typeof subscriberConfig>;
