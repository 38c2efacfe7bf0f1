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
export interface Standing {
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

export const unheardOf: Standing = { causes: [], heardAt: {}, words: [], liftedBy: null };

/**
 * What is known after some news. News that say nothing new give back the very same object: a word on a reason that is not
 * younger than the latest one is a redelivery or was overtaken.
 */
export function hear(standing: Standing, news: News): Standing {
  switch (news.type) {
    case 'caused':
      return once(standing, news.word, caused(standing, news));
    case 'asked':
      return asked(standing, news);
    case 'restarted':
      return once(standing, news.word, restarted(standing, news));
    case 'lifted':
      return lifted(standing, news);
  }
}

/** A message that a provider repeats is received at another time, and says nothing new all the same. */
function once(before: Standing, word: string | undefined, after: Standing): Standing {
  if (word === undefined) return after;
  if (before.words.includes(word)) return before;
  return { ...after, words: [...before.words, word].slice(-MAX_WORDS) };
}

function caused(standing: Standing, { reason, sender, at, source }: Caused): Standing {
  if (isOld(standing, reason, at)) return standing;
  const heardAt = { ...standing.heardAt, [reason]: at };
  if (causeOf(standing, reason)) return { ...standing, heardAt };
  return { ...standing, heardAt, causes: [...standing.causes, { reason, sender, at, source }] };
}

function asked(standing: Standing, { at, source }: Asked): Standing {
  if (causeOf(standing, 'MANUAL')) return standing;
  return { ...standing, causes: [...standing.causes, { reason: 'MANUAL', sender: null, at, source }] };
}

/** Remembered also of somebody who never said STOP: theirs may still be on its way. */
function restarted(standing: Standing, { at }: Restarted): Standing {
  if (isOld(standing, 'STOPPED', at)) return standing;
  const causes = standing.causes.filter(({ reason }) => reason !== 'STOPPED');
  return { ...standing, causes, heardAt: { ...standing.heardAt, STOPPED: at } };
}

function lifted(standing: Standing, { messageId, confirmed }: Lifted): Standing {
  if (standing.liftedBy === messageId) return standing;
  const causes = confirmed ? [] : standing.causes.filter(isByRecipient);
  return causes.length === standing.causes.length ? standing : { ...standing, causes, liftedBy: messageId };
}

function isOld({ heardAt }: Standing, reason: SuppressionReason, at: Date): boolean {
  const latest = heardAt[reason];
  return latest !== undefined && at <= latest;
}

function causeOf({ causes }: Standing, reason: SuppressionReason): Cause | undefined {
  return causes.find((cause) => cause.reason === reason);
}

/** The cause that is shown; undefined: the address may be written to. */
export function strongest(standing: Standing): Cause | undefined {
  const [first] = suppressionReasons.flatMap((reason) => causeOf(standing, reason) ?? []);
  return first;
}

/** What the person wanted, and nobody else may take away unasked. */
export function isByRecipient({ reason }: Pick<Cause, 'reason'>): boolean {
  return reason === 'UNSUBSCRIBED' || reason === 'COMPLAINED' || reason === 'STOPPED';
}
