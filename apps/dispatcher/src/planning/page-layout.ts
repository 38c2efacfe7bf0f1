import {
  type AudienceMember,
  type Channel,
  type DeliveryReason,
  channelRow,
  channels,
} from '@carillon/contracts';
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
  type BatchOutcome,
} from '../ledger';
import { isUnlimited, leasesNeeded } from '../releasing';
import type { AudiencePage } from './audience-pages';

const SMALL_BATCH = 200;
/**
 * The first pages of a campaign, about 4,000 people, have small batches. With larger batches, a few workers would
 * process all of them.
 */
const SMALL_STEPS = 5;
/** The minimum batch size. A smaller batch is more work for the ledger than for a provider. */
const MIN_BATCH = 10;

/** A dispatch with fixed routes. */
export type Plannable = Dispatch & { routes: Routes };

/**
 * Groups the members of a page by channel, with the suppressed members of each channel in a separate section. The
 * batches of suppressed members are done immediately, and all other batches contain no suppressed recipient.
 */
export function layOut(
  { campaign, step }: Plannable,
  { items, readAt }: Pick<AudiencePage, 'items' | 'readAt'>,
  next: PlanCursor | null,
): RecipientPage {
  const groups = channels.flatMap((channel) => {
    const members = items.filter((member) => member.channel === channel);
    return [members.filter((member) => !member.suppressed), members.filter((member) => member.suppressed)];
  });
  return {
    _id: recipientPageId(campaign, step),
    readAt,
    sections: groups.flatMap(sectionOf),
    recipients: groups.flat().map(toEntry),
    next,
  };
}

/** Returns no section if the group is empty. */
function sectionOf(members: readonly AudienceMember[]): Section[] {
  const [first] = members;
  if (!first) return [];
  const section = { channel: first.channel, size: members.length };
  return [first.suppressed ? { ...section, suppressed: true } : section];
}

function toEntry({ address, subscriberId, variables }: AudienceMember): PageRecipient {
  return { a: address, s: new ObjectId(subscriberId), v: JSON.stringify(variables) };
}

/** Returns the batches of a page. No address of the page may have a delivery of this campaign yet. */
export function batchesOf(dispatch: Plannable, brief: Brief, recipientPage: RecipientPage): Batch[] {
  const batches: Batch[] = [];
  let offset = 0;
  const { sections, next } = recipientPage;
  for (const { channel, size, suppressed = false } of sections) {
    const batchSize = batchSizeOf(channel, size, dispatch, next);
    const outcome = outcomeOf(channel, dispatch, brief, suppressed);
    for (let done = 0; done < size; done += batchSize) {
      const length = Math.min(batchSize, size - done);
      const seq = seqOf(dispatch.step, batches.length);
      const position = {
        channel,
        seq,
        recipientPage: recipientPage._id,
        offset: offset + done,
        size: length,
      };
      batches.push(newBatch(dispatch, position, outcome, recipientPage.readAt));
    }
    offset += size;
  }
  return batches;
}

/**
 * The number of recipients in a batch if many batches are useful, because several workers lease them concurrently and
 * share the limits of a sender.
 */
function smallBatchSize(channel: Channel): number {
  return Math.min(channelRow(channel).batchSize, SMALL_BATCH);
}

/**
 * The number of recipients in a batch if a page has `size` recipients in the channel. Leases share the limits of a
 * sender, so the beginning and the end of a campaign have enough batches to reach these limits.
 */
function batchSizeOf(
  channel: Channel,
  size: number,
  { step, routes, groups }: Plannable,
  next: PlanCursor | null,
): number {
  const route = routes[channel];
  const isEarly = step < SMALL_STEPS;
  if (!route || isUnlimited(route)) return isEarly ? smallBatchSize(channel) : channelRow(channel).batchSize;
  // After the last group, only moved members remain.
  const isLast = next === null || next.group >= groups.length;
  if (!isEarly && !isLast) return smallBatchSize(channel);
  const part = Math.ceil(size / leasesNeeded(channel, route));
  return Math.min(smallBatchSize(channel), Math.max(MIN_BATCH, part));
}

/** The initial values of a batch that was never leased. */
const untouched = {
  rev: 0,
  release: 0,
  releasedUntil: null,
  fence: 0,
  lease: null,
  cancelled: false,
  exceptions: [],
  progress: [],
} satisfies Partial<Batch>;

type BatchPosition = Pick<Batch, 'channel' | 'seq' | 'recipientPage' | 'offset' | 'size'>;

function newBatch(
  { campaign, user, run, routes, traceparent }: Plannable,
  position: BatchPosition,
  outcome: BatchOutcome,
  plannedAt: Date,
): Batch {
  const route = routes[position.channel];
  const isSent = outcome.state === 'SENT';
  return {
    id: batchId(campaign, position.seq),
    campaign,
    user,
    ...position,
    sender: route?.senderId ?? null,
    state: isSent ? 'READY' : 'DONE',
    ...untouched,
    todo: isSent ? Array.from({ length: position.size }, (_, index) => index) : [],
    outcome,
    run,
    plannedAt,
    ...(traceparent !== undefined && { traceparent }),
    due: plannedAt,
    since: plannedAt,
    settledAt: isSent ? null : plannedAt,
  };
}

/** A reason that applies to the whole channel takes precedence over a reason that applies to some recipients. */
function outcomeOf(
  channel: Channel,
  { routes }: Plannable,
  { channels: withMessage }: Brief,
  suppressed: boolean,
): BatchOutcome {
  const skipped = (reason: DeliveryReason): BatchOutcome => ({ state: 'SKIPPED', reason });
  if (!withMessage.includes(channel)) return skipped('NO_MESSAGE');
  if (!routes[channel]) return skipped('NO_INTEGRATION');
  return suppressed ? skipped('SUPPRESSED') : { state: 'SENT', reason: null };
}
