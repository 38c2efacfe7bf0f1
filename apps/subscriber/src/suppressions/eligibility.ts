import { type SuppressionReason, suppressionReasons } from '@carillon/contracts';

/** One reason why nobody may write to an address. `source`: what told of it, for whoever has to prove it. */
export interface Cause {
  reason: SuppressionReason;
  sender: string | null;
  at: Date;
  source: string | null;
}

/**
 * What is known of an address on a channel. Without causes it may be written to; what was heard is remembered even so: the
 * time of the latest word on each reason, by the clock of who heard it.
 */
export interface Eligibility {
  /** In the order in which they came, one a reason. */
  causes: readonly Cause[];
  heardAt: Readonly<Partial<Record<SuppressionReason, Date>>>;
  /** The messages in which the person said STOP or START, the latest ones, by the provider's ids. */
  words: readonly string[];
  /** The message that took causes away last, so that its redelivery is recognised. */
  liftedBy: string | null;
}

export type News = Caused | Asked | Restarted | Lifted;

/** The person, or a provider, gave a reason. */
export interface Caused extends Cause {
  type: 'caused';
  reason: Exclude<SuppressionReason, 'MANUAL'>;
  /** The message in which the person said so. */
  word?: string;
}

/** The user wants it so. */
export interface Asked {
  type: 'asked';
  at: Date;
  source: string;
}

/** The person said START. */
export interface Restarted {
  type: 'restarted';
  at: Date;
  word: string;
}

/** The user takes the causes away; those that the person gave only if that was `confirmed`. */
export interface Lifted {
  type: 'lifted';
  messageId: string;
  confirmed: boolean;
}

/** A provider that has no answer repeats a message within minutes; nobody says so much in between. */
const MAX_WORDS = 50;

export const unknownAddress: Eligibility = { causes: [], heardAt: {}, words: [], liftedBy: null };

/**
 * What is known after some news. News that say nothing new give back the very same object: a word on a reason that is not
 * younger than the latest one is a redelivery or was overtaken.
 */
export function eligibilityAfter(eligibility: Eligibility, news: News): Eligibility {
  switch (news.type) {
    case 'caused':
      return once(eligibility, news.word, caused(eligibility, news));
    case 'asked':
      return asked(eligibility, news);
    case 'restarted':
      return once(eligibility, news.word, restarted(eligibility, news));
    case 'lifted':
      return lifted(eligibility, news);
  }
}

/** A message that a provider repeats is received at another time, and says nothing new all the same. */
function once(before: Eligibility, word: string | undefined, after: Eligibility): Eligibility {
  if (word === undefined) return after;
  if (before.words.includes(word)) return before;
  return { ...after, words: [...before.words, word].slice(-MAX_WORDS) };
}

function caused(eligibility: Eligibility, { reason, sender, at, source }: Caused): Eligibility {
  if (isOld(eligibility, reason, at)) return eligibility;
  const heardAt = { ...eligibility.heardAt, [reason]: at };
  if (causeOf(eligibility, reason)) return { ...eligibility, heardAt };
  return { ...eligibility, heardAt, causes: [...eligibility.causes, { reason, sender, at, source }] };
}

function asked(eligibility: Eligibility, { at, source }: Asked): Eligibility {
  if (causeOf(eligibility, 'MANUAL')) return eligibility;
  return { ...eligibility, causes: [...eligibility.causes, { reason: 'MANUAL', sender: null, at, source }] };
}

/** Remembered also of somebody who never said STOP: theirs may still be on its way. */
function restarted(eligibility: Eligibility, { at }: Restarted): Eligibility {
  if (isOld(eligibility, 'STOPPED', at)) return eligibility;
  const causes = eligibility.causes.filter(({ reason }) => reason !== 'STOPPED');
  return { ...eligibility, causes, heardAt: { ...eligibility.heardAt, STOPPED: at } };
}

function lifted(eligibility: Eligibility, { messageId, confirmed }: Lifted): Eligibility {
  if (eligibility.liftedBy === messageId) return eligibility;
  const causes = confirmed ? [] : eligibility.causes.filter(isByRecipient);
  return causes.length === eligibility.causes.length
    ? eligibility
    : { ...eligibility, causes, liftedBy: messageId };
}

function isOld({ heardAt }: Eligibility, reason: SuppressionReason, at: Date): boolean {
  const latest = heardAt[reason];
  return latest !== undefined && at <= latest;
}

function causeOf({ causes }: Eligibility, reason: SuppressionReason): Cause | undefined {
  return causes.find((cause) => cause.reason === reason);
}

/** The cause that is shown; undefined: the address may be written to. */
export function strongest(eligibility: Eligibility): Cause | undefined {
  const [first] = suppressionReasons.flatMap((reason) => causeOf(eligibility, reason) ?? []);
  return first;
}

/** What the person wanted, and nobody else may take away unasked. */
export function isByRecipient({ reason }: Pick<Cause, 'reason'>): boolean {
  return reason === 'UNSUBSCRIBED' || reason === 'COMPLAINED' || reason === 'STOPPED';
}
