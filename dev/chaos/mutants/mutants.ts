import { newId } from '@carillon/contracts';
import { NOT_OPENED, notOpened } from '../../../apps/dispatcher/src/dispatch/dispatch';
import { Dispatches } from '../../../apps/dispatcher/src/dispatch/dispatches';
import { ExpireLeases, SettlementDrain } from '../../../apps/dispatcher/src/leasing/expire-leases';
import { LeaseBatch } from '../../../apps/dispatcher/src/leasing/lease-batch';
import { apply } from '../../../apps/dispatcher/src/ledger/apply';
import type { Batch } from '../../../apps/dispatcher/src/ledger/batch';
import { Batches } from '../../../apps/dispatcher/src/ledger/batches';
import { DeliveryKeys } from '../../../apps/dispatcher/src/ledger/delivery-keys';
import type { Fact } from '../../../apps/dispatcher/src/ledger/facts';
import { Publisher } from '../../../libs/messaging/src/connection/publisher';
import { type Undo, patch, undoAll } from './patch';

/** Removes one mechanism each from a service that runs in this process. Each entry is named after its mechanism. */
export const mutants = {
  /** Treats a message as stored by the broker as soon as it is written to the connection. */
  confirms: () =>
    patch(
      Publisher.prototype,
      'publish',
      () =>
        async function (this: Publisher, { exchange, routingKey, content, properties }) {
          const channel = await this.channel.opened();
          channel?.publish(exchange, routingKey, content, properties);
        },
    ),

  /** Makes the broker confirm and drop a message that no queue is bound for. */
  mandatory: () =>
    patch(
      Publisher.prototype,
      'publish',
      (original) =>
        function (this: Publisher, outgoing) {
          const properties = { ...outgoing.properties, mandatory: false };
          return original.call(this, { ...outgoing, properties });
        },
    ),

  /** Gives a worker a lease that the ledger does not store. */
  lease: () =>
    patch(
      Batches.prototype,
      'change',
      (original) =>
        async function (this: Batches, id, decide, how) {
          const before = how?.known ?? (await this.find(id));
          const fact = before && decide(before);
          if (!before || fact?.type !== 'granted') return original.call(this, id, decide, how);
          return { before, after: apply(before, fact) };
        },
    ),

  /** Treats a report that requests another attempt as a report about the current lease, regardless of its fence. */
  fence: () =>
    patch(
      Batches.prototype,
      'change',
      (original) =>
        function (this: Batches, id, decide, how) {
          return original.call(this, id, (batch) => unfenced(decide(batch), batch), how);
        },
    ),

  /** Keeps the address of a position even if another position has the same address. */
  'unique address': () =>
    undoAll(
      patch(DeliveryKeys.prototype, 'claimed', () => () => Promise.resolve([])),
      patch(DeliveryKeys.prototype, 'insert', () => () => Promise.resolve()),
    ),

  /** Ends an expired lease at once, without draining the settlement queue first. */
  drain: () => {
    const passed = (): { id: string; setAt: Date; passedAt: Date } => {
      const now = new Date();
      return { id: 'none', setAt: now, passedAt: now };
    };
    return undoAll(
      patch(SettlementDrain.prototype, 'marker', () => () => Promise.resolve(passed())),
      patch(SettlementDrain.prototype, 'isOver', () => () => Promise.resolve(true)),
    );
  },

  /** Applies an event as if it were the first event of its campaign, even if the ledger is being deleted. */
  'rev guard': () =>
    patch(
      Dispatches.prototype,
      'transition',
      (original) =>
        function (this: Dispatches, campaign, user, decide) {
          const { _id, user: _user, pending: _pending, ...nothing } = notOpened(campaign, user);
          return original.call(this, campaign, user, (current) => {
            const transition = decide(
              current && { ...current, rev: 0, run: NOT_OPENED, wanted: 'OPEN', ledger: 'KEPT' },
            );
            return transition && { ...transition, set: { ...nothing, ...transition.set } };
          });
        },
    ),

  /** Treats a repeated request for a lease as a request from another worker. */
  'idempotent take': () =>
    patch(
      LeaseBatch.prototype,
      'lease',
      (original) =>
        function (this: LeaseBatch, request) {
          return original.call(this, { ...request, requestId: newId() });
        },
    ),

  /** Never lets the lease of a dead worker expire. */
  expiry: () => patch(ExpireLeases.prototype, 'run', () => () => Promise.resolve(false)),
} as const satisfies Record<string, () => Undo>;

export type MutantName = keyof typeof mutants;

function unfenced(fact: Fact | null, { lease }: Batch): Fact | null {
  if (fact?.type !== 'settled' || !lease) return fact;
  const asksAgain = fact.outcomes.some(({ kind, permanent }) => kind !== 'sent' && !permanent);
  return asksAgain ? { ...fact, fence: lease.fence, returned: [], until: lease.until } : fact;
}
