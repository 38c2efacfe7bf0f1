import type { BatchSettled, Payload } from '@carillon/contracts';
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
 * How long leases lasted in release 0.2.0 (milliseconds). Its workers begin no send that could outlast the lease, so with
 * a short one they send nothing at all.
 */
const LONG_LEASE_MS = 120_000;

/** How long a lease lasts that is granted now (milliseconds). */
export function leaseMsFor(
  { shortLease }: Payload<'batch.lease'>,
  { BATCH_LEASE_MS: shortMs }: DispatcherConfig,
): number {
  return shortLease === true ? shortMs : Math.max(shortMs, LONG_LEASE_MS);
}

/**
 * For how long a report renews its lease (milliseconds): as long as the worker takes it for renewed, whichever release
 * granted it. A worker of release 0.2.0 does not say how long.
 */
export function renewedForMs(
  { leaseMs = LONG_LEASE_MS }: BatchSettled,
  { BATCH_LEASE_MS: shortMs }: DispatcherConfig,
): number {
  return Math.max(shortMs, leaseMs);
}
