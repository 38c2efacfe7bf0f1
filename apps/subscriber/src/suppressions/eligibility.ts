import { type By, type SuppressionReason, suppressionReasons } from '@carillon/contracts';
import {
  type Choices,
  type Snoozed,
  type TopicJoined,
  type TopicLeft,
  snoozed,
  topicJoined,
  topicLeft,
} from './preferences';

/** A reason why an address is suppressed. `source`: the evidence. */
export interface Cause {
  reason: SuppressionReason;
  sender: string | null;
  at: Date;
  source: string | null;
}

/** The source of a cause that a file contains. */
export const importSource = (importId: string): string => `import ${importId}`;

/** The sources of opt-outs that happened elsewhere, before a file with them was imported. */
export const importSources = /^import /;

/** The origin of a lift: a key, with the user's reason, or the recipient, with a message. */
type LiftedBy = { type: 'KEY'; by: By | null; why: string | null } | { type: 'RECIPIENT'; source: string };

/** A cause that was lifted. */
export interface PastCause extends Cause {
  liftedAt: Date;
  liftedBy: LiftedBy;
}

/**
 * Whether an address on a channel can receive messages: it can if there are no causes. Times of past reports are kept
 * even then, so that late or repeated reports are recognized.
 */
export interface Eligibility extends Choices {
  /** The causes in the order in which they were added, one for each reason. */
  causes: readonly Cause[];
  /** The latest causes that were lifted, oldest first. */
  lifted: readonly PastCause[];
  /** The time of the latest report of each reason, by the reporter's clock. */
  reportedAt: Readonly<Partial<Record<SuppressionReason, Date>>>;
  /** The provider's IDs of the latest STOP or START messages of the person. */
  providerIds: readonly string[];
  /** Bounces of unknown cause, one per email, oldest first, since the last lift or arrived email. */
  doubts: readonly CountedBounce[];
  /** Temporary bounces, in the same way. */
  passing: readonly CountedBounce[];
  /** The command that last lifted causes, so that its redelivery is recognized. */
  liftedBy: string | null;
}

/** `source`: the campaign, or `provider` where it is unknown. */
export interface CountedBounce {
  at: Date;
  source: string;
}

/** An event that may change the eligibility of an address. */
export type EligibilityEvent =
  | Caused
  | Doubted
  | Passed
  | Arrived
  | Requested
  | Restarted
  | Resubscribed
  | Confirmed
  | Lifted
  | TopicLeft
  | TopicJoined
  | Snoozed;

/** The recipient, or a provider, reported a reason. */
export interface Caused extends Cause {
  type: 'caused';
  reason: Exclude<SuppressionReason, 'MANUAL'>;
  /** The provider's ID of the recipient's STOP message. */
  providerId?: string;
}

/** An email was refused for an unknown reason. */
interface Doubted extends CountedBounce {
  type: 'doubted';
}

/** An email bounced for a temporary reason: a full mailbox, a server that was unavailable for days. */
interface Passed extends CountedBounce {
  type: 'passed';
}

/** An email that was sent at this time was delivered. */
interface Arrived {
  type: 'arrived';
  at: Date;
}

/** The user requested the suppression. */
interface Requested {
  type: 'requested';
  at: Date;
  source: string;
}

/** The recipient sent START. */
interface Restarted {
  type: 'restarted';
  at: Date;
  providerId: string;
}

/** The recipient takes back their own opt-out on the preference page. `source`: the evidence. */
interface Resubscribed {
  type: 'resubscribed';
  at: Date;
  source: string;
}

/** The recipient signed up, and confirmed it with a link in an email. `source`: the evidence. */
interface Confirmed {
  type: 'confirmed';
  requestedAt: Date;
  at: Date;
  source: string;
}

/** The user lifts the causes; those that the recipient requested only if `confirmed`. */
interface Lifted {
  type: 'lifted';
  at: Date;
  by: By | null;
  why: string | null;
  messageId: string;
  confirmed: boolean;
}

/**
 * If a provider gets no response, it repeats a message within minutes, and people don't send this many keywords in
 * between.
 */
const MAX_PROVIDER_IDS = 50;
/** More than the number of changes that one person makes. Older changes are dropped. */
const MAX_LIFTED = 50;

/**
 * Two bounces of unknown cause within this time may be from one email, or from one failure of the sender
 * (milliseconds).
 */
const ONE_DOUBT_MS = 60 * 60_000;
/**
 * This many refused emails within this time (milliseconds), without a delivered email in between, are not a
 * coincidence.
 */
const MOST_DOUBTS = 3;
const DOUBTS_WITHIN_MS = 30 * 24 * 60 * 60_000;

