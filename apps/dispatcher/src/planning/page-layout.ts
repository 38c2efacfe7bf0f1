import { type AudienceMember, type Channel, channelRow, channels } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import type { Brief, Dispatch, Routes } from '../dispatch';
import {
  type Batch,
  batchId,
  type PageRecipient,
  type PlanCursor,
  type RecipientPage,
  recipientPageId,
  type Section,
  seqOf,
  type Verdict,
} from '../ledger';
import type { AudiencePage } from './audience-pages';

/** A dispatch whose way out is fixed. */
export type Plannable = Dispatch & { routes: Routes };

/**
 * A page as it will be frozen: its members by channel, of each channel those who must not be written to in a piece of their
 * own. So their batches are at their end from the start, and all others have nobody to be left out.
 */
export function layOut(
  { campaign, step }: Plannable,
  { items, readAt }: AudiencePage,
  next: PlanCursor | null,
): RecipientPage {
  const pieces = channels.flatMap((channel) => {
    const members = items.filter((member) => member.channel === channel);
    return [members.filter((member) => !member.suppressed), members.filter((member) => member.suppressed)];
  });
  return {
    _id: recipientPageId(campaign, step),
    readAt,
    sections: pieces.flatMap(sectionOf),
    recipients: pieces.flat().map(toEntry),
    next,
  };
}

/** None, if there is nobody in the piece. */
function sectionOf(piece: readonly AudienceMember[]): Section[] {
  const [first] = piece;
  if (!first) return [];
  const section = { channel: first.channel, size: piece.length };
  return [first.suppressed ? { ...section, suppressed: true } : section];
}

function toEntry({ address, subscriberId, variables }: AudienceMember): PageRecipient {
  return { a: address, s: new ObjectId(subscriberId), v: JSON.stringify(variables) };
}

/**
 * The batches of a frozen page, as if every address in it were new. They follow from the page alone, so that planners
 * who do it twice write the same.
 */
export function batchesOf(dispatch: Plannable, brief: Brief, recipientPage: RecipientPage): Batch[] {
  const batches: Batch[] = [];
  let offset = 0;
  for (const { channel, size, suppressed = false } of recipientPage.sections) {
    const { batchSize } = channelRow(channel);
    const verdict = verdictOn(channel, dispatch, brief, suppressed);
    for (let done = 0; done < size; done += batchSize) {
      const length = Math.min(batchSize, size - done);
      const seq = seqOf(dispatch.step, batches.length);
      const place = { channel, seq, recipientPage: recipientPage._id, offset: offset + done, size: length };
      batches.push(newBatch(dispatch, place, verdict, recipientPage.readAt));
    }
    offset += size;
  }
  return batches;
}

/** Nobody has had anything of it in flight. */
const untouched = {
  rev: 0,
  release: 0,
  releasedUntil: null,
  fence: 0,
  lease: null,
  cancelled: false,
  duplicates: [],
  exceptions: [],
  progress: [],
} satisfies Partial<Batch>;

type Place = Pick<Batch, 'channel' | 'seq' | 'recipientPage' | 'offset' | 'size'>;

function newBatch(
  { campaign, user, run, routes }: Plannable,
  place: Place,
  verdict: Verdict,
  plannedAt: Date,
): Batch {
  const route = routes[place.channel];
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

/** What holds for everybody on a channel comes before what holds for some of them. */
function verdictOn(
  channel: Channel,
  { routes }: Plannable,
  { channels: withMessage }: Brief,
  suppressed: boolean,
): Verdict {
  const skipped = (reason: string): Verdict => ({ state: 'SKIPPED', reason });
  if (!withMessage.includes(channel)) return skipped('NO_MESSAGE');
  if (!routes[channel]) return skipped('NO_INTEGRATION');
  return suppressed ? skipped('SUPPRESSED') : { state: 'SENT', reason: null };
}

/** The batch without positions whose address belongs elsewhere. Null: nothing is left of it. */
export function withoutDuplicates(batch: Batch, duplicates: readonly number[]): Batch | null {
  if (duplicates.length === 0) return batch;
  if (duplicates.length === batch.size) return null;
  const gone = new Set(duplicates);
  return {
    ...batch,
    duplicates: [...gone].sort((a, b) => a - b),
    todo: batch.todo.filter((position) => !gone.has(position)),
  };
}
