import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig, secret } from '@carillon/platform';

/** The environment of the subscriber service, in addition to the platform's. */
export const subscriberConfig = defineConfig('subscriber', {
  ERASURE_KEYS: secret(
    Type.String({
      description: 'the key ring for hashes of erased addresses: id:key, separated by commas',
    }),
  ),
  INBOUND_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    maximum: 3_650,
    description: 'retention of inbound messages (days)',
  }),
  PERSON_VERSION_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    maximum: 3_650,
    description: 'retention of the previous values of people, which explain campaigns (days)',
  }),
  BEHAVIOR_DAYS: Type.Integer({
    default: 730,
    minimum: 1,
    maximum: 3_650,
    description: 'retention of what people did with campaigns, for segments (days)',
  }),
  BEHAVIOR_EVERY_MS: Type.Integer({
    default: 10_000,
    minimum: 10,
    description: 'shortest interval of the search for what people did (milliseconds)',
  }),
  GROUP_CLEAN_UP_MS: Type.Integer({
    default: 1_000,
    minimum: 10,
    description: 'interval of the search for members of deleted groups (milliseconds)',
  }),
});
export type SubscriberConfig = ConfigOf<typeof subscriberConfig>;
