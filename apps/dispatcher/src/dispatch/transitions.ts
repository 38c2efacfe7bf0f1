import {
  type CampaignChanged,
  type CampaignPublished,
  type CampaignRetried,
  newId,
} from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { storedTrace } from '@carillon/messaging';
import { type CompletedEvent, type DispatchDocument, NOT_OPENED } from './dispatch';

/** The stored fields on which a transition depends. Events of a campaign may arrive twice, and in any order. */
export type LifecycleState = Pick<DispatchDocument, 'rev' | 'run' | 'state' | 'wanted' | 'ledger'>;

/** The result of an event: fields to set, and an event to publish. Null: the event has no effect. */
export interface Transition {
  set: Partial<Omit<DispatchDocument, '_id' | 'user' | 'pending'>>;
  announce?: CompletedEvent;
}

type Change = Pick<CampaignChanged, 'rev'>;

/**
 * Applies the order of a campaign. If later decisions about the campaign arrived first, it starts in the state that
 * they request.
 */
export function publish(current: LifecycleState | null, order: CampaignPublished): Transition | null {
  if (current && (current.run !== NOT_OPENED || current.ledger !== 'KEPT')) return null;
  const { rev, wanted } = current ?? { rev: order.rev, wanted: 'OPEN' as const };
  return {
    set: {
      rev,
      run: order.run,
      plan: order.plan,
      state: wanted,
      wanted,
      groups: order.groups.map((group) => new ObjectId(group)),
      ...(order.audience && { audience: order.audience }),
      ...(order.senders && { senders: order.senders }),
      ...(order.expectedCost && { expectedCost: order.expectedCost }),
      cursor: { group: 0, after: null },
      publishedAt: new Date(order.publishedAt),
      resumedAt: null,
      ...storedTrace(),
    },
  };
}

/** Stops leasing. A completed dispatch stays completed, but a run whose order hasn't arrived starts paused. */
export function pause(current: LifecycleState | null, { rev }: Change): Transition | null {
  return transitionTo(current, rev, 'PAUSED');
}

/** Continues sending, with the full time of a new campaign. */
export function resume(current: LifecycleState | null, { rev }: Change, now: Date): Transition | null {
  const transition = transitionTo(current, rev, 'OPEN');
  return transition && { set: { ...transition.set, resumedAt: now } };
}

/**
 * Skips the remaining messages, and keeps the ledger. A campaign whose order hasn't arrived gets a tombstone, so that a
 * late order doesn't start it.
 */
export function cancel(current: LifecycleState | null, { rev }: Change, now: Date): Transition | null {
  if (!current || current.run === NOT_OPENED) return remove(current, { rev }, now);
  if (rev <= current.rev || current.state === 'CANCELLED') return null;
  return { set: { rev, state: 'CANCELLED', retry: null, cancellation: { lookAt: now, again: false } } };
}

/** Skips the remaining messages, and schedules the deletion of the ledger. */
export function remove(current: LifecycleState | null, { rev }: Change, now: Date): Transition | null {
  if (current && rev <= current.rev) return null;
  const planned = !current || current.run === NOT_OPENED ? { planned: true } : {};
  const deleting = { ledger: 'DELETING' as const, deleteAt: now, deleted: true as const };
  return { set: { rev, state: 'CANCELLED', retry: null, cancellation: null, ...planned, ...deleting } };
}

/**
 * A further run of a completed dispatch, for some recipients that it did not reach. A pause or resumption of this run
 * may have arrived first. If the ledger is deleted, no recipient is known, so the run is completed immediately.
 */
export function retry(current: LifecycleState | null, order: CampaignRetried, now: Date): Transition | null {
  if (current?.state !== 'DONE' || order.run <= current.run) return null;
  const { run, selection } = order;
  const rev = Math.max(order.rev, current.rev);
  if (current.ledger !== 'KEPT') {
    return { set: { rev, run }, announce: { id: newId(), type: 'campaign.completed', run, finishedAt: now } };
  }
  const wanted = order.rev > current.rev ? 'OPEN' : current.wanted;
  return {
    set: {
      rev,
      run,
      wanted,
      state: wanted,
      final: null,
      finishedAt: null,
      retry: { selection, routed: false, after: null },
      ...storedTrace(),
    },
  };
}

function transitionTo(
  current: LifecycleState | null,
  rev: number,
  wanted: LifecycleState['wanted'],
): Transition | null {
  if (!current) return { set: { rev, wanted, state: wanted } };
  if (rev <= current.rev || current.state === 'CANCELLED') return null;
  return { set: { rev, wanted, ...(current.state !== 'DONE' && { state: wanted }) } };
}
