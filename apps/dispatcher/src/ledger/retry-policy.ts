import { createHash } from 'node:crypto';
import { type Channel, type DeliveryReason, channelRow } from '@carillon/contracts';
import { jittered } from '@carillon/platform';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** When a temporary failure is retried. All times are in milliseconds. Pauses vary by JITTER. */
export interface RetryRule {
  /** The channel. Absent: any channel. Likewise, an absent reason matches any reason. */
  channel?: Channel;
  reason?: DeliveryReason;
  /**
   * The pauses after the first, second, … attempt. After the last pause and one more attempt, the delivery is FAILED.
   */
  pauses: readonly number[];
  /**
   * The minimum delays after the first, second, … time that the provider throttles, which doesn't count as an attempt.
   * The last delay repeats.
   */
  throttleBackoff: readonly number[];
  /**
   * If the next attempt would be later than this after the first failure of this run, the delivery is FAILED. Infinity:
   * the reason concerns the sender and not the recipient. The campaign still expires after MAX_AGE_MS.
   */
  maxAge: number;
  /** The recipient was put back without a request to the provider, so a later throttling counts as the first one. */
  isUntried?: true;
}

/** A campaign that could not be sent for this long is out of date (milliseconds). */
export const MAX_AGE_MS = 72 * HOUR;

/** The pause if a throttling provider doesn't request one (milliseconds). */
const DEFAULT_PAUSE_MS = MINUTE;

/**
 * The first matching rule decides. The reasons come from the workers. For email, see smtp-replies.ts and faults.ts of
 * the email worker.
 */
export const retryRules: readonly RetryRule[] = [
  // A mailbox stays full until its owner empties it, which takes hours (RFC 3463 §3.3: 4.2.2).
  {
    channel: 'EMAIL',
    reason: 'MAILBOX_FULL',
    pauses: [4 * HOUR, 8 * HOUR, 16 * HOUR, 24 * HOUR],
    throttleBackoff: [HOUR],
    maxAge: MAX_AGE_MS,
  },
  // 450: temporarily locked, or greylisted. RFC 6647 §5 recommends greylisting for one minute to 24 hours. Many servers
  // accept an email after a minute (postgrey's default is 300 s, others use 45 or 60), so the first retry is early,
  // once.
  {
    channel: 'EMAIL',
    reason: 'MAILBOX_BUSY',
    pauses: [MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR],
    throttleBackoff: [5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR],
    maxAge: 48 * HOUR,
  },
  // 4.7.x, 4.5.3: greylisted, or too many emails at the same time. A refusal that lasts for a day is a block.
  {
    channel: 'EMAIL',
    reason: 'SLOW_DOWN',
    pauses: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR],
    throttleBackoff: [MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR],
    maxAge: 24 * HOUR,
  },
  // A 4xx to MAIL: the server wants fewer emails from this sender. The sender's breaker sets the pace, not the
  // recipient's age.
  {
    channel: 'EMAIL',
    reason: 'SENDER_DEFERRED',
    pauses: [MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR, 24 * HOUR],
    throttleBackoff: [0, 30 * SECOND, MINUTE],
    maxAge: Infinity,
  },
  // The recipient's mail provider has deferred emails to other recipients. The worker decides when it is the recipient's
  // turn.
  {
    channel: 'EMAIL',
    reason: 'DOMAIN_GROUP_LIMITED',
    pauses: [MINUTE],
    throttleBackoff: [0],
    maxAge: Infinity,
    isUntried: true,
  },
  // The reply 503: the session failed, not the email.
  {
    channel: 'EMAIL',
    reason: 'SERVER_CONFUSED',
    pauses: [MINUTE, 5 * MINUTE, 30 * MINUTE],
    throttleBackoff: [MINUTE],
    maxAge: 24 * HOUR,
  },
  // The connection was lost before the email was sent, for example by a restart or a limit of emails per session.
  {
    channel: 'EMAIL',
    reason: 'CONNECTION_LOST',
    pauses: [MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR],
    throttleBackoff: [MINUTE],
    maxAge: 48 * HOUR,
  },
  // RFC 5321 §4.5.4.1: 30 minutes and more, for several days. The first pauses are shorter, because many failures pass
  // within minutes, and a 451 may be greylisting.
  {
    channel: 'EMAIL',
    pauses: [MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR, 24 * HOUR],
    throttleBackoff: [0, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE],
    maxAge: MAX_AGE_MS,
  },
  // A text message that arrives half a day late does more harm than good.
  {
    pauses: [30 * SECOND, 5 * MINUTE, 30 * MINUTE],
    throttleBackoff: [0, 30 * SECOND, MINUTE, 5 * MINUTE],
    maxAge: 12 * HOUR,
  },
];

export function ruleFor(channel: Channel, reason: DeliveryReason | null): RetryRule {
  const fits = (rule: RetryRule): boolean =>
    (rule.channel ?? channel) === channel && (rule.reason ?? reason) === reason;
  const rule = retryRules.find(fits);
  if (!rule) throw new Error(`No rule for ${channel}`);
  return rule;
}

/**
 * The factor of the pauses of a lease, from 1 - JITTER to 1 + JITTER. It is the same for all parts of the result, so
 * that the recipients are due together and need one lease.
 */
export function jitterOf(batchId: string, fence: number): number {
  const [byte = 0] = createHash('sha256').update(`${batchId} ${fence}`).digest();
  return jittered(1, () => byte / 255);
}

/** The delay before attempt `attempts` + 1, at least as long as the provider requested. Null: no further attempt. */
export function nextPause(
  { pauses }: RetryRule,
  attempts: number,
  requestedMs: number | null,
  jitter: number,
): number | null {
  const pause = pauses[attempts - 1];
  return pause === undefined ? null : Math.max(Math.round(pause * jitter), requestedMs ?? 0);
}

/** The pause when the provider throttles and has done so `times` times before. */
export function throttleBackoff(
  { throttleBackoff: backoff }: RetryRule,
  times: number,
  requestedMs: number | null,
  jitter: number,
): number {
  const least = backoff[Math.min(times, backoff.length - 1)] ?? 0;
  const pause = requestedMs === null ? Math.max(DEFAULT_PAUSE_MS, least) : least;
  return Math.max(Math.round(pause * jitter), requestedMs ?? 0);
}

/** How often a send with an unknown result is repeated. */
interface DoubtRule {
  /** How often a send is repeated if its worker reports an unknown result, and after what delay (milliseconds). */
  maxUnknown: number;
  pause: number;
  /** How often a position is sent again after lost leases. */
  maxExpiries: number;
}

const doubtRules: Record<'resend' | 'unconfirmed', DoubtRule> = {
  resend: { maxUnknown: 1, pause: MINUTE, maxExpiries: 3 },
  unconfirmed: { maxUnknown: 0, pause: 0, maxExpiries: 0 },
};

export function doubtRuleFor(channel: Channel): DoubtRule {
  return doubtRules[channelRow(channel).inDoubt];
}
