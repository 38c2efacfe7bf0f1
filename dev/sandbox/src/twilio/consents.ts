import { type TextChannel } from '@carillon/fake-providers';

/**
 * The words that count if the message contains nothing else, in any letter case.
 * https://help.twilio.com/articles/223134027
 */
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const startWords = ['START', 'YES', 'UNSTOP'];
const WINDOW_MS = 24 * 3_600_000;
const REMEMBERED = 100_000;

/** A person and a number that sends messages. */
export interface Pair {
  readonly channel: TextChannel;
  readonly person: string;
  readonly sender: string;
}

/**
 * The people who have opted out of a sender, and those with an open WhatsApp service window. Kept in memory, and
 * limited in size.
 */
export class Consents {
  private readonly stopped = new Set<string>();
  /** The time at which each window closes (milliseconds since 1970). */
  private readonly windows = new Map<string, number>();

  hasStopped(pair: Pair): boolean {
    return this.stopped.has(key(pair));
  }

  /** Whether the person has written within the last 24 hours. */
  hasOpened(pair: Pair, now: number): boolean {
    return (this.windows.get(key(pair)) ?? 0) > now;
  }

  /** Applies a person's message. A keyword may end or restore consent, and any text opens the window. */
  hear(pair: Pair, text: string, now: number): void {
    const word = text.trim().toUpperCase();
    if (stopWords.includes(word)) remember(this.stopped, key(pair));
    if (startWords.includes(word)) this.stopped.delete(key(pair));
    this.windows.delete(key(pair));
    this.windows.set(key(pair), now + WINDOW_MS);
    forgetOldest(this.windows);
  }
}

function key({ channel, person, sender }: Pair): string {
  return `${channel} ${person} ${sender}`;
}

function remember(set: Set<string>, value: string): void {
  set.add(value);
  forgetOldest(set);
}

function forgetOldest(kept: Set<string> | Map<string, number>): void {
  const [oldest] = kept.keys();
  if (kept.size > REMEMBERED && oldest !== undefined) kept.delete(oldest);
}