/**
 * This many bounced campaigns within this time (milliseconds) show that the mailbox is no longer read. A mailbox that
 * is full during a holiday causes one or two bounces. M3AAWG's Sender Best Common Practices require a limit, and leave
 * the number to the sender.
 */
const MOST_PASSING = 5;
const PASSING_WITHIN_MS = 60 * 24 * 60 * 60_000;

export const unknownAddress: Eligibility = {
  causes: [],
  lifted: [],
  reportedAt: {},
  providerIds: [],
  doubts: [],
  passing: [],
  liftedBy: null,
  topics: [],
  pastTopics: [],
  snooze: null,
};

/**
 * Returns the eligibility after an event, or the same object if the event changes nothing: a report that isn't newer
 * than the latest one of its reason is a redelivery or obsolete.
 */
export function eligibilityAfter(eligibility: Eligibility, event: EligibilityEvent): Eligibility {
  switch (event.type) {
    case 'caused':
      return once(eligibility, event.providerId, caused(eligibility, event));
    case 'doubted':
      return doubted(eligibility, event);
    case 'passed':
      return passed(eligibility, event);
    case 'arrived':
      return arrived(eligibility, event);
    case 'requested':
      return requested(eligibility, event);
    case 'restarted':
      return once(eligibility, event.providerId, restarted(eligibility, event));
    case 'resubscribed':
      return resubscribed(eligibility, event);
    case 'confirmed':
      return confirmed(eligibility, event);
    case 'lifted':
      return lifted(eligibility, event);
    case 'topic-left':
      return topicLeft(eligibility, event);
    case 'topic-joined':
      return topicJoined(eligibility, event);
    case 'snoozed':
      return snoozed(eligibility, event);
  }
}

/** Ignores a message that the provider repeats. It arrives with another time and the same ID. */
function once(before: Eligibility, providerId: string | undefined, after: Eligibility): Eligibility {
  if (providerId === undefined) return after;
  if (before.providerIds.includes(providerId)) return before;
  return { ...after, providerIds: [...before.providerIds, providerId].slice(-MAX_PROVIDER_IDS) };
}

function caused(eligibility: Eligibility, { reason, sender, at, source }: Caused): Eligibility {
  if (isOld(eligibility, reason, at)) return eligibility;
  const reportedAt = { ...eligibility.reportedAt, [reason]: at };
  if (causeOf(eligibility, reason)) return { ...eligibility, reportedAt };
  return { ...eligibility, reportedAt, causes: [...eligibility.causes, { reason, sender, at, source }] };
}

/** Each email counts once, even if its bounces arrive repeatedly and in any order. */
function doubted(eligibility: Eligibility, { at, source }: Doubted): Eligibility {
  const { doubts } = eligibility;
  const isCounted = doubts.some(
    (each) =>
      (each.source === source && source !== 'provider') ||
      Math.abs(at.getTime() - each.at.getTime()) < ONE_DOUBT_MS,
  );
  if (isCounted || isBeforeLifting(eligibility, at)) return eligibility;
  const counted = latest([...doubts, { at, source }], MOST_DOUBTS);
  return suppressedBy({ ...eligibility, doubts: counted }, counted, MOST_DOUBTS, DOUBTS_WITHIN_MS);
}

/** Each campaign counts once, even if its bounces arrive repeatedly and in any order. */
function passed(eligibility: Eligibility, { at, source }: Passed): Eligibility {
  const { passing } = eligibility;
  if (passing.some((each) => each.source === source) || isBeforeLifting(eligibility, at)) return eligibility;
  const counted = latest([...passing, { at, source }], MOST_PASSING);
  return suppressedBy({ ...eligibility, passing: counted }, counted, MOST_PASSING, PASSING_WITHIN_MS);
}

/** The mailbox is read, so earlier bounces no longer matter. */
function arrived(eligibility: Eligibility, { at }: Arrived): Eligibility {
  const since = (bounces: readonly CountedBounce[]): CountedBounce[] =>
    bounces.filter((each) => each.at > at);
  const [doubts, passing] = [since(eligibility.doubts), since(eligibility.passing)];
  const isSame = doubts.length === eligibility.doubts.length && passing.length === eligibility.passing.length;
  return isSame ? eligibility : { ...eligibility, doubts, passing };
}

function isBeforeLifting({ lifted: past }: Eligibility, at: Date): boolean {
  const liftedAt = past.at(-1)?.liftedAt;
  return liftedAt !== undefined && at <= liftedAt;
}

function latest(bounces: CountedBounce[], most: number): CountedBounce[] {
  return bounces.sort((a, b) => a.at.getTime() - b.at.getTime()).slice(-most);
}

