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

/** Each entry removes one mechanism from a service that runs in this process, and is named after it. */
export const mutants = {
  /** A message counts as stored by the broker once it is written to the connection. */
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

  /** The broker confirms a message that no queue is bound for, and drops it. */
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

  /** A worker gets a lease that the ledger does not store. */
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

  /** A report that asks for another attempt counts as one of the current lease, whatever its fence. */
  fence: () =>
    patch(
      Batches.prototype,
      'change',
      (original) =>
        function (this: Batches, id, decide, how) {
          return original.call(this, id, (batch) => unfenced(decide(batch), batch), how);
        },
    ),

  /** No position loses its address to another position with the same address. */
  'unique address': () =>
    undoAll(
      patch(DeliveryKeys.prototype, 'claimed', () => () => Promise.resolve([])),
      patch(DeliveryKeys.prototype, 'insert', () => () => Promise.resolve()),
    ),

  /** An expired lease ends at once, without draining the settlement queue first. */
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

  /** An event is applied as if it were the first of its campaign, even if the ledger is being deleted. */
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

  /** A repeated request for a lease counts as one from another worker. */
  'idempotent take': () =>
    patch(
      LeaseBatch.prototype,
      'lease',
      (original) =>
        function (this: LeaseBatch, request) {
          return original.call(this, { ...request, requestId: newId() });
        },
    ),

  /** The lease of a worker that died never expires. */
  expiry: () => patch(ExpireLeases.prototype, 'run', () => () => Promise.resolve(false)),
} as const satisfies Record<string, () => Undo>;

export type MutantName = keyof typeof mutants;

function unfenced(fact: Fact | null, { lease }: Batch): Fact | null {
  if (fact?.type !== 'settled' || !lease) return fact;
  const asksAgain = fact.outcomes.some(({ kind, permanent }) => kind !== 'sent' && !permanent);
  return asksAgain ? { ...fact, fence: lease.fence, returned: [], until: lease.until } : fact;
}
