import { type Channel, channelRow } from '@carillon/contracts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** When a temporary failure is retried. All times in milliseconds. */
interface RetryRule {
  /** Absent: any channel; likewise the reason. */
  channel?: Channel;
  reason?: string;
  /** Pauses after the first, second, … attempt; the delivery FAILED after one more attempt than there are pauses. */
  pauses: readonly number[];
  /**
   * Where the provider throttles, which is no attempt: the least pause the first time, the second time, …; the last
   * one is repeated.
   */
  throttleBackoff: readonly number[];
  /** If the next attempt would be later than this after the first failure of this run, the delivery FAILED. */
  maxAge: number;
}

/** A campaign that could not be sent for this long is out of date (milliseconds). */
export const MAX_AGE_MS = 72 * HOUR;

/** The pause if a provider throttles without naming one (milliseconds). */
const UNSAID_PAUSE_MS = MINUTE;

/**
 * The first matching rule decides. Reasons are those of the workers; for email, see its smtp-replies.ts and
 * faults.ts.
 */
export const retryRules: readonly RetryRule[] = [
  // A mailbox is full until its owner, who sleeps and works, empties it (RFC 3463 §3.3: 4.2.2).
  {
    channel: 'EMAIL',
    reason: 'MAILBOX_FULL',
    pauses: [4 * HOUR, 8 * HOUR, 16 * HOUR, 24 * HOUR],
    throttleBackoff: [HOUR],
    maxAge: MAX_AGE_MS,
  },
  // 450: locked for a moment, or greylisted, which passes after 5 to 15 minutes (RFC 6647 §5).
  {
    channel: 'EMAIL',
    reason: 'MAILBOX_BUSY',
    pauses: [5 * MINUTE, 10 * MINUTE, 20 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR],
    throttleBackoff: [5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR],
    maxAge: 48 * HOUR,
  },
  // 4.7.x, 4.5.3: greylisted or too much at once; a refusal that lasts for a day is a block.
  {
    channel: 'EMAIL',
    reason: 'SLOW_DOWN',
    pauses: [5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR],
    throttleBackoff: [0, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR],
    maxAge: 24 * HOUR,
  },
  // 503: the session failed, not the mail.
  {
    channel: 'EMAIL',
    reason: 'SERVER_CONFUSED',
    pauses: [MINUTE, 5 * MINUTE, 30 * MINUTE],
    throttleBackoff: [MINUTE],
    maxAge: 24 * HOUR,
  },
  // The connection was lost before the mail was sent: a restart, a limit on mails per session.
  {
    channel: 'EMAIL',
    reason: 'CONNECTION_LOST',
    pauses: [MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR],
    throttleBackoff: [MINUTE],
    maxAge: 48 * HOUR,
  },
  // RFC 5321 §4.5.4.1: 30 minutes and more, for some days; the first pause is shorter, as many failures pass in
  // minutes.
  {
    channel: 'EMAIL',
    pauses: [5 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR, 24 * HOUR],
    throttleBackoff: [0, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE],
    maxAge: MAX_AGE_MS,
  },
  // A text that comes half a day late does more harm than good.
  {
    pauses: [30 * SECOND, 5 * MINUTE, 30 * MINUTE],
    throttleBackoff: [0, 30 * SECOND, MINUTE, 5 * MINUTE],
    maxAge: 12 * HOUR,
  },
];

export function ruleFor(channel: Channel, reason: string | null): RetryRule {
  const fits = (rule: RetryRule): boolean =>
    (rule.channel ?? channel) === channel && (rule.reason ?? reason) === reason;
  const rule = retryRules.find(fits);
  if (!rule) throw new Error(`No rule for ${channel}`);
  return rule;
}

/** The pause before attempt number `attempts` + 1; null: there is none. */
export function nextPause({ pauses }: RetryRule, attempts: number, askedForMs: number | null): number | null {
  const pause = pauses[attempts - 1];
  return pause === undefined ? null : Math.max(pause, askedForMs ?? 0);
}

/** The pause when the provider throttles and has done so `times` times before. */
export function throttleBackoff(
  { throttleBackoff: backoff }: RetryRule,
  times: number,
  askedForMs: number | null,
): number {
  const least = backoff[Math.min(times, backoff.length - 1)] ?? 0;
  return Math.max(askedForMs ?? UNSAID_PAUSE_MS, least);
}

/** How often a send with an unknown result is repeated. */
interface DoubtRule {
  /** A send whose worker reports an unknown result is repeated this often, after this pause (milliseconds). */
  maxUnknown: number;
  pause: number;
  /** After a lost lease each position is sent again at most this often. */
  maxExpiries: number;
}

const doubtRules: Record<'resend' | 'unconfirmed', DoubtRule> = {
  resend: { maxUnknown: 1, pause: MINUTE, maxExpiries: 3 },
  unconfirmed: { maxUnknown: 0, pause: 0, maxExpiries: 0 },
};

export function doubtRuleFor(channel: Channel): DoubtRule {
  return doubtRules[channelRow(channel).inDoubt];
}