/** Suppresses an address if the maximum number of bounces arrived within a time (milliseconds). */
function suppressedBy(
  eligibility: Eligibility,
  counted: readonly CountedBounce[],
  most: number,
  withinMs: number,
): Eligibility {
  const [first, last] = [counted.at(0), counted.at(-1)];
  if (counted.length < most || !first || !last) return eligibility;
  if (last.at.getTime() - first.at.getTime() > withinMs) return eligibility;
  const { at, source } = last;
  return caused(eligibility, { type: 'caused', reason: 'BOUNCED', sender: null, at, source });
}

function requested(eligibility: Eligibility, { at, source }: Requested): Eligibility {
  if (causeOf(eligibility, 'MANUAL')) return eligibility;
  return { ...eligibility, causes: [...eligibility.causes, { reason: 'MANUAL', sender: null, at, source }] };
}

/** Recorded even for an address without a STOP, because an earlier STOP may arrive later. */
function restarted(eligibility: Eligibility, { at, providerId }: Restarted): Eligibility {
  if (isOld(eligibility, 'STOPPED', at)) return eligibility;
  const byRecipient = { type: 'RECIPIENT', source: `message ${providerId}` } as const;
  const rest = without(eligibility, ({ reason }) => reason === 'STOPPED', at, byRecipient);
  return { ...eligibility, ...rest, reportedAt: { ...eligibility.reportedAt, STOPPED: at } };
}

/** Recorded even for an address without an opt-out, because an earlier opt-out may arrive later. */
function resubscribed(eligibility: Eligibility, { at, source }: Resubscribed): Eligibility {
  if (isOld(eligibility, 'UNSUBSCRIBED', at)) return eligibility;
  const byRecipient = { type: 'RECIPIENT', source } as const;
  const rest = without(eligibility, ({ reason }) => reason === 'UNSUBSCRIBED', at, byRecipient);
  return { ...eligibility, ...rest, reportedAt: { ...eligibility.reportedAt, UNSUBSCRIBED: at } };
}

/** The reasons by which recipients opt out of messages that they once wanted. */
const optOuts: readonly SuppressionReason[] = ['UNSUBSCRIBED', 'STOPPED'];

/** Lifts the recipient's opt-outs from before the sign-up. A later opt-out stays, and so do all other causes. */
function confirmed(eligibility: Eligibility, { requestedAt, at, source }: Confirmed): Eligibility {
  const isLifted = ({ reason }: Cause) =>
    optOuts.includes(reason) && !isOld(eligibility, reason, requestedAt);
  if (!eligibility.causes.some(isLifted)) return eligibility;
  return { ...eligibility, ...without(eligibility, isLifted, at, { type: 'RECIPIENT', source }) };
}

function lifted(eligibility: Eligibility, { messageId, confirmed, at, by, why }: Lifted): Eligibility {
  if (eligibility.liftedBy === messageId) return eligibility;
  const rest = without(eligibility, (cause) => confirmed || !isByRecipient(cause), at, {
    type: 'KEY',
    by,
    why,
  });
  return rest.causes.length === eligibility.causes.length
    ? eligibility
    : { ...eligibility, ...rest, doubts: [], passing: [], liftedBy: messageId };
}

/** Moves causes to the lifted ones. */
function without(
  eligibility: Eligibility,
  isLifted: (cause: Cause) => boolean,
  liftedAt: Date,
  liftedBy: LiftedBy,
): Pick<Eligibility, 'causes' | 'lifted'> {
  const past = eligibility.causes.filter(isLifted).map((cause) => ({ ...cause, liftedAt, liftedBy }));
  return {
    causes: eligibility.causes.filter((cause) => !isLifted(cause)),
    lifted: [...eligibility.lifted, ...past].slice(-MAX_LIFTED),
  };
}

function isOld({ reportedAt }: Eligibility, reason: SuppressionReason, at: Date): boolean {
  const latest = reportedAt[reason];
  return latest !== undefined && at <= latest;
}

function causeOf({ causes }: Eligibility, reason: SuppressionReason): Cause | undefined {
  return causes.find((cause) => cause.reason === reason);
}

/** The displayed cause; undefined if the address is not suppressed. */
export function strongest(eligibility: Eligibility): Cause | undefined {
  const [first] = suppressionReasons.flatMap((reason) => causeOf(eligibility, reason) ?? []);
  return first;
}

/** The recipient requested it: lifting it requires a confirmation. */
export function isByRecipient({ reason }: Pick<Cause, 'reason'>): boolean {
  return reason === 'UNSUBSCRIBED' || reason === 'COMPLAINED' || reason === 'STOPPED';
}
