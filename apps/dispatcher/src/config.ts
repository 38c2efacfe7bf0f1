import type { BatchSettled } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig } from '@carillon/platform';

export const dispatcherConfig = defineConfig('dispatcher', {
  BATCH_LEASE_MS: Type.Integer({
    default: 10_000,
    minimum: 1_000,
    description: 'milliseconds a worker may keep a batch without a report; it reports three times as often',
  }),
  LEASE_GRACE_MS: Type.Integer({
    default: 30_000,
    minimum: 0,
    description:
      'milliseconds between draining the settlement queue and putting an expired lease in doubt, unless all dispatchers confirm that they have drained it',
  }),
  LEDGER_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    description: 'days after its end for which a campaign’s deliveries are kept; its counts stay',
  }),
});
export type DispatcherConfig = ConfigOf<typeof dispatcherConfig>;

/**
 * For how long a report renews its lease (milliseconds): as long as the worker takes it for renewed, even if a dispatcher
 * with longer leases granted it.
 */
export function renewedForMs({ leaseMs }: BatchSettled, { BATCH_LEASE_MS }: DispatcherConfig): number {
  return Math.max(BATCH_LEASE_MS, leaseMs);
}
