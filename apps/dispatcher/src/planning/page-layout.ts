import { type AudienceMember, type Channel, channelRow, channels } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import type { Brief } from '../dispatches/contents';
import type { Dispatch, Routes } from '../dispatches/dispatch';
import type { Batch, Verdict } from '../ledger/batch';
import { batchId, seqOf } from '../ledger/batch-document';
import { type PlanCursor, type Roster, type RosterEntry, rosterId } from '../ledger/rosters';
import type { AudiencePage } from './audience-pages';

/** A dispatch whose way out is fixed. */
export type Plannable = Dispatch & { routes: Routes };

/** A page as it will be frozen: its members by channel, each channel in one piece. */
export function layOut(
  { campaign, step }: Plannable,
  { items, readAt }: AudiencePage,
  next: PlanCursor | null,
): Roster {
  const byChannel = channels.map((channel) => items.filter((member) => member.channel === channel));
  return {
    _id: rosterId(campaign, step),
    readAt,
    sections: byChannel.flatMap((section) =>
      section[0] ? [{ channel: section[0].channel, size: section.length }] : [],
    ),
    recipients: byChannel.flat().map(toEntry),
    next,
  };
}

function toEntry({ address, subscriberId, variables }: AudienceMember): RosterEntry {
  return { a: address, s: new ObjectId(subscriberId), v: JSON.stringify(variables) };
}

/**
 * The batches of a frozen page, as if every address in it were new. They follow from the page alone, so that planners
 * who do it twice write the same.
 */
export function batchesOf(dispatch: Plannable, brief: Brief, roster: Roster): Batch[] {
  const batches: Batch[] = [];
  let offset = 0;
  for (const { channel, size } of roster.sections) {
    const { batchSize } = channelRow(channel);
    for (let done = 0; done < size; done += batchSize) {
      const length = Math.min(batchSize, size - done);
      const seq = seqOf(dispatch.step, batches.length);
      const place = { channel, seq, roster: roster._id, offset: offset + done, size: length };
      batches.push(newBatch(dispatch, brief, place, roster.readAt));
    }
    offset += size;
  }
  return batches;
}

/** Nobody has had anything of it in hand. */
const untouched = {
  rev: 0,
  release: 0,
  releasedUntil: null,
  fence: 0,
  hand: null,
  cancelled: false,
  holes: [],
  exceptions: [],
  progress: [],
} satisfies Partial<Batch>;

type Place = Pick<Batch, 'channel' | 'seq' | 'roster' | 'offset' | 'size'>;

function newBatch(
  { campaign, user, run, routes }: Plannable,
  brief: Brief,
  place: Place,
  plannedAt: Date,
): Batch {
  const route = routes[place.channel];
  const verdict = verdictOn(place.channel, brief, route !== null);
  const goesOut = verdict.state === 'SENT';
  return {
    id: batchId(campaign, place.seq),
    campaign,
    user,
    ...place,
    integration: route?.integrationId ?? null,
    state: goesOut ? 'READY' : 'DONE',
    ...untouched,
    todo: goesOut ? Array.from({ length: place.size }, (_, position) => position) : [],
    verdict,
    run,
    plannedAt,
    due: plannedAt,
    since: plannedAt,
    settledAt: goesOut ? null : plannedAt,
  };
}

function verdictOn(channel: Channel, { channels: withMessage }: Brief, hasRoute: boolean): Verdict {
  if (!withMessage.includes(channel)) return { state: 'SKIPPED', reason: 'NO_MESSAGE' };
  return hasRoute ? { state: 'SENT', reason: null } : { state: 'SKIPPED', reason: 'NO_INTEGRATION' };
}

/** The batch without positions whose address belongs elsewhere. Null: nothing is left of it. */
export function withHoles(batch: Batch, holes: readonly number[]): Batch | null {
  if (holes.length === 0) return batch;
  if (holes.length === batch.size) return null;
  const gone = new Set(holes);
  return {
    ...batch,
    holes: [...gone].sort((a, b) => a - b),
    todo: batch.todo.filter((position) => !gone.has(position)),
  };
}
