import {
  type AudienceMember,
  type Channel,
  type DirectRoute,
  type Route,
  type SkipReason,
  channelRow,
  channelSkipReason,
  channels,
  directRoutesOf,
  memberSkipReason,
} from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { type Brief, type Plannable, firstOf, sourcesOf } from '../dispatch';
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
  type Claim,
} from '../ledger';
import { isUnlimited, leasesNeeded } from '../releasing';
import type { AudiencePage } from './audience-pages';
import { type PoolContext, chooseSenders } from './choose-senders';

const SMALL_BATCH = 200;
/**
 * The first pages of a campaign, about 4,000 people, have small batches. With larger batches, a few workers would
 * process all of them.
 */
const SMALL_STEPS = 5;
/** The minimum batch size. A smaller batch is more work for the ledger than for a provider. */
const MIN_BATCH = 10;

const HOUR_MS = 3_600_000;

/** The reasons of members who are not suppressed. Each has a section of its own. */
const skipReasons = ['TOPIC_OPTED_OUT', 'SNOOZED'] as const satisfies SkipReason[];

/**
 * Groups the members of a page by channel, with the suppressed, the skipped, and the excluded members of each channel
 * in separate sections. The batches of these members are done immediately, and all other batches contain none of them.
 */
export function layOut(
  { campaign, step, routes, audience }: Plannable,
  { items, readAt }: Pick<AudiencePage, 'items' | 'readAt'>,
  next: PlanCursor | null,
  countryOf: PoolContext['countryOf'] = () => null,
): RecipientPage {
  const context = { topicId: audience?.topicId ?? null, countryOf, seed: `${campaign} ${step}` };
  const groups = channels.flatMap((channel): Group[] => {
    const members = items.filter((member) => member.channel === channel);
    const remaining = members.filter((member) => !member.excluded);
    const sent = remaining.filter((member) => !member.suppressed);
    const pool = routes[channel]?.pool;
    const skipped = [
      remaining.filter((member) => member.suppressed && !member.skipReason),
      ...skipReasons.map((reason) => remaining.filter(({ skipReason }) => skipReason === reason)),
      members.filter((member) => member.excluded),
    ];
    return [
      ...(pool ? chooseSenders(pool, sent, context) : [{ members: sent }]),
      ...skipped.map((each) => ({ members: each })),
    ];
  });
  return {
    _id: recipientPageId(campaign, step),
    readAt,
    sections: groups.flatMap(sectionOf),
    recipients: groups.flatMap(({ members }) => members).map(toEntry),
    next,
  };
}

/** Members that are treated alike. */
interface Group {
  members: readonly AudienceMember[];
  pool?: readonly string[];
}

/** Returns no section if the group is empty. */
function sectionOf({ members, pool }: Group): Section[] {
  const [first] = members;
  if (!first) return [];
  const section = { channel: first.channel, size: members.length, ...(pool && { pool }) };
  if (first.excluded) return [{ ...section, excluded: true }];
  if (!first.suppressed) return [section];
  const { skipReason } = first;
  return [{ ...section, suppressed: true, ...(skipReason && { skipReason }) }];
}

function toEntry({ address, subscriberId, variables, personNumbers }: AudienceMember): PageRecipient {
  const [n] = personNumbers ?? [];
  return {
    a: address,
    s: new ObjectId(subscriberId),
    v: JSON.stringify(variables),
    ...(n !== undefined && { n }),
  };
}

/**
 * Returns the batches of a page. No address of the page may have a delivery of this campaign yet. `fallbackUntil`: when
 * the time for further channels ends.
 */
export function batchesOf(
  dispatch: Plannable,
  brief: Brief,
  recipientPage: RecipientPage,
  fallbackUntil: Date | null = firstFallbackUntil(dispatch, recipientPage.readAt),
): Batch[] {
  const batches: Batch[] = [];
  const lastChannel = firstOf(dispatch, brief)?.order.at(-1);
  let offset = 0;
  const { sections, next } = recipientPage;
  for (const { channel, size, pool, ...section } of sections) {
    const route = directRouteOf(dispatch.routes[channel], pool);
    const batchSize = batchSizeOf(channel, size, { ...dispatch, route }, next);
    const outcome = outcomeOf(channel, dispatch, brief, section);
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
      const batch = {
        ...newBatch(dispatch, position, outcome, recipientPage.readAt),
        sender: route?.senderId ?? null,
        ...(pool && pool.length > 1 && { pool }),
      };
      const mayFallBack = fallbackUntil && outcome.state === 'SENT' && channel !== lastChannel;
      batches.push({ ...batch, ...(mayFallBack && { fallbackUntil }) });
    }
    offset += size;
  }
  return batches;
}

/** The route of the first sender of a pool, or of the only sender. */
function directRouteOf(route: Route | null, pool: readonly string[] | undefined): DirectRoute | null {
  if (!route) return null;
  return directRoutesOf(route).find(({ senderId }) => senderId === (pool?.[0] ?? senderId)) ?? null;
}

/** Until when a failure of a delivery that was planned at this time leads to another channel. Null: it doesn't. */
function firstFallbackUntil({ audience }: Plannable, plannedAt: Date): Date | null {
  const hours = audience?.first?.fallbackHours ?? null;
  return hours === null ? null : new Date(plannedAt.getTime() + hours * HOUR_MS);
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
  { step, route, ...dispatch }: Plannable & { route: DirectRoute | null },
  next: PlanCursor | null,
): number {
  const isEarly = step < SMALL_STEPS;
  if (!route || isUnlimited(route)) return isEarly ? smallBatchSize(channel) : channelRow(channel).batchSize;
  // After the last source, only moved members remain.
  const isLast = next === null || next.group >= sourcesOf(dispatch);
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
  { campaign, user, run, traceparent }: Plannable,
  position: BatchPosition,
  outcome: BatchOutcome,
  plannedAt: Date,
): Omit<Batch, 'sender'> {
  const isSent = outcome.state === 'SENT';
  return {
    id: batchId(campaign, position.seq),
    campaign,
    user,
    ...position,
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
  { suppressed, skipReason, excluded }: Pick<Section, 'suppressed' | 'skipReason' | 'excluded'>,
): BatchOutcome {
  const reason =
    channelSkipReason(channel, withMessage, routes) ?? memberSkipReason({ excluded, suppressed, skipReason });
  return reason ? { state: 'SKIPPED', reason } : { state: 'SENT', reason: null };
}

type Key = Pick<Claim, 'channel' | 'address'>;

export function keyOf({ channel, address }: Key): string {
  return `${channel} ${address}`;
}

/** The keys of a member: the address and, if each person gets one message, each number of the person. */
export function keysOf({ channel, address, personNumbers = [] }: AudienceMember): Key[] {
  return [{ channel, address }, ...personNumbers.map(personKey)];
}

const personKey = (number: number): Key => ({ channel: 'PERSON', address: String(number) });

/** The keys of the recipients of a batch. */
export function claimsOf({ channel, seq, offset, size }: Batch, { recipients }: RecipientPage): Claim[] {
  return recipients.slice(offset, offset + size).flatMap(({ a, n }, position) => {
    const keys: Key[] = [{ channel, address: a }, ...(n === undefined ? [] : [personKey(n)])];
    return keys.map((key) => ({ ...key, seq, position }));
  });
}
