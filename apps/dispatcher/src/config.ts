import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig } from '@carillon/platform';

export const dispatcherConfig = defineConfig('dispatcher', {
  BATCH_LEASE_MS: Type.Integer({
    default: 120_000,
    minimum: 1_000,
    description:
      'milliseconds a worker may keep a batch without a report; more than a provider may take to answer',
  }),
  LEASE_GRACE_MS: Type.Integer({
    default: 30_000,
    minimum: 0,
    description: 'milliseconds between draining the settlement queue and putting an expired lease in doubt',
  }),
  LEDGER_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    description: 'days after its end for which a campaign’s deliveries are kept; its counts stay',
  }),
});
export type DispatcherConfig = ConfigOf<typeof dispatcherConfig>;
