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
  LEDGER_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    description: 'days after the end of a campaign for which its deliveries are kept; its counts stay',
  }),
});
export type DispatcherConfig = ConfigOf<typeof dispatcherConfig>;
