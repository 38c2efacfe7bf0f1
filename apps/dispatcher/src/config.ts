import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig } from '@carillon/platform';

export const dispatcherConfig = defineConfig('dispatcher', {
  HAND_LEASE_MS: Type.Integer({
    default: 90_000,
    minimum: 1_000,
    description:
      'milliseconds a worker may keep a batch without a word; more than a provider may take to answer',
  }),
  SWEEP_GRACE_MS: Type.Integer({
    default: 30_000,
    minimum: 0,
    description: 'milliseconds between hearing out the settlement queue and doubting an abandoned hand',
  }),
  RELEASE_WINDOW: Type.Integer({
    default: 16,
    minimum: 1,
    description: 'batches per channel that are offered to workers at once',
  }),
});
export type DispatcherConfig = ConfigOf<typeof dispatcherConfig>;
