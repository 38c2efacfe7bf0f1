import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig } from '@carillon/platform';

export const dispatcherConfig = defineConfig('dispatcher', {
  HAND_LEASE_MS: Type.Integer({
    default: 120_000,
    minimum: 1_000,
    description:
      'milliseconds a worker may keep a batch without a word; more than a provider may take to answer',
  }),
  SWEEP_GRACE_MS: Type.Integer({
    default: 30_000,
    minimum: 0,
    description: 'milliseconds between hearing out the settlement queue and doubting an abandoned hand',
  }),
});
export type DispatcherConfig = ConfigOf<typeof dispatcherConfig>;
