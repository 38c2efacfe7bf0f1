import {
  type CampaignChanged,
  type CampaignPublished,
  type CampaignRetried,
  newId,
} from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { type CompletedEvent, type DispatchDocument, UNHEARD } from '../dispatches/dispatch';

/** What is looked at when an event comes. Events of a campaign may come twice, and overtake each other. */
export type Course = Pick<DispatchDocument, 'rev' | 'run' | 'state' | 'wanted' | 'ledger'>;

/** What follows from an event: fields to set, and a word to say. Null: it says nothing new. */
export interface Turn {
  set: Partial<Omit<DispatchDocument, '_id' | 'user' | 'pending'>>;
  announce?: CompletedEvent;
}

type Change = Pick<CampaignChanged, 'rev'>;

/** The order. What was decided about the campaign later may have come first; then it opens as that says. */
export function publish(course: Course | null, order: CampaignPublished): Turn | null {
  if (course && (course.run !== UNHEARD || course.ledger !== 'KEPT')) return null;
  const { rev, wanted } = course ?? { rev: order.rev, wanted: 'OPEN' as const };
  return {
    set: {
      rev,
      run: order.run,
      plan: order.plan,
      state: wanted,
      wanted,
      groups: order.groups.map((group) => new ObjectId(group)),
      cursor: { group: 0, after: null },
      publishedAt: new Date(order.publishedAt),
      resumedAt: null,
    },
  };
}

/** Nothing more is handed out. A dispatch that is done stays so, but a run that is not heard of yet will begin like this. */
export function pause(course: Course | null, { rev }: Change): Turn | null {
  return turnTo(course, rev, 'PAUSED');
}

/** It goes on, and has as much time before it as a new one. */
export function resume(course: Course | null, { rev }: Change, now: Date): Turn | null {
  const turn = turnTo(course, rev, 'OPEN');
  return turn && { set: { ...turn.set, resumedAt: now } };
}

/** The rest is not sent. The ledger stays; of a campaign never heard of, a tombstone that no late order can wake. */
export function cancel(course: Course | null, { rev }: Change, now: Date): Turn | null {
  if (!course || course.run === UNHEARD) return remove(course, { rev }, now);
  if (rev <= course.rev || course.state === 'CANCELLED') return null;
  return { set: { rev, state: 'CANCELLED', retry: null, stop: { lookAt: now, again: false } } };
}

/** The rest is not sent, and the ledger goes. */
export function remove(course: Course | null, { rev }: Change, now: Date): Turn | null {
  if (course && rev <= course.rev) return null;
  const planned = !course || course.run === UNHEARD ? { planned: true } : {};
  const leaving = { ledger: 'LEAVING' as const, leaveAt: now };
  return { set: { rev, state: 'CANCELLED', retry: null, stop: null, ...planned, ...leaving } };
}

/**
 * A further run of what is done, to some of those whom it did not reach. A pause or resumption of this very run may have
 * come first. Where nothing is known of people any more nobody can be sent to: the run is over as it begins.
 */
export function retry(course: Course | null, order: CampaignRetried, now: Date): Turn | null {
  if (course?.state !== 'DONE' || order.run <= course.run) return null;
  const { run, selection } = order;
  const rev = Math.max(order.rev, course.rev);
  if (course.ledger !== 'KEPT') {
    return { set: { rev, run }, announce: { id: newId(), type: 'campaign.completed', run, finishedAt: now } };
  }
  const wanted = order.rev > course.rev ? 'OPEN' : course.wanted;
  return {
    set: {
      rev,
      run,
      wanted,
      state: wanted,
      final: null,
      finishedAt: null,
      retry: { selection, routed: false, after: null },
    },
  };
}

function turnTo(course: Course | null, rev: number, wanted: Course['wanted']): Turn | null {
  if (!course) return { set: { rev, wanted, state: wanted } };
  if (rev <= course.rev || course.state === 'CANCELLED') return null;
  return { set: { rev, wanted, ...(course.state !== 'DONE' && { state: wanted }) } };
}
