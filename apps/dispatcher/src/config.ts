import type { BatchSettled } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig } from '@carillon/platform';

export const dispatcherConfig = defineConfig('dispatcher', {
  BATCH_LEASE_MS: Type.Integer({
    default: 10_000,
    minimum: 1_000,
    description:
      'how long a worker can keep a batch without reporting; workers report three times as often (milliseconds)',
  }),
  LEASE_GRACE_MS: Type.Integer({
    default: 30_000,
    minimum: 0,
    description:
      'the time between draining the settlement queue and marking an expired lease as in doubt, unless all dispatchers confirm that they have drained it (milliseconds)',
  }),
  LEDGER_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    description: 'retention of deliveries after the end of a campaign (days); totals remain',
  }),
});
export type DispatcherConfig = ConfigOf<typeof dispatcherConfig>;

/**
 * How long a report renews its lease (milliseconds). Equal to the time that the worker assumes, even if a dispatcher
 * with longer leases granted the lease.
 */
export function renewedForMs({ leaseMs }: BatchSettled, { BATCH_LEASE_MS }: DispatcherConfig): number {
  return Math.max(BATCH_LEASE_MS, leaseMs);
}
